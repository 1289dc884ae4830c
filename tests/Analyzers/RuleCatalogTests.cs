using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Analyzers.Definitions;
using PooledGen.Generator.Model;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>No rule without its place in the list, its page, its release note and its tests.</summary>
public class RuleCatalogTests
{
    public static TheoryData<string> Ids => [.. Rules.Select(rule => rule.Id)];

    private static IEnumerable<DiagnosticDescriptor> Rules => RuleTest.AllRules.SelectMany(rule => rule.SupportedDiagnostics);

    [Fact]
    public void Ids_AreUnique() => Assert.Equal(Rules.Select(rule => rule.Id).Distinct(), Rules.Select(rule => rule.Id));

    // A rule about a declaration is a row of a table, any other an analyzer.
    [Fact]
    public void Analyzers_ButThatOfDeclarations_HaveOneRule()
        => Assert.All(RuleTest.AllRules.Where(analyzer => analyzer is not DefinitionAnalyzer), analyzer => Assert.Single(analyzer.SupportedDiagnostics));

    [Fact]
    public void DefinitionRules_AreInTheOrderOfTheirIds()
        => Assert.Equal(DefinitionRules.All.OrderBy(rule => rule.Id, StringComparer.Ordinal), DefinitionRules.All);

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_IsOnAndOfItsFamily(string id)
    {
        DiagnosticDescriptor rule = Find(id);

        Assert.True(rule.IsEnabledByDefault);
        Assert.Equal(id[..4] switch { "PG00" => "PooledGen.Definition", "PG01" => "PooledGen.Rental", _ => "PooledGen.RawPool" }, rule.Category);
    }

    [Fact]
    public void DefinitionRules_ButElementIsEmpty_AreErrors() => Assert.All(
        DefinitionRules.All,
        rule => Assert.Equal(rule == DefinitionRules.ElementIsEmpty ? DiagnosticSeverity.Warning : DiagnosticSeverity.Error, rule.DefaultSeverity));

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_HasItsTestClass(string id)
    {
        Type tests = Assert.Single(typeof(RuleCatalogTests).Assembly.GetTypes(), type => type.Name == $"{NameOf(id)}Tests");

        Assert.Equal(id, ((RuleTest)Activator.CreateInstance(tests)!).Id);
    }

    [Fact]
    public async Task Rules_WithoutPoolsInTheProject_AreSilent()
    {
        Consumer consumer = new("class C { void M() { using var stream = new System.IO.MemoryStream(); } }");

        Assert.Empty(await RuleTest.Analyze(consumer.Compile().RemoveReferences(consumer.Framework.Runtime), RuleTest.AllRules));
    }

    // PG0010 is as good as the list of names that it asks.
    [Fact]
    public void NamesThatTheGeneratorDeclares_AreAllInTheListOfTakenNames()
    {
        GeneratedConsumer generated = new Consumer("""
            [PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;
            [PooledGen.PooledBuffer<byte>(Length = 64)] public partial struct Block;
            [PooledGen.PooledBuffer<byte>(Length = 64, Storage = PooledGen.BufferStorage.Pinned)] public partial struct Stable;
            """) { AllowUnsafe = true }.Generate();
        ImmutableArray<ISymbol> members = MembersOf("Packet", "Block");
        ImmutableArray<ISymbol> membersOfStableAddress = MembersOf("Stable");

        Assert.Equal(RenterMembers.Names.Order(StringComparer.Ordinal), NamesOf(members).Order(StringComparer.Ordinal));
        Assert.Equal(
            RenterMembers.NamesOfStableAddress.Order(StringComparer.Ordinal),
            NamesOf(membersOfStableAddress).Except(RenterMembers.Names).Order(StringComparer.Ordinal));
        Assert.All(AccessorsOf(members), accessor => Assert.Contains(accessor, RenterMembers.CompiledNames));
        Assert.All(
            AccessorsOf(membersOfStableAddress).Except(RenterMembers.CompiledNames),
            accessor => Assert.Contains(accessor, RenterMembers.CompiledNamesOfStableAddress));

        ImmutableArray<ISymbol> MembersOf(params string[] types)
            => [.. types.SelectMany(type => generated.Compilation.GetTypeByMetadataName(type)!.GetMembers())];
    }

    private static IEnumerable<string> NamesOf(IEnumerable<ISymbol> members) => members
        .Where(member => !member.IsImplicitlyDeclared && member is not IMethodSymbol { MethodKind: not MethodKind.Ordinary })
        .Select(member => member.Name)
        .Distinct();

    private static IEnumerable<string> AccessorsOf(IEnumerable<ISymbol> members) => members.OfType<IMethodSymbol>()
        .Where(method => method.AssociatedSymbol is IPropertySymbol)
        .Select(method => method.Name);

    private static DiagnosticDescriptor Find(string id) => Rules.Single(rule => rule.Id == id);

    // The name of the table's field, or that of the analyzer.
    private static string NameOf(string id)
        => typeof(DefinitionRules).GetFields().SingleOrDefault(field => (field.GetValue(null) as DiagnosticDescriptor)?.Id == id)?.Name
            ?? RuleTest.AllRules.Single(analyzer => analyzer.SupportedDiagnostics[0].Id == id).GetType().Name.Replace("Analyzer", "");
}
