using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>docs/internals/claims.md names tests that exist.</summary>
public class ClaimsPageTests
{
    [Fact]
    public void Tests_ThatProveAClaim_Exist()
    {
        string[] tests =
        [
            .. from line in new Page("docs/internals/claims.md").Text.Split('\n')
               where line.StartsWith('|')
               from match in Regex.Matches(line.Split('|')[2], "`([^`]+)`")
               select match.Groups[1].Value,
        ];
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
