using System.Text.RegularExpressions;
using PooledGen.Bench.Publish;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>README.md has the finding of the page, and times of a machine that it names. <see cref="ProgramTests"/> compares what the compiler says.</summary>
public class ReadmeTests
{
    // Machines differ, so a time without its machine says nothing.
    [Theory]
    [InlineData("quick-net10.0-x64")]
    [InlineData("first-rental")]
    public void Times_NameTheirMachine(string result)
    {
        string processor = Results.Named(result).GetProperty("machine").GetProperty("processor").GetString()!;

        Assert.Contains(processor, new Page("README.md").Prose, StringComparison.Ordinal);
    }

    /// <summary>It is shorter there than in the page, which has all stacks. Lines are left out, and none is changed.</summary>
    [Fact]
    public void Finding_IsThatOfThePage()
    {
        string[] shown = LinesOf("README.md");
        string[] all = LinesOf("docs/checking-array-pools.md");

        Assert.Equal(shown, all.Intersect(shown));
        Assert.Contains(shown, static line => Regex.IsMatch(line, @"^    at \w+ in .*\.cs:\d+$"));
    }

    private static string[] LinesOf(string page)
    {
        string block = Assert.Single(new Page(page).PlainBlocks, static block => block.StartsWith("Used after the return", StringComparison.Ordinal));
        return [.. block.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(static line => line != "    …")];
    }
}
