using System.Text.RegularExpressions;
using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus;

/// <summary>docs/internals/safety.md, from <see cref="Bug.All"/>.</summary>
internal static partial class SafetyPage
{
    public static string Text =>
        $"""
        # What becomes of public bugs

        {Bug.All.Count} bugs of pooled buffers, from public issue threads. Each is written twice in `tests/Analyzers/BugCorpus/Bugs`, small enough to read: once
        against raw pools (`ArrayPool`, `MemoryPool`, or a pool of one's own), once against PooledGen. A test compiles each one and, where it is about
        run time, runs it. The test fails if the outcome differs from this page, which is generated from the same table.

        | Outcome | Raw pools | PooledGen | What it means |
        |---|---|---|---|
        {Rows(Kinds.Select(kind => $"| {kind.Name} | {Count(kind.Name, bug => bug.Raw)} | {Count(kind.Name, bug => bug.PooledGen)} | {kind.Meaning} |"))}

        The figures count each bug by the first outcome in its row. Further outcomes are those of other forms of the same bug.
        The rules for raw pools find what one method shows. The bugs of that column that are not covered lie in other threads, other methods, other types, or
        the pools themselves.

        The last column is about the code in which the bug was found, before its fix: whether the rules for raw pools report it. That code could be had for
        {RealForms.Tried} of the bugs, and the rules see {RealForms.Seen} of them. For all others only our own small rewriting was tested.

        | # | Public bug | What happened | Raw pools | PooledGen | The real code |
        |---|---|---|---|---|---|
        {Rows(Bug.All.Select(RowOf))}

        ## What this does not say

        - **An owner does not confine its memory.** A `Memory` or `Span` that was taken from an owner and is used in another method
          after Dispose shows the next rental's elements. Rows 5 and 6 do not compile because a renter cannot be a field. Code that puts a `PooledOwner<T>`
          there instead must make sure that Dispose comes last.
        - **The code is a bug's smallest form.** The original code had more calls in between, and a rule that looks at one
          method might have been silent there. [real-code.md](real-code.md#fixes-of-the-past) has more public fixes.

        """;

    private static IEnumerable<(string Name, string Meaning)> Kinds =>
    [
        ("does not compile", "The compiler refuses it; the error's id is stated."),
        ("diagnosed", "It compiles, and an analyzer of this package reports the line; the rule's id is stated."),
        ("impossible", "There is no way to write it: the construction rules it out. The test tries the nearest thing."),
        ("harmless", "It compiles and runs, and no other rental's data changes; the pool's statistics show it."),
        ("not covered", "Nothing here helps; the reason is stated."),
    ];

    /// <summary>The kinds of outcome that the page explains: each has to be one of them.</summary>
    public static IEnumerable<string> KindNames => Kinds.Select(kind => kind.Name);

    private static int Count(string kind, Func<Bug, IReadOnlyList<Outcome>> outcomesOf) => Bug.All.Count(bug => outcomesOf(bug)[0].Kind == kind);

    private static string Describe(IEnumerable<Outcome> outcomes) => string.Join("; ", outcomes.Select(outcome => outcome.Description));

    private static string RowOf(Bug bug)
        => $"| {bug.Number} | {Links(bug.Where)} | {bug.Happened} | {Describe(bug.Raw)} | {Describe(bug.PooledGen)} | {RealForms.Of(bug)} |";

    private static string Rows(IEnumerable<string> rows) => string.Join('\n', rows);

    private static string Links(string where) => Reference().Replace(where, "[${name}#${number}](https://github.com/${owner}/${name}/issues/${number})");

    [GeneratedRegex(@"(?<owner>[\w.-]+)/(?<name>[\w.-]+)#(?<number>\d+)", RegexOptions.ExplicitCapture)]
    private static partial Regex Reference();
}
