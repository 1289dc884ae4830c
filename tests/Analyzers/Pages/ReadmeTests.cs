using System.Buffers;
using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>What the rules and the check say in README.md is what they say. <see cref="ProgramTests"/> compares what the compiler says.</summary>
public class ReadmeTests
{
    [Fact]
    public async Task Warning_IsTheOneOfTheCodeAboveIt()
    {
        (string code, string warning) = Block("\nwarning ");
        string source = $$"""
            using System.Buffers;
            using System.IO;
            static class Test { static int First(Stream stream) { {{code}} } }
            """;

        IEnumerable<Diagnostic> found = await RuleTest.Analyze(new Consumer(source).Compile(), RuleTest.AllRules);

        Assert.Contains(warning, found.Select(static one => $"{one.Id}: {one.GetMessage()}"));
    }

    [Fact]
    public void Finding_IsTheOneOfAnArrayThatIsWrittenAfterItsReturn()
    {
        // The tool writes the sentence with a capital, below a title.
        string[] words = Block("\nWritten after the return\n").Below.Split("returned, thread ")[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        string finding = string.Join(' ', words)[1..];
        ArrayPoolCheck check = PooledBuffers.CheckArrayPools(poison: true);
        byte[] array = ArrayPool<byte>.Shared.Rent(64);
        ArrayPool<byte>.Shared.Return(array);
        array[3] = 7;

        string found = Assert.Throws<PoolMisuseException>(check.Dispose).Message;

        Assert.Contains(finding, found, StringComparison.Ordinal);
    }

    // The part of the one block with that mark above it, and below it, whose lines the page wraps.
    private static (string Above, string Below) Block(string mark)
    {
        string[] parts = Assert.Single(new Page("README.md").PlainBlocks.Select(block => block.Split(mark)), static parts => parts.Length == 2);
        return (parts[0], parts[1].TrimEnd().ReplaceLineEndings(" "));
    }
}
