using System.Globalization;
using PooledGen.Analyzers.Tests;
using PooledGen.Dashboard.Tests.Browser;

namespace PooledGen.Dashboard.Tests.Documentation;

/// <summary>A reader who decides within a minute sees the code of a rental without scrolling far.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class FirstScreenTests(Chromium chromium)
{
    [BrowserFact]
    public async Task Readme_OnADesktop_HasARentalWithin819Pixels()
    {
        (string, string)[] readme = [("README.md", await File.ReadAllTextAsync(Repository.PathTo("README.md")))];

        string top = await RenderedPages.LookAsync(
            chromium,
            readme,
            RenderedPages.Column,
            "light",
            static page => page.EvaluateAsync("document.querySelector('pre:has(> .language-csharp)').getBoundingClientRect().top"));

        Assert.InRange(double.Parse(top, CultureInfo.InvariantCulture), 1, 819);
    }
}
