using System.Buffers;
using PooledGen.Diagnostics;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>README.md is short, and what the check says in it is what it says. <see cref="ProgramTests"/> compares what the compiler says.</summary>
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

    [Fact]
    public void Finding_IsTheOneOfAnArrayThatIsWrittenAfterItsReturn()
    {
        // The tool writes the sentence with a capital, below a title, and breaks it into lines.
        string block = Assert.Single(
            new Page("README.md").PlainBlocks, static block => block.StartsWith("Written after the return\n", StringComparison.Ordinal));
        string[] words = block.Split('\n', 2)[1].Split("rented, thread ")[0].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        string finding = string.Join(' ', words)[1..];
        ArrayPoolCheck check = ArrayPoolCheck.Start(poison: true);
        byte[] array = ArrayPool<byte>.Shared.Rent(64);
        ArrayPool<byte>.Shared.Return(array);
        array[3] = 7;

        string found = Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Message;

        Assert.Contains(finding, found, StringComparison.Ordinal);
    }
}
