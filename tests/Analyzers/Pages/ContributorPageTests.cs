using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>The recipes of CONTRIBUTING.md name what exists.</summary>
public class ContributorPageTests
{
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
