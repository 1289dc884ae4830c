using System.Text.RegularExpressions;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>The contents of the docs site have each page of docs once. <c>docs/site/build.sh</c> adds the pages of the rules.</summary>
public class SiteTests
{
    [Fact]
    public void Contents_HaveEachPageOnce()
    {
        string docs = Repository.PathTo("docs");
        IEnumerable<string> pages = from file in Directory.EnumerateFiles(docs, "*.md", SearchOption.AllDirectories)
                                    let page = Path.GetRelativePath(docs, file).Replace('\\', '/')
                                    where !Regex.IsMatch(page, @"^rules/PG\d+\.md$")
                                    select page;

        IEnumerable<string> named = Regex.Matches(File.ReadAllText(Repository.PathTo("docs/site/contents.yml")), @"[hH]ref: ([\w./-]+\.md)")
            .Select(static match => match.Groups[1].Value);

        // README.md, under the name that the site's host shows first.
        Assert.Equal(pages.Append("index.md").Order(StringComparer.Ordinal), named.Order(StringComparer.Ordinal));
    }
}
