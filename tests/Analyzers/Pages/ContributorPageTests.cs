using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>What a contributor reads first is short: a recipe that is not read does not help.</summary>
public class ContributorPageTests
{
    [Theory]
    [InlineData("CONTRIBUTING.md", 1500)]
    [InlineData("AGENTS.md", 600)]
    public void Page_IsShort(string page, int mostWords)
        => Assert.InRange(new Page(page).Text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length, 1, mostWords);

    // A recipe that names a file which was moved sends its reader to the search.
    [Fact]
    public void Contributing_NamesFoldersAndFilesThatExist()
    {
        string[] named = [.. PathsIn(new Page("CONTRIBUTING.md").Text)];

        Assert.Contains("src/Generator/Analyzers/Definitions/DefinitionRules.cs", named);
        Assert.All(named, static path => Assert.True(Path.Exists(Repository.PathTo(path)), path));
    }

    private static IEnumerable<string> PathsIn(string text)
        => Regex.Matches(text, @"`((?:src|tests|check|bench|samples|docs)/[\w./-]*\w)`").Select(static match => match.Groups[1].Value);
}
