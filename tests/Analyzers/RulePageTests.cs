using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>The code on a rule's page does what the page says.</summary>
public class RulePageTests
{
    private static readonly Dictionary<string, string[]> s_besides = new()
    {
        ["PG0020"] = ["CS8968", "CS0416"],
        ["PG0037"] = ["CS8773"],
        ["PG0118"] = ["CS8345", "CS9244"],
        ["PG0119"] = ["CS8175"],
    };

    public static TheoryData<string> Ids => RuleIndexTests.Ids;

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task WrongCode_GivesThisRuleAndNothingElse(string id)
    {
        (IReadOnlyList<string> blocks, string? option) = (RulePage.Read(id).Wrong, RulePage.Read(id).WrongOption);

        Assert.NotEmpty(blocks);
        foreach (string block in blocks)
        {
            ImmutableArray<Diagnostic> diagnostics = await RuleTest.Analyze(
                Compile(id, block, isWrong: true), RuleTest.AllRules, options: option is null ? null : new EditorConfig(option).Options);

            // These rules point from the compiler's errors to what compiles.
            diagnostics = diagnostics.RemoveAll(diagnostic => s_besides.TryGetValue(id, out string[]? errors) && errors.Contains(diagnostic.Id));
            Assert.NotEmpty(diagnostics);
            Assert.All(diagnostics, diagnostic => Assert.Equal(id, diagnostic.Id));
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task RightCode_HasNoDiagnostic(string id)
    {
        (IReadOnlyList<string> blocks, string? option) = (RulePage.Read(id).Right, RulePage.Read(id).RightOption);

        Assert.NotEmpty(blocks);
        foreach (string block in blocks)
        {
            CSharpCompilation compilation = Compile(id, block, isWrong: false);
            Assert.Empty(await RuleTest.Analyze(compilation, RuleTest.AllRules, options: option is null ? null : new EditorConfig(option).Options));
            Assert.Equal(block.Contains("[PooledBuffer", StringComparison.Ordinal), compilation.SyntaxTrees.Count() > 1);
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Page_HasTheMistakeTheCorrectionTheReasonAndNothingElse(string id)
        => Assert.Equal(["Wrong", "Right", "Why", "When to suppress"], RulePage.Read(id).Sections);

    private static CSharpCompilation Compile(string id, string block, bool isWrong) => id switch
    {
        // About the project, not the code.
        "PG0012" => Compile(new Consumer(block)
        {
            LanguageVersion = isWrong ? LanguageVersion.CSharp7_3 : LanguageVersion.CSharp8,
            Nullable = NullableContextOptions.Disable,
        }),

        "PG0037" => Compile(new Consumer(block) { LanguageVersion = LanguageVersion.CSharp9 }),

        "PG0017" => Compile(new Consumer(block) { LanguageVersion = LanguageVersion.CSharp12 }),

        // For compilers that do not see it themselves.
        "PG0113" => Compile(new Consumer(block)
        {
            Framework = ConsumerFramework.NetStandard20,
            LanguageVersion = LanguageVersion.CSharp8,
            Nullable = NullableContextOptions.Disable,
        }),

        _ when id.StartsWith("PG02", StringComparison.Ordinal) => new Consumer(block).Compile().RemoveReferences(ConsumerFramework.Net100.Runtime),
        _ => Compile(new Consumer(block)),
    };

    private static CSharpCompilation Compile(Consumer consumer) => consumer.Generate().Compilation;
}
