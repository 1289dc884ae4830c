using System.Reflection;

namespace PooledGen.Interop.Tests;

/// <summary>A documentation page that is embedded in a test assembly, beside the sources that its code is taken from.</summary>
internal sealed class CompiledPage(Assembly assembly, string page)
{
    private HashSet<string>? _compiledLines;

    public IEnumerable<string> Lines => LinesOf(page);

    /// <summary>The lines of its C# blocks, each once.</summary>
    public IEnumerable<string> CodeLines => Code().Distinct();

    /// <summary>Every line of the embedded sources.</summary>
    public IReadOnlySet<string> CompiledLines => _compiledLines
        ??= [.. assembly.GetManifestResourceNames().Where(static name => name.EndsWith(".cs", StringComparison.Ordinal)).SelectMany(LinesOf)];

    private IEnumerable<string> Code()
    {
        bool inCode = false;
        foreach (string line in Lines)
        {
            if (line.StartsWith("```", StringComparison.Ordinal))
                inCode = line == "```csharp";
            else if (inCode && line.Length > 0)
                yield return line;
        }
    }

    private IEnumerable<string> LinesOf(string resource)
    {
        using var reader = new StreamReader(assembly.GetManifestResourceStream(resource)!);
        return [.. reader.ReadToEnd().Split('\n').Select(static line => line.Trim())];
    }
}
