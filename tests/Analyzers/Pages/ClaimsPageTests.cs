using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>docs/internals/claims.md has what README.md says, in its words, and the tests that it names exist.</summary>
public class ClaimsPageTests
{
    private static readonly string[][] s_rows =
    [
        .. from line in new Page("docs/internals/claims.md").Text.Split('\n')
           where line.StartsWith("| ", StringComparison.Ordinal) && !line.StartsWith("| README says", StringComparison.Ordinal)
           select line.Split('|', StringSplitOptions.TrimEntries)[1..^1],
    ];

    [Fact]
    public void Claims_AreInTheWordsOfReadme()
    {
        // Of a link its text, and of a paragraph one line.
        string readme = Regex.Replace(new Page("README.md").Text, @"\]\([^)]*\)|[\[`*]", "");
        readme = Regex.Replace(readme, @"\s+", " ");

        Assert.InRange(s_rows.Length, 10, int.MaxValue);
        Assert.All(s_rows, row => Assert.Contains(row[0], readme, StringComparison.Ordinal));
    }

    [Fact]
    public void Tests_ThatProveAClaim_Exist()
    {
        string[] tests = [.. s_rows.SelectMany(static row => Regex.Matches(row[1], "`([^`]+)`")).Select(static match => match.Groups[1].Value)];
        string[] files =
        [
            .. new[] { "tests", "check/tests" }
                .SelectMany(static folder => Directory.EnumerateFiles(Repository.PathTo(folder), "*.cs", SearchOption.AllDirectories))
                .Select(Path.GetFileNameWithoutExtension)
                .OfType<string>(),
        ];

        Assert.NotEmpty(tests);
        Assert.All(tests, test => Assert.Contains(test, files));
    }
}
