using System.Reflection;

namespace PooledGen.Checking.Tests;

/// <summary>docs/testing.md shows nothing that is not compiled here; its tests run here too.</summary>
public class TestingPageTests
{
    private static readonly Assembly s_assembly = typeof(TestingPageTests).Assembly;

    private static readonly HashSet<string> s_compiledLines =
    [
        .. s_assembly.GetManifestResourceNames().Where(static name => name.EndsWith(".cs", StringComparison.Ordinal)).SelectMany(LinesOf),
    ];

    public static TheoryData<string> CodeLines => [.. CodeOf("testing.md").Distinct()];

    [Theory]
    [MemberData(nameof(CodeLines))]
    public void EveryCodeLine_OfThePage_IsCompiledHere(string line) => Assert.Contains(line, s_compiledLines);

    [Theory]
    [InlineData("fresh", Pattern.Fresh)]
    [InlineData("returned", Pattern.Returned)]
    [InlineData("over-run", Pattern.Canary)]
    public void EveryPattern_OfThePage_IsTheOneInUse(string name, byte pattern)
        => Assert.Contains(LinesOf("testing.md"), line => line.StartsWith($"| {name} | `0x{pattern:X2}` |", StringComparison.Ordinal));

    private static IEnumerable<string> CodeOf(string page)
    {
        bool inCode = false;
        foreach (string line in LinesOf(page))
        {
            if (line.StartsWith("```", StringComparison.Ordinal))
                inCode = line == "```csharp";
            else if (inCode && line.Length > 0)
                yield return line;
        }
    }

    private static IEnumerable<string> LinesOf(string resource)
    {
        using var reader = new StreamReader(s_assembly.GetManifestResourceStream(resource)!);
        return [.. reader.ReadToEnd().Split('\n').Select(static line => line.Trim())];
    }
}
