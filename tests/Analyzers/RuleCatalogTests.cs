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
    public void EveryDefinitionAnalyzer_IsInTheListOnce()
    {
        IEnumerable<Type> analyzers = typeof(DefinitionAnalyzer).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(DefinitionAnalyzer)));

        Assert.Equal(
            analyzers.Select(type => type.Name).Order(StringComparer.Ordinal),
            DefinitionRules.All.Select(rule => rule.GetType().Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Ids_AreUniqueAndOneAnalyzerEach()
    {
        Assert.Equal(Rules.Select(rule => rule.Id).Distinct(), Rules.Select(rule => rule.Id));
        Assert.All(RuleTest.AllRules, rule => Assert.Single(rule.SupportedDiagnostics));
    }

    [Fact]
    public void DefinitionRules_AreInTheOrderOfTheirIds()
    {
        IEnumerable<string> ids = DefinitionRules.All.Select(rule => rule.SupportedDiagnostics[0].Id);

        Assert.Equal(ids.Order(StringComparer.Ordinal), ids);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_IsOnAndOfItsFamily(string id)
    {
        DiagnosticDescriptor rule = Find(id);

        Assert.True(rule.IsEnabledByDefault);
        Assert.Equal(id[..4] switch { "PG00" => "PooledGen.Definition", "PG01" => "PooledGen.Rental", _ => "PooledGen.RawPool" }, rule.Category);
    }

    [Fact]
    public void DefinitionRules_AreErrors() => Assert.All(
        DefinitionRules.All, rule => Assert.Equal(DiagnosticSeverity.Error, rule.SupportedDiagnostics[0].DefaultSeverity));

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rule_HasItsTestClass(string id)
    {
        string name = RuleTest.AllRules.Single(rule => rule.SupportedDiagnostics[0].Id == id).GetType().Name.Replace("Analyzer", "Tests");
        Type tests = Assert.Single(typeof(RuleCatalogTests).Assembly.GetTypes(), type => type.Name == name);

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
}
