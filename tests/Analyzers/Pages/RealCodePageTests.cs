namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>
/// docs/internals/real-code.md counts what the files beside tests/Analyzers/RealCode list. docs/rules/README.md counts the same reports by rule.
/// </summary>
public class RealCodePageTests
{
    private static readonly string[][] s_repositories = [.. RealCodeReport.Rows("repositories.tsv")];

    public static TheoryData<int> Sets => [.. s_repositories.Select(static cells => int.Parse(cells[0])).Distinct()];

    [Theory]
    [MemberData(nameof(Sets))]
    public void Row_OfASet_CountsItsRepositoriesMethodsAndReports(int set)
    {
        string[][] repositories = RepositoriesOf(set);
        RealCodeReport[] reports = ReportsOf(set);
        int Judged(string verdict) => reports.Count(report => report.Verdict == verdict);
        int[] counted =
        [
            repositories.Length, repositories.Sum(static cells => int.Parse(cells[3])), repositories.Sum(static cells => int.Parse(cells[4])),
            reports.Length, Judged("right"), Judged("debatable"), Judged("wrong"),
        ];

        Assert.Contains($"| {set} | {string.Join(" | ", counted)} |", new Page("docs/internals/real-code.md").Text, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Sets))]
    public void Reports_OfASet_AreOfItsRepositoriesAndJudged(int set)
    {
        string[] repositories = [.. RepositoriesOf(set).Select(static cells => $"{cells[1]} {cells[2]}")];

        Assert.All(ReportsOf(set), report =>
        {
            Assert.Contains($"{report.Repository} {report.Commit}", repositories);
            Assert.Contains(report.Verdict, new[] { "right", "debatable", "wrong" });
        });
    }

    [Fact]
    public void FixesThatOneMethodOrTypeShows_AreReportedAsOftenAsThePageSays()
    {
        string[][] tried = [.. RealCodeReport.Rows("fixes.tsv").Where(static cells => cells[5] != "not tried")];
        string[][] shown = [.. tried.Where(static cells => cells[5] is "the method" or "the type")];
        int reported = shown.Count(static cells => cells[2].StartsWith("PG", StringComparison.Ordinal));
        int beyond = tried.Where(static cells => cells[5].StartsWith("another ", StringComparison.Ordinal))
            .Sum(static cells => cells[1].Contains(", two fixes:", StringComparison.Ordinal) ? 2 : 1);

        Assert.Contains(
            $"Of {shown.Length + beyond} fixes that were tried, {beyond} cannot be seen without another method, type or thread. "
                + $"Of the other {shown.Length} the rules report {reported}.",
            new Page("docs/internals/real-code.md").Text,
            StringComparison.Ordinal);
        Assert.True(reported * 10 >= shown.Length * 7, $"{reported} of {shown.Length}");
    }

    private static RealCodeReport[] ReportsOf(int set) => [.. RealCodeReport.All.Where(report => report.Set == set)];

    private static string[][] RepositoriesOf(int set) => [.. s_repositories.Where(cells => int.Parse(cells[0]) == set)];
}
