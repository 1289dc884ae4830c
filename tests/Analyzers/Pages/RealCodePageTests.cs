namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>
/// docs/internals/real-code.md counts what the files beside tests/Analyzers/RealCode list. <see cref="RealCodeFigures"/> compares the tables of the rules.
/// </summary>
public class RealCodePageTests
{
    private static readonly string[][] s_repositories = [.. RealCodeReport.Rows("repositories.tsv")];

    public static TheoryData<int> Sets => [.. RealCodeReport.Sets];

    [Theory]
    [MemberData(nameof(Sets))]
    public void Row_OfASet_CountsItsRepositoriesMethodsAndReports(int set)
    {
        string[][] repositories = RepositoriesOf(set);
        IReadOnlyList<RealCodeReport> reports = RealCodeReport.InSet(set);
        int Judged(string verdict) => reports.Count(report => report.Verdict == verdict);
        int[] counted =
        [
            repositories.Length, repositories.Sum(static cells => int.Parse(cells[3])), repositories.Sum(static cells => int.Parse(cells[4])),
            reports.Count, Judged("right"), Judged("debatable"), Judged("wrong"),
        ];

        Assert.Contains($"| {set} | {string.Join(" | ", counted)} |\n", new Page("docs/internals/real-code.md").Text, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Sets))]
    public void Reports_OfASet_AreOfItsRepositoriesAndJudged(int set)
    {
        string[] repositories = [.. RepositoriesOf(set).Select(static cells => $"{cells[1]} {cells[2]}")];

        Assert.All(RealCodeReport.InSet(set), report =>
        {
            Assert.Contains($"{report.Repository} {report.Commit}", repositories);
            Assert.Contains(report.Verdict, new[] { "right", "debatable", "wrong" });
        });
    }

    private static string[][] RepositoriesOf(int set) => [.. s_repositories.Where(cells => int.Parse(cells[0]) == set)];
}
