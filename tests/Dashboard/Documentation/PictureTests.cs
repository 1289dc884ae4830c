using System.Globalization;
using System.Text.RegularExpressions;
using PooledGen.Dashboard.Tests.Browser;

namespace PooledGen.Dashboard.Tests.Documentation;

/// <summary>Each picture of the pages has one for a telephone and one for each colour scheme, and the text of the charts is large enough to be read.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class PictureTests(Chromium chromium)
{
    private const double SmallestText = 12;

    // Each has its picture for a desktop in the light scheme as its last choice.
    private const string Charts = "[...document.querySelectorAll('picture img[src$=svg]')]";

    [BrowserTheory]
    [InlineData(RenderedPages.Column, "light", "-light")]
    [InlineData(RenderedPages.Column, "dark", "-dark")]
    [InlineData(RenderedPages.Telephone, "light", "-phone-light")]
    [InlineData(RenderedPages.Telephone, "dark", "-phone-dark")]
    public async Task Chart_OnAScreen_IsTheOneForIt_AndItsTextIsNotMadeSmaller(int width, string scheme, string suffix)
    {
        string charts = await RenderedPages.LookAsync(chromium, RenderedPages.All, width, scheme, async page =>
        {
            // A picture is chosen anew, and loaded, after the screen has changed.
            string isOther = $"image => !image.complete || !image.currentSrc.endsWith(image.src.split('/').at(-1).replace('-light', '{suffix}'))";
            await page.UntilAsync($"{Charts}.filter({isOther}).map(image => image.currentSrc)", "");
            return await page.EvaluateAsync($"{Charts}.map(image => `${{image.currentSrc}} ${{image.width / image.naturalWidth}}`).join('\\n')");
        });

        string[] lines = charts.Split('\n');
        Assert.Equal(7, lines.Length);
        Assert.All(lines, static line =>
        {
            string[] parts = line.Split(' ');
            double scale = double.Parse(parts[1], CultureInfo.InvariantCulture);
            IEnumerable<double> sizes = Regex.Matches(File.ReadAllText(new Uri(parts[0]).LocalPath), "font-size=\"([0-9.]+)px\"")
                .Select(static match => double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture));
            Assert.InRange(scale * sizes.Min(), SmallestText, double.MaxValue);
        });
    }

    [BrowserFact]
    public async Task Dashboard_OnATelephone_IsShownAsOnATelephone()
        => await RenderedPages.LookAsync(chromium, RenderedPages.All, RenderedPages.Telephone, "light", async page =>
        {
            await page.UntilAsync("document.querySelector('picture img[src$=png]').currentSrc.split('/').at(-1)", "dashboard-phone.png");
            return "";
        });
}
