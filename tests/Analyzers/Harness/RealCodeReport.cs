namespace PooledGen.Analyzers.Tests;

/// <summary>A report of a rule in a public repository, and what a reader judged it to be: a line of tests/Analyzers/RealCode/reports-N.tsv.</summary>
/// <param name="Repository">Owner and name.</param>
/// <param name="Commit">Of the sources that were read.</param>
/// <param name="File">From the repository's root.</param>
/// <param name="Line">Where the report stands.</param>
/// <param name="Rule">The rule's id.</param>
/// <param name="Verdict">right, debatable or wrong.</param>
/// <param name="Reason">Why, where that was written down. It begins with "mended" where the rule of today does not give the report any more.</param>
internal sealed record RealCodeReport(string Repository, string Commit, string File, int Line, string Rule, string Verdict, string Reason)
{
    public bool IsMended => Reason.StartsWith("mended: ", StringComparison.Ordinal);

    /// <summary>The sets of repositories, from 0, which has those that the rules were developed on.</summary>
    public static IEnumerable<int> Sets => Enumerable.Range(0, Directory.GetFiles(Folder, "reports-*.tsv").Length);

    private static string Folder => Tests.Repository.PathTo("tests/Analyzers/RealCode");

    public static IReadOnlyList<RealCodeReport> InSet(int set)
        => [.. Rows($"reports-{set}.tsv").Select(static cells =>
            new RealCodeReport(cells[0], cells[1], cells[2], int.Parse(cells[3]), cells[4], cells[5], cells[6]))];

    /// <summary>The lines of one of these files without its headings, each as its cells.</summary>
    public static IEnumerable<string[]> Rows(string file)
        => System.IO.File.ReadLines(Path.Combine(Folder, file)).Skip(1).Select(static line => line.Split('\t'));
}
