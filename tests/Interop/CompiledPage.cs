using System.Reflection;

namespace PooledGen.Interop.Tests;

/// <summary>A documentation page that is embedded in a test assembly, beside the sources that its code is taken from.</summary>
internal sealed class CompiledPage(Assembly assembly, string page)
{
    private HashSet<string>? _compiledLines;
    private List<string>? _sources;

    public IEnumerable<string> Lines => LinesOf(page);

    /// <summary>Its C# blocks, without indentation and empty lines.</summary>
    public IEnumerable<string> Blocks
    {
        get
        {
            List<string>? block = null;
            foreach (string line in Lines)
            {
                if (!line.StartsWith("```", StringComparison.Ordinal))
                {
                    block?.Add(line);
                }
                else if (block is not null)
                {
                    yield return Joined(block);
                    block = null;
                }
                else if (line == "```csharp")
                {
                    block = [];
                }
            }
        }
    }

    /// <summary>The lines of its C# blocks, each once.</summary>
    public IEnumerable<string> CodeLines => Blocks.SelectMany(static block => block.Split('\n', StringSplitOptions.RemoveEmptyEntries)).Distinct();

    /// <summary>Every line of the embedded sources.</summary>
    public IReadOnlySet<string> CompiledLines => _compiledLines ??= [.. Sources.SelectMany(LinesOf)];

    /// <summary>Whether a block stands as a whole in one of the embedded sources.</summary>
    public bool IsCompiled(string block)
    {
        _sources ??= [.. Sources.Select(source => Joined(LinesOf(source)))];
        return _sources.Exists(source => source.Contains(block, StringComparison.Ordinal));
    }

    private IEnumerable<string> Sources => assembly.GetManifestResourceNames().Where(static name => name.EndsWith(".cs", StringComparison.Ordinal));

    // Each line ends with a line feed, and one stands before the first, so that a line is found as a whole only.
    private static string Joined(IEnumerable<string> lines)
        => "\n" + string.Concat(lines.Where(static line => line.Length > 0).Select(static line => line + "\n"));

    private IEnumerable<string> LinesOf(string resource)
    {
        using var reader = new StreamReader(assembly.GetManifestResourceStream(resource)!);
        return [.. reader.ReadToEnd().Split('\n').Select(static line => line.Trim())];
    }
}
