using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;

namespace PooledGen.Analyzers.Tests;

/// <summary>docs/rules/README.md, from the rules and the fixes themselves.</summary>
internal static class RuleIndex
{
    public const string File = "docs/rules/README.md";

    /// <summary>All rules, by id.</summary>
    public static IReadOnlyList<DiagnosticDescriptor> Rules { get; } = [.. RuleTest.AllRules.SelectMany(rule => rule.SupportedDiagnostics)];

    /// <summary>What the fix of a rule does, by the rule's id.</summary>
    public static ImmutableDictionary<string, string> Fixes { get; } = (
        from type in typeof(TextFixer).Assembly.GetTypes()
        where type.IsSubclassOf(typeof(CodeFixProvider)) && !type.IsAbstract
        from id in ((CodeFixProvider)Activator.CreateInstance(type)!).FixableDiagnosticIds
        orderby type.Name
        group Words(type.Name.Replace("Fixer", "")) by id).ToImmutableDictionary(fixes => fixes.Key, fixes => string.Join(", ", fixes));

    /// <summary>The rules whose severity is the user's to set.</summary>
    public static IEnumerable<DiagnosticDescriptor> Configurable
        => Rules.Where(static rule => !rule.CustomTags.Contains(WellKnownDiagnosticTags.NotConfigurable));

    /// <summary>An editorconfig that sets every rule to what it is anyway.</summary>
    public static string EditorConfig
        => "[*.cs]\n" + string.Concat(Configurable.Select(rule => $"dotnet_diagnostic.{rule.Id}.severity = {Word(rule.DefaultSeverity)}\n"));

    /// <summary>The command that prints what the rules about raw pools find.</summary>
    public static string PrintCommand
        => "dotnet format analyzers --verify-no-changes --severity info --diagnostics \\\n  "
            + string.Join(' ', RawPool.Where(static rule => rule.DefaultSeverity == DiagnosticSeverity.Info).Select(static rule => rule.Id));

    public static string Text =>
        $"""
        # Rules

        This is what the analyzers report, with one page a rule. An error marks code that cannot be right, a warning marks code that is wrong, and an info marks
        code that is worth a look.

        An editor offers the fixes at the diagnostic, for one or for all of a document, a project or the solution; `dotnet format analyzers` applies them
        too. None is offered where it could change what the code means, where the result does not compile, or in a member with an `#if`, because another build may have other code there. Editors also
        offer one for an error of the compiler: [*Add 'scoped'*](../writers.md#lifetimes) at CS8350.

        ## Declarations

        A wrong declaration gives one of these errors, at the attribute, the argument, the member or the type's name. The generator writes nothing for
        that type. If only an option is wrong, it writes members that are placeholders, so that no further errors follow. What the compiler rejects by itself is left to the compiler. A
        warning leaves the generator alone.

        No pragma, `NoWarn`, `.editorconfig`, `SuppressMessage` or `#line hidden` silences these errors, because nothing else would say why the members are missing. Where no analyzer runs
        (`RunAnalyzers` is `false`), the generated file has them as `#error` lines (CS1029). Where the compiler stops at other errors before it runs analyzers, the generator reports them.

        {Table("PooledGen.Definition")}

        ## Renters, owners and writers

        These rules report what the compiler does not see of a rental's end. They follow one method at a time, through branches, loops and `finally` blocks, and keep
        silent where a rental goes where they cannot follow. PG0113, PG0114, PG0118 and PG0119 stand beside an error of the compiler, and say what to use instead.

        {Table("PooledGen.Rental")}

        ## ArrayPool and MemoryPool

        These rules are for code that rents from the framework's pools, with PooledGen or without. Code without it installs them alone, with no dependency at run time:

        ```
        dotnet add package PooledGen.Analyzers
        {PrintCommand}
        ```

        The second command prints the suggestions of these rules and changes no file. It exits with 2 if there is one. PowerShell wants it on one line. `dotnet build` prints
        none. For many projects, put the `PackageReference` into a `Directory.Build.props` above them.

        All rules but PG0220, which is about [an option](#pools-of-your-own), are suggestions in a project that gets them through PooledGen: it builds as before, with warnings as errors, too, unless its `.editorconfig` sets the severity
        of all rules ([below](#configure)). A project that references PooledGen.Analyzers itself has asked for them, and gets warnings from {Names(Raised)}.

        PooledGen brings the rules of its own version. A project may reference a newer PooledGen.Analyzers beside it. Restore refuses an older one with NU1605.

        {RawPoolTable()}

        The last two columns count the reports in public repositories that a reader judged to be right, and wrong; the others are debatable. *Fixed* are wrong ones that the rule of today does not give any more.
        [real-code.md](../internals/real-code.md) says how they were judged. *Unseen* are repositories that the author of the rules had not read. *4+* means at least four, because no list is kept of 36 of them.

        **A rule becomes a warning** everywhere when 19 of 20 reports on unseen code are right, over at least 40 reports from at least five repositories. Rules that have met
        this: {Names(RawPool.Where(HasEarned))}.

        **PooledGen.Analyzers asks for less**, because a project that installs it asks for warnings: right reports in at least five repositories in both columns together, nine of ten right, and none wrong that the
        rule still gives, because it must not break the build of right code. Rules that have met this:
        {string.Join(" and ", Raised.Where(static rule => !IsCertain(rule)).Select(static rule => $"{rule.Id}, {Unseen(rule) + Development(rule)}"))}. {Names(RawPool.Where(IsCertain))} need no
        figures, because what they report is wrong on every path. A rule without reports, such as PG0214, stays a suggestion, and so does PG0222, whose right ones are of few projects.

        An `.editorconfig` or a `.globalconfig` of the project raises or silences any rule by a line for that rule, and wins over the package. A line for all rules does not.

        ## Pools of your own

        PG0201 to PG0204 and PG0218 follow the rentals of other pools, too, if an `.editorconfig` lists them, or, without the first line, a `.globalconfig`:

        ```ini
        [*.cs]
        pooledgen_pools = Net.CryptoPool.Rent:Return | Roslyn.ObjectPool<T>.Allocate:Free
        ```

        - An entry is the full name of a type, a method of it that rents, and one that returns, static or not, with all overloads. Types that derive from it are the same pool. A bar separates
          entries, because a semicolon begins a comment there.
        - What is returned is the argument that has the type of what is rented, or else the first argument. A method of the rented object itself returns that object:
          `Code.Builder.GetInstance:Free` for `builder.Free()`. A pool with two methods that return has two entries.
        - `ObjectPool<T>` of Microsoft.Extensions.ObjectPool needs no entry. It makes a new object for one that is lost, so PG0203 and PG0204 are silent about it.
        - An entry that names no pool is a warning: [PG0220](PG0220.md).

        ## Configure

        A project that references PooledGen.Analyzers can choose a preset for the rules about raw pools, `<PooledGenRules>strict</PooledGenRules>` in the project file or in
        `Directory.Build.props`:

        | Preset | Warnings | Errors | Off |
        |---|---|---|---|
        | `quiet` | {Names(RawPool.Where(IsCertain))} | | PG0204, PG0206, PG0208 |
        | `default` | {Names(Raised)} | | |
        | `firm`, for what is nearly always right | {Names(Firm)} | | |
        | `strict`, for the CI of a library | all others | {Names(Raised)} | |

        Each is a `.globalconfig` in the package's folder `build`, to copy as well.

        `firm` raises, besides what needs no figures, each rule of which at least 17 of 20 reports were right and at most one of 20 wrong, over at least five reports in both columns together, without those
        that are fixed: {string.Join("; ", Firm.Where(static rule => !IsCertain(rule)).Select(static rule => $"{rule.Id}, {Unseen(rule) + Development(rule)}"))}. The next one
        is {NextToFirm.Id}, {Unseen(NextToFirm) + Development(NextToFirm)}.

        ### In CI

        A project that references PooledGen.Analyzers needs no more than a property in the workflow. The errors of `strict` then fail the build, and GitHub shows them and the warnings at the lines of
        the pull request:

        ```yaml
        name: pool-rules
        on: [push, pull_request]
        permissions:
          contents: read
        jobs:
          rules:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v7
              - uses: actions/setup-dotnet@v6
                with:
                  dotnet-version: 10.0.x
              - run: dotnet build -p:PooledGenRules=strict
        ```

        Where code scanning reads the findings (`-p:ErrorLog=findings.sarif`), the rules carry the weakness as a label: `external/cwe/cwe-415` for two returns, 416 for a late use, 772 for
        a lost rental, 762 for another pool, 226 for old contents that show.

        You set severities in an `.editorconfig`. These lines set each rule to its default; `none` silences one. The errors of declarations are not in the list, because they have no other severity:

        ```ini
        {EditorConfig.TrimEnd()}
        ```

        This line sets all rules of a category: `dotnet_analyzer_diagnostic.category-PooledGen.RawPool.severity = error`. `#pragma warning disable PG0203` silences a single place.

        **A line for the rules of all packages** holds for these rules, too:

        - `dotnet_analyzer_diagnostic.severity = silent` hides all of them but the errors of declarations. A leaked owner then builds without a message. Add the lines above for the rules that
          you want.
        - `dotnet_analyzer_diagnostic.severity = error` turns the suggestions about raw pools into errors.
          `dotnet_analyzer_diagnostic.category-PooledGen.RawPool.severity = suggestion` makes them suggestions again.

        """;

    /// <summary>The rules about raw pools that PooledGen.Analyzers raises in a project that references it.</summary>
    public static IEnumerable<DiagnosticDescriptor> Raised => RawPool.Where(static rule => IsCertain(rule) || (Unseen(rule) + Development(rule)).AllowWarning);

    /// <summary>The rules about raw pools that the preset <c>firm</c> raises.</summary>
    public static IEnumerable<DiagnosticDescriptor> Firm
        => RawPool.Where(static rule => IsCertain(rule) || (Unseen(rule) + Development(rule)).AreNearlyAlwaysRight);

    // What needs no condition needs no figures.
    private static bool IsCertain(DiagnosticDescriptor rule) => rule.Id is "PG0218" or "PG0219";

    private static IEnumerable<DiagnosticDescriptor> RawPool => Rules.Where(static rule => rule.Category == "PooledGen.RawPool");

    // The most reliable of the rules that have reports and are not in the preset.
    private static DiagnosticDescriptor NextToFirm => RawPool.Except(Firm).MaxBy(static rule => (Unseen(rule) + Development(rule)).ShareOfRight)!;

    private static bool HasEarned(DiagnosticDescriptor rule) => Unseen(rule).EarnWarning;

    private static RealCodeFigures Unseen(DiagnosticDescriptor rule) => RealCodeFigures.Of(rule.Id, RealCodeFigures.Unseen);

    private static RealCodeFigures Development(DiagnosticDescriptor rule) => RealCodeFigures.Of(rule.Id, RealCodeFigures.Development);

    private static string Names(IEnumerable<DiagnosticDescriptor> rules) => rules.Select(static rule => rule.Id).ToArray() switch
    {
        [] => "none",
        [var only] => only,
        [.. var first, var last] => $"{string.Join(", ", first)} and {last}",
    };

    private static string RawPoolTable()
        => "| Rule | Title | Severity | Installed alone | Fix | Unseen code | Code that the rules were developed on |\n|---|---|---|---|---|---|---|\n"
            + string.Join('\n', RawPool.Select(RawPoolRow));

    private static string RawPoolRow(DiagnosticDescriptor rule)
        => $"{Row(rule, Raised.Contains(rule) ? "Warning" : $"{rule.DefaultSeverity}")} {Unseen(rule)} | {Development(rule)} |";

    private static string Table(string category)
        => "| Rule | Title | Severity | Fix |\n|---|---|---|---|\n"
            + string.Join('\n', Rules.Where(rule => rule.Category == category).Select(rule => Row(rule)));

    private static string Row(DiagnosticDescriptor rule, string? raised = null)
        => $"| [{rule.Id}]({rule.Id}.md) | {rule.Title} | {rule.DefaultSeverity} |"
            + $"{(raised is null ? "" : $" {raised} |")} {Fixes.GetValueOrDefault(rule.Id)} |";

    // "AddUsing": "Add using".
    private static string Words(string name) => name[..1] + string.Concat(name.Skip(1).Select(c => char.IsUpper(c) ? $" {char.ToLowerInvariant(c)}" : $"{c}"));

    private static string Word(DiagnosticSeverity severity) => severity switch
    {
        DiagnosticSeverity.Error => "error",
        DiagnosticSeverity.Warning => "warning",
        _ => "suggestion",
    };
}
