using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// The index of the rules is what rules and fixes say of themselves. With <c>VERIFY_AUTOVERIFY=1</c> in the environment it is written anew.
/// </summary>
public partial class RuleIndexTests
{
    public static TheoryData<string> Ids => [.. RuleIndex.Rules.Select(rule => rule.Id)];

    [Fact]
    public async Task Index_SaysWhatTheRulesSay()
    {
        string path = Repository.PathTo(RuleIndex.File);
        if (Environment.GetEnvironmentVariable("VERIFY_AUTOVERIFY") == "1")
            await File.WriteAllTextAsync(path, RuleIndex.Text);

        Assert.Equal(RuleIndex.Text, await File.ReadAllTextAsync(path));
    }

    [Fact]
    public async Task ReadmeOfThePackage_NamesTheRulesThatItsCommandPrints_AndNoOthers() => Assert.Contains(
        $"\n{RuleIndex.PrintCommand}\n", await File.ReadAllTextAsync(Repository.PathTo("src/Analyzers/README.md")), StringComparison.Ordinal);

    [Fact]
    public async Task ReadmeOfThePackage_HasEachRuleAboutRawPoolsInItsTableOnce()
    {
        string readme = await File.ReadAllTextAsync(Repository.PathTo("src/Analyzers/README.md"));
        string table = string.Concat(readme.Split('\n').Where(static line => line.StartsWith('|')));

        Assert.Equal(
            RuleIndex.Rules.Where(static rule => rule.Category == "PooledGen.RawPool").Select(static rule => $"[{rule.Id}](../../docs/rules/{rule.Id}.md)"),
            Link().Matches(table).Select(static link => link.Value).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Pages_AreThoseOfTheRules() => Assert.Equal(
        RuleIndex.Rules.Select(rule => rule.Id),
        Directory.GetFiles(Repository.PathTo("docs/rules"), "PG*.md").Select(path => Path.GetFileNameWithoutExtension(path)).Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_LinksToItsPage(string id)
    {
        DiagnosticDescriptor rule = RuleIndex.Rules.Single(rule => rule.Id == id);

        Assert.EndsWith($"/docs/rules/{id}.md", rule.HelpLinkUri, StringComparison.Ordinal);
        Assert.Equal($"# {id}: {rule.Title}", RulePage.Read(id).Heading);
    }

    [Fact]
    public void ReleaseNotes_HaveARowForEachRule()
    {
        string notes = string.Concat(
            from assembly in new[] { "Generator", "Analyzers" }
            from state in new[] { "Shipped", "Unshipped" }
            select File.ReadAllText(Repository.PathTo($"src/{assembly}/AnalyzerReleases.{state}.md")));

        Assert.All(RuleIndex.Rules, rule => Assert.Contains($"\n{rule.Id} | {rule.Category} | {rule.DefaultSeverity} | ", notes, StringComparison.Ordinal));
    }

    [Fact]
    public void EditorConfig_SetsEachRuleToItsDefault()
    {
        AnalyzerConfig config = AnalyzerConfig.Parse($"root = true\n{RuleIndex.EditorConfig}", "/.editorconfig");
        ImmutableDictionary<string, ReportDiagnostic> severities = AnalyzerConfigSet
            .Create(ImmutableArray.Create(config)).GetOptionsForSourcePath("/Any.cs").TreeOptions;

        Assert.All(RuleIndex.Configurable, rule => Assert.Equal(Report(rule.DefaultSeverity), severities[rule.Id]));
    }

    // The file that build/PooledGen.Analyzers.targets adds to the compilation.
    [Fact]
    public void AnalyzersPackage_RaisesTheRulesWithTheFiguresThatTheIndexAsksFor()
    {
        ImmutableDictionary<string, ReportDiagnostic> severities = SeveritiesOf("default");

        Assert.NotEmpty(RuleIndex.Raised);
        Assert.Equal(RuleIndex.Raised.Select(rule => rule.Id), severities.Keys.Order(StringComparer.Ordinal), StringComparer.OrdinalIgnoreCase);
        Assert.All(severities.Values, severity => Assert.Equal(ReportDiagnostic.Warn, severity));
    }

    [Fact]
    public void FirmPreset_RaisesTheRulesThatWereNearlyAlwaysRight()
    {
        ImmutableDictionary<string, ReportDiagnostic> severities = SeveritiesOf("firm");

        Assert.Equal(RuleIndex.Firm.Select(rule => rule.Id), severities.Keys.Order(StringComparer.Ordinal), StringComparer.OrdinalIgnoreCase);
        Assert.All(severities.Values, severity => Assert.Equal(ReportDiagnostic.Warn, severity));
        Assert.Subset(severities.Keys.ToHashSet(), SeveritiesOf("default").Keys.ToHashSet());
    }

    [Fact]
    public void StrictPreset_RaisesEachRuleAboutRawPools()
    {
        ImmutableDictionary<string, ReportDiagnostic> severities = SeveritiesOf("strict");

        Assert.Equal(
            RuleIndex.Rules.Where(rule => rule.Category == "PooledGen.RawPool").Select(rule => rule.Id),
            severities.Keys.Order(StringComparer.Ordinal),
            StringComparer.OrdinalIgnoreCase);
        Assert.All(
            severities,
            rule => Assert.Equal(RuleIndex.Raised.Any(raised => Is(raised, rule.Key)) ? ReportDiagnostic.Error : ReportDiagnostic.Warn, rule.Value));
    }

    [Fact]
    public void QuietPreset_HidesHintsAndRaisesWhatIsCertain() => Assert.All(
        SeveritiesOf("quiet"),
        rule => Assert.Equal(RuleIndex.Raised.Any(raised => Is(raised, rule.Key)) ? ReportDiagnostic.Warn : ReportDiagnostic.Suppress, rule.Value));

    private static bool Is(DiagnosticDescriptor rule, string id) => string.Equals(rule.Id, id, StringComparison.OrdinalIgnoreCase);

    private static ImmutableDictionary<string, ReportDiagnostic> SeveritiesOf(string preset)
    {
        string file = $"PooledGen.Rules.{preset}.globalconfig";
        AnalyzerConfig config = AnalyzerConfig.Parse(File.ReadAllText(Repository.PathTo($"src/Analyzers/build/{file}")), $"/{file}");
        return AnalyzerConfigSet.Create(ImmutableArray.Create(config)).GlobalConfigOptions.TreeOptions;
    }

    // Code scanning reads these labels.
    [Theory]
    [InlineData("PG0201", "external/cwe/cwe-415")]
    [InlineData("PG0218", "external/cwe/cwe-415")]
    [InlineData("PG0202", "external/cwe/cwe-416")]
    [InlineData("PG0203", "external/cwe/cwe-772")]
    [InlineData("PG0214", "external/cwe/cwe-762")]
    [InlineData("PG0219", "external/cwe/cwe-226")]
    [InlineData("PG0205", null)]
    [InlineData("PG0105", null)]
    public void Rule_HasTheLabelOfItsWeakness(string id, string? label)
        => Assert.Equal(label, RuleIndex.Rules.Single(rule => rule.Id == id).CustomTags.SingleOrDefault());

    // A project that lists its pools has asked for the rules.
    [Fact]
    public void RawPoolRules_ButThatOfTheOption_AreSuggestions() => Assert.All(
        RuleIndex.Rules.Where(rule => rule.Category == "PooledGen.RawPool"),
        rule => Assert.Equal(rule.Id == "PG0220" ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info, rule.DefaultSeverity));

    [Fact]
    public void Fixes_AreForRulesThatExistOrTheCompilersError()
        => Assert.Subset(RuleIndex.Rules.Select(rule => rule.Id).Append("CS8350").ToHashSet(), RuleIndex.Fixes.Keys.ToHashSet());

    [GeneratedRegex(@"\[PG[0-9]{4}\]\([^)]*\)")]
    private static partial Regex Link();

    private static ReportDiagnostic Report(DiagnosticSeverity severity) => severity switch
    {
        DiagnosticSeverity.Error => ReportDiagnostic.Error,
        DiagnosticSeverity.Warning => ReportDiagnostic.Warn,
        _ => ReportDiagnostic.Info,
    };
}
