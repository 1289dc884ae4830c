using System.Text.RegularExpressions;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>docs/generated-code.md shows lines of the file that the generator emits for the page's own declaration.</summary>
public class GeneratedCodePageTests
{
    // What the page leaves out, as it says.
    private static readonly string[] s_namespaces =
    [
        "global::PooledGen.CompilerServices.", "global::PooledGen.", "global::System.Runtime.CompilerServices.", "global::System.",
    ];

    private static readonly Page s_page = new("docs/generated-code.md");

    public static TheoryData<string> Lines
        => [.. s_page.PlainBlocks.SelectMany(static block => block.Split('\n', StringSplitOptions.RemoveEmptyEntries)).Distinct()];

    [Theory]
    [MemberData(nameof(Lines))]
    public void Line_IsInTheEmittedFile(string line)
    {
        string emitted = Assert.Single(new Consumer(Assert.Single(s_page.Programs)).Generate().Files).Value;
        foreach (string name in s_namespaces)
            emitted = emitted.Replace(name, "", StringComparison.Ordinal);

        Assert.Contains(Narrow(line), emitted.Split('\n').Select(Narrow));
    }

    // The columns of the header are farther apart than a page is wide.
    private static string Narrow(string line) => Regex.Replace(line.Trim(), " +", " ");
}
