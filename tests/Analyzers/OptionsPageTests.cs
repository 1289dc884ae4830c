using System.Text.RegularExpressions;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>The programs of docs/options.md compile, and no rule objects to them.</summary>
public class OptionsPageTests
{
    public static TheoryData<string> Blocks =>
        [.. Regex.Matches(File.ReadAllText(Repository.PathTo("docs/options.md")), "```csharp\n(.*?)```", RegexOptions.Singleline)
            .Select(match => match.Groups[1].Value)];

    [Fact]
    public void Page_HasBlocks() => Assert.InRange(Blocks.Count, 2, int.MaxValue);

    [Theory]
    [MemberData(nameof(Blocks))]
    public async Task Block_CompilesWithoutADiagnostic(string block)
        => Assert.Empty(await RuleTest.Analyze(new Consumer(block).Generate().Compilation, RuleTest.AllRules));
}
