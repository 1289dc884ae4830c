using System.Text.Json;
using System.Text.RegularExpressions;
using PooledGen.Bench.Publish;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>README.md is short, and its finding is that of the page. <see cref="ProgramTests"/> compares what the compiler says.</summary>
public class ReadmeTests
{
    /// <summary>A reader decides within a minute, and the first thing to type is on the first screen.</summary>
    [Fact]
    public void Page_IsReadInAMinuteAndBeginsWithACommand()
    {
        string text = new Page("README.md").Text;
        int firstBlock = Array.IndexOf(text.Split('\n'), "```");

        Assert.InRange(text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length, 1, 700);
        Assert.InRange(firstBlock, 0, 10); // its command is on the next line, the twelfth or an earlier one
    }

    // Machines differ, so a time without its machine says nothing.
    [Theory]
    [InlineData("quick-net10.0-x64")]
    [InlineData("first-rental")]
    public void Times_NameTheirMachine(string result)
    {
        Assert.Contains("All figures are of an AMD EPYC with two cores.", new Page("README.md").Prose, StringComparison.Ordinal);

        JsonElement machine = Results.Named(result).GetProperty("machine");
        Assert.Equal(("AMD EPYC", 2), (machine.GetProperty("processor").GetString(), machine.GetProperty("cores").GetInt32()));
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
