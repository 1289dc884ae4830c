using System.Reflection;

namespace PooledGen.Interop.Tests;

/// <summary>docs/interop.md shows nothing that is not compiled and run here.</summary>
public class InteropPageTests
{
    private static readonly Assembly s_assembly = typeof(InteropPageTests).Assembly;

    private static readonly HashSet<string> s_compiledLines =
    [
        .. s_assembly.GetManifestResourceNames().Where(static name => name.EndsWith(".cs", StringComparison.Ordinal)).SelectMany(LinesOf),
    ];

    public static TheoryData<string> CodeLines => [.. CodeOf("interop.md").Distinct()];

    [Theory]
    [MemberData(nameof(CodeLines))]
    public void EveryCodeLine_OfThePage_IsCompiledHere(string line) => Assert.Contains(line, s_compiledLines);

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
