using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>A page of the documentation.</summary>
/// <param name="path">From the repository's root.</param>
internal sealed class Page(string path)
{
    /// <summary>The pages at the root, everything in docs, those of src, of the packages and of the samples, those of the tests, and the figures.</summary>
    public static IEnumerable<string> Paths
    {
        get
        {
            string root = Repository.PathTo(".");
            return Directory.EnumerateFiles(root, "*.md").Concat(Directory.EnumerateFiles(Path.Combine(root, "docs"), "*.md", SearchOption.AllDirectories))
                .Concat(new[] { "src", "check/src", "samples" }.SelectMany(half => Directory.EnumerateDirectories(Path.Combine(root, half)))
                    .SelectMany(static folder => Directory.EnumerateFiles(folder, "*.md")))
                .Concat(new[] { "src", "tests", "tests/scripts", "check", "bench/results" }.Select(folder => Path.Combine(root, folder, "README.md")))
                .Select(file => Path.GetRelativePath(root, file).Replace('\\', '/'))
                .Order(StringComparer.Ordinal);
        }
    }

    public string Text { get; } = File.ReadAllText(Repository.PathTo(path)).ReplaceLineEndings("\n");

    public IEnumerable<string> Programs => Blocks("csharp");

    /// <summary>What is no program: output, emitted text, commands.</summary>
    public IEnumerable<string> PlainBlocks => Blocks("");

    /// <summary>The text without its blocks.</summary>
    public string Prose => Regex.Replace(Text, "^```.*?^```$", "", RegexOptions.Singleline | RegexOptions.Multiline);

    private IEnumerable<string> Blocks(string language)
        => Regex.Matches(Text, "^```(.*?)\n(.*?)^```$", RegexOptions.Singleline | RegexOptions.Multiline)
            .Where(match => match.Groups[1].Value == language)
            .Select(static match => match.Groups[2].Value);
}
