using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests;

/// <summary>The cases of a theory, in a file beside its tests: a line <c>## name</c> for each, and below it the code.</summary>
/// <param name="path">The file, from the folder of these tests.</param>
internal sealed class CaseFile(string path)
{
    // Throws for a second case of the same name.
    private readonly Dictionary<string, string> _cases = Regex
        .Split(File.ReadAllText(Repository.PathTo($"tests/Analyzers/{path}")).ReplaceLineEndings("\n"), "^## ", RegexOptions.Multiline)
        .Skip(1)
        .Select(static text => text.Split('\n', 2))
        .ToDictionary(static parts => parts[0], static parts => parts[1].Trim('\n'), StringComparer.Ordinal);

    public TheoryData<string> Names => [.. _cases.Keys];

    public string this[string name] => _cases[name];
}
