using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>The code on a rule's page does what the page says.</summary>
public class RulePageTests
{
    public static TheoryData<string> Ids => RuleCatalogTests.Ids;

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task WrongCode_GivesThisRuleAndNothingElse(string id)
    {
        IReadOnlyList<string> blocks = RulePage.Read(id).Wrong;

        Assert.NotEmpty(blocks);
        foreach (string block in blocks)
        {
            ImmutableArray<Diagnostic> diagnostics = await DefinitionTest.Analyze(Project(id, block, isWrong: true).Generate().Compilation);
            Assert.NotEmpty(diagnostics);
            Assert.All(diagnostics, diagnostic => Assert.Equal(id, diagnostic.Id));
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task RightCode_IsGeneratedWithoutAWarning(string id)
    {
        IReadOnlyList<string> blocks = RulePage.Read(id).Right;

        Assert.NotEmpty(blocks);
        foreach (string block in blocks)
        {
            GeneratedConsumer generated = Project(id, block, isWrong: false).Generate();
            Assert.Empty(await DefinitionTest.Analyze(generated.Compilation));
            Assert.NotEmpty(generated.Files);
        }
    }

    private static Consumer Project(string id, string block, bool isWrong) => new(block)
    {
        // PG0012 is about the project, not the code.
        LanguageVersion = (id, isWrong) switch
        {
            ("PG0012", true) => LanguageVersion.CSharp7_3,
            ("PG0012", false) => LanguageVersion.CSharp8,
            _ => LanguageVersion.CSharp14,
        },
        Nullable = id == "PG0012" ? NullableContextOptions.Disable : NullableContextOptions.Enable,
    };
}
