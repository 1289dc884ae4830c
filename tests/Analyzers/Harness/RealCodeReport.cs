namespace PooledGen.Analyzers.Tests;

/// <summary>A report of a rule in a public repository, and what a reader judged it to be: a line of tests/Analyzers/RealCode/reports.tsv.</summary>
/// <param name="Set">The set of the repository: 0 has those that the rules were developed on.</param>
/// <param name="Repository">Owner and name.</param>
/// <param name="Commit">Of the sources that were read.</param>
/// <param name="File">From the repository's root.</param>
/// <param name="Line">Where the report stands.</param>
/// <param name="Rule">The rule's id.</param>
/// <param name="Verdict">right, debatable or wrong.</param>
/// <param name="Reason">Why, where that was written down. It begins with "fixed" where the rule of today does not give the report any more.</param>
internal sealed record RealCodeReport(int Set, string Repository, string Commit, string File, int Line, string Rule, string Verdict, string Reason)
{
    /// <summary>All reports of all sets.</summary>
    public static IReadOnlyList<RealCodeReport> All { get; } = [.. Rows("reports.tsv").Select(static cells =>
        new RealCodeReport(int.Parse(cells[0]), cells[1], cells[2], cells[3], int.Parse(cells[4]), cells[5], cells[6], cells[7]))];

    public bool IsFixed => Reason.StartsWith("fixed: ", StringComparison.Ordinal);

    /// <summary>The lines of one of the files beside the program without its headings, each as its cells.</summary>
    public static IEnumerable<string[]> Rows(string file)
        => System.IO.File.ReadLines(Tests.Repository.PathTo($"tests/Analyzers/RealCode/{file}")).Skip(1).Select(static line => line.Split('\t'));
}
