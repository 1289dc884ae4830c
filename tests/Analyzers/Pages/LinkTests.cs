using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>Every link of the documentation to the repository itself leads to something: files, pictures, headings.</summary>
public class LinkTests
{
    // Of the SDK, and of bench/charts.sh.
    private static readonly string[] s_generated = ["/obj/", "/node_modules/"];

    public static TheoryData<string> Pages => [.. Page.Paths];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Links_OfAPage_LeadSomewhere(string path)
    {
        string folder = Path.GetDirectoryName(path)!;
        string text = Regex.Replace(new Page(path).Prose, "`[^`\n]*`", "");
        IEnumerable<string> targets = Regex.Matches(text, @"\]\(([^)\s]+)\)").Select(static match => match.Groups[1].Value)
            .Concat(Regex.Matches(text, "(?:src|srcset)=\"([^\"]+)\"").Select(static match => match.Groups[1].Value));
        string[] broken = [.. targets.Where(target => !target.StartsWith("http", StringComparison.Ordinal) && !Leads(path, folder, target))];

        Assert.Empty(broken);
    }

    [Fact]
    public void Pages_NamedInSources_Exist()
    {
        string[] named = [.. new[] { "src", "tests", "check", "bench", "samples" }.SelectMany(PagesNamedIn).Distinct()];

        Assert.Contains("docs/internals/design.md", named);
        Assert.All(named, static page => Assert.True(File.Exists(Repository.PathTo(page)), page));
    }

    private static IEnumerable<string> PagesNamedIn(string folder)
        => from file in Directory.EnumerateFiles(Repository.PathTo(folder), "*", SearchOption.AllDirectories)
           where Path.GetExtension(file) is ".cs" or ".csproj" or ".props" or ".targets" or ".globalconfig" or ".md" or ".sh"
           where !Array.Exists(s_generated, folder => file.Replace('\\', '/').Contains(folder, StringComparison.Ordinal))
           from match in Regex.Matches(File.ReadAllText(file), @"(?<![\w.-])docs/[\w/-]+\.md")
           select match.Value;

    private static bool Leads(string path, string folder, string target)
    {
        string[] parts = target.Split('#');
        string file = parts[0].Length == 0 ? path : Path.Combine(folder, parts[0]);
        string full = Repository.PathTo(file);
        if (parts.Length == 1)
            return File.Exists(full) || Directory.Exists(full);

        return File.Exists(full) && Headings(File.ReadAllText(full)).Contains(parts[1]);
    }

    /// <summary>The name of a heading in a link, as the host of the repository makes it: lower case, hyphens for spaces, and no punctuation.</summary>
    internal static string Anchor(string heading) => Regex.Replace(heading.Trim().ToLowerInvariant(), @"[^\w\- ]", "").Replace(' ', '-');

    private static IEnumerable<string> Headings(string text)
        => Regex.Matches(text, "^#+ (.*)$", RegexOptions.Multiline).Select(static match => Anchor(match.Groups[1].Value));
}
