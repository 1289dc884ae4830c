using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Analyzers;
using PooledGen.Generator.Emission;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>No rule without its place in the list, its page, its release note and its tests.</summary>
public class RuleCatalogTests
{
    public static TheoryData<string> Ids => [.. Rules.Select(rule => rule.Id)];

    private static IEnumerable<DiagnosticDescriptor> Rules => DefinitionRules.All.SelectMany(rule => rule.SupportedDiagnostics);

    [Fact]
    public void EveryDefinitionAnalyzer_IsInTheListOnce()
    {
        IEnumerable<Type> analyzers = typeof(DefinitionAnalyzer).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(DefinitionAnalyzer)));

        Assert.Equal(
            analyzers.Select(type => type.Name).Order(StringComparer.Ordinal),
            DefinitionRules.All.Select(rule => rule.GetType().Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Ids_AreUniqueAndAscending()
    {
        string[] ids = [.. Rules.Select(rule => rule.Id)];

        Assert.Equal(ids.Distinct().Order(StringComparer.Ordinal), ids);
        Assert.Equal(DefinitionRules.All.Count, ids.Length);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_IsAnErrorThatIsOn(string id)
    {
        DiagnosticDescriptor rule = Find(id);

        Assert.Equal(DiagnosticSeverity.Error, rule.DefaultSeverity);
        Assert.True(rule.IsEnabledByDefault);
        Assert.Equal("PooledGen.Definition", rule.Category);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_HasItsPage(string id)
    {
        DiagnosticDescriptor rule = Find(id);

        Assert.EndsWith($"/docs/rules/{id}.md", rule.HelpLinkUri, StringComparison.Ordinal);
        Assert.Equal($"# {id}: {rule.Title}", RulePage.Read(id).Heading);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_HasItsTestClass(string id)
    {
        string name = DefinitionRules.All.Single(rule => rule.SupportedDiagnostics[0].Id == id).GetType().Name.Replace("Analyzer", "Tests");
        Type? tests = typeof(RuleCatalogTests).Assembly.GetType($"PooledGen.Analyzers.Tests.{name}");

        Assert.NotNull(tests);
        Assert.Equal(id, ((DefinitionTest)Activator.CreateInstance(tests)!).Id);
    }

    [Fact]
    public void ReleaseNotes_ListEveryRule()
    {
        string notes = File.ReadAllText(Repository.PathTo("src/Generator/AnalyzerReleases.Shipped.md"))
            + File.ReadAllText(Repository.PathTo("src/Generator/AnalyzerReleases.Unshipped.md"));

        Assert.All(Rules, rule => Assert.Contains($"\n{rule.Id} | {rule.Category} | {rule.DefaultSeverity} | ", notes, StringComparison.Ordinal));
    }

    [Fact]
    public void Index_ListsEveryRuleAndEveryPage()
    {
        string[] rows = [.. File.ReadLines(Repository.PathTo("docs/rules/README.md")).Where(line => line.StartsWith("| [PG", StringComparison.Ordinal))];
        IEnumerable<string> pages = Directory.EnumerateFiles(Repository.PathTo("docs/rules"), "PG*.md").Select(path => Path.GetFileNameWithoutExtension(path));

        Assert.All(Rules, rule => Assert.Contains($"| [{rule.Id}]({rule.Id}.md) | {rule.Title} | {rule.DefaultSeverity} |", rows));
        Assert.Equal(pages.Order(StringComparer.Ordinal), rows.Select(row => row[3..9]));
    }

    // PG0010 is as good as the list of names that it asks.
    [Fact]
    public void NamesThatTheGeneratorDeclares_AreAllInTheListOfTakenNames()
    {
        GeneratedConsumer generated = new Consumer("[PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;").Generate();
        ImmutableArray<ISymbol> members = generated.Compilation.GetTypeByMetadataName("Packet")!.GetMembers();

        IEnumerable<string> declared = members
            .Where(member => !member.IsImplicitlyDeclared && member is not IMethodSymbol { MethodKind: not MethodKind.Ordinary })
            .Select(member => member.Name);
        IEnumerable<string> accessors = members.OfType<IMethodSymbol>().Where(method => method.AssociatedSymbol is IPropertySymbol).Select(method => method.Name);

        Assert.Equal(RenterMembers.Names.Order(StringComparer.Ordinal), declared.Distinct().Order(StringComparer.Ordinal));
        Assert.All(accessors, accessor => Assert.Contains(accessor, RenterMembers.CompiledNames));
    }

    private static DiagnosticDescriptor Find(string id) => Rules.Single(rule => rule.Id == id);
}
