using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests;

/// <summary>A rule's page: its first heading, and the C# blocks and the .editorconfig line under "Wrong" and "Right".</summary>
internal sealed partial record RulePage(
    string Heading, IReadOnlyList<string> Wrong, IReadOnlyList<string> Right, string? WrongOption, string? RightOption)
{
    public static RulePage Read(string id)
    {
        string text = File.ReadAllText(Repository.PathTo($"docs/rules/{id}.md"));
        return new RulePage(text[..text.IndexOf('\n')], Blocks(text, "Wrong"), Blocks(text, "Right"), Option(text, "Wrong"), Option(text, "Right"));
    }

    private static string[] Blocks(string text, string heading) => [.. Fences(text, heading, "csharp")];

    private static string? Option(string text, string heading) => Fences(text, heading, "ini").SingleOrDefault();

    private static IEnumerable<string> Fences(string text, string heading, string language) => Section().Matches(text)
        .Where(section => section.Groups["heading"].Value == heading)
        .SelectMany(section => Fence().Matches(section.Value))
        .Where(fence => fence.Groups["language"].Value == language)
        .Select(fence => fence.Groups["code"].Value);

    [GeneratedRegex(@"^## (?<heading>[^\n]+)\n(?:(?!## )[^\n]*\n?)*", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Section();

    [GeneratedRegex(@"^```(?<language>\w*)\n(?<code>.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex Fence();
}
