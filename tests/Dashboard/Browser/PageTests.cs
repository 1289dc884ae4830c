using System.Globalization;
using Microsoft.AspNetCore.Builder;
using PooledGen.CompilerServices;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>The page as such: its markup, its place, its looks.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class PageTests(Chromium chromium)
{
    // Hostile in two ways: it is markup, and it is long.
    private static readonly BufferPool<int> s_pool = PoolFactory.Create<int>(contract: 1, new PoolOptions
    {
        Name = $"</th></table><img src=x onerror=\"document.title = 'ours'\">{new string('x', 200)}",
        ThreadStacks = static () => ref t_stacks,
        MaxLength = 64,
        MaxRetainedBytes = long.MaxValue,
    });

    [ThreadStatic]
    private static ThreadStack[]? t_stacks;

    private readonly PoolRow _row = new(s_pool);

    [BrowserFact]
    public async Task Name_ThatIsMarkup_IsText()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");

        await page.UntilAsync(_row.Exists, "true");

        Assert.Equal("0", await page.EvaluateAsync("document.images.length"));
        Assert.Equal("Pools", await page.EvaluateAsync("document.title"));
    }

    [BrowserFact]
    public async Task Page_BelowAPathBase_FindsItsFigures()
    {
        await using DashboardServer server = await DashboardServer.StartAsync(static app =>
        {
            app.UsePathBase("/app");
            app.UseRouting();
            app.MapPooledBuffers("/pools");
        });
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/app/pools");

        await page.UntilAsync(_row.Exists, "true");

        Assert.Equal(server.Address + "/app/pools/", await page.EvaluateAsync("location.href"));
    }

    [BrowserTheory]
    [InlineData(400, "light")]
    [InlineData(400, "dark")]
    [InlineData(1000, "dark")]
    [InlineData(1280, "light")]
    [InlineData(1600, "light")]
    [InlineData(1600, "dark")]
    public async Task Page_OnAnyScreen_FitsAndIsReadable(int width, string scheme)
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.EmulateAsync(width, scheme);
        await page.UntilAsync(_row.Exists, "true");

        Assert.Equal($"{width}", await page.EvaluateAsync("innerWidth"));
        Assert.Equal("true", await page.EvaluateAsync("document.documentElement.scrollWidth <= innerWidth"));
        Assert.Equal(scheme == "dark", await Luminance(page, "body", "backgroundColor") < 0.5);
        (string, string)[] texts =
            [("h1", "body"), ("#tools", "body"), ("#legend", "body"), ("td", "tbody tr"), ("small", "tbody tr"), ("button", "button")];
        foreach ((string text, string ground) in texts)
            Assert.True(await Contrast(page, text, ground) >= 4.5, $"{text} on {ground}"); // WCAG 2, AA
    }

    [BrowserFact]
    public async Task Page_OfOversizeRentals_MarksThemWhereTheyAreCounted()
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(1))
        {
            Pools = static _ => [ScriptedReports.Pool("Shop.Page", oversize: 23_860), ScriptedReports.Pool("Shop.Order", oversize: 0)],
        };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");

        await page.UntilAsync("[...document.querySelectorAll('.notice')].map(figure => figure.textContent)", "23,860,23,860");

        Assert.Equal("oversize,oversize", await page.EvaluateAsync("[...document.querySelectorAll('.notice')].map(figure => figure.dataset.figure)"));
    }

    [BrowserFact]
    public async Task Chart_OfNothing_HasNoPeak()
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(1)) { Pools = static _ => [ScriptedReports.Pool("Shop.Page")] };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");

        await page.UntilAsync("document.querySelector('[data-chart=inUse]')?.getAttribute('aria-label')", "In use over 1 min, none");

        Assert.Equal("none", await page.EvaluateAsync("document.querySelector('td:has([data-chart=inUse]) .peak').textContent"));
    }

    [BrowserFact]
    public async Task Page_ShowsTheSettingsAndWhatIsIgnored()
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(1)) { Pools = static _ => [], Ignored = ["<b>one</b>", "two"] };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");

        await page.UntilAsync(
            "document.getElementById('process').textContent", "Process 4745 on web-1: idle trimming every 10 s, sampling 5/s");

        Assert.Equal("<b>one</b>\ntwo", await page.EvaluateAsync("document.getElementById('ignored').textContent"));
    }

    // As WCAG 2 defines it: from 1 to 21.
    private static async Task<double> Contrast(BrowserPage page, string text, string ground)
    {
        double one = await Luminance(page, text, "color");
        double other = await Luminance(page, ground, "backgroundColor");
        return (Math.Max(one, other) + 0.05) / (Math.Min(one, other) + 0.05);
    }

    private static async Task<double> Luminance(BrowserPage page, string element, string property)
    {
        // "rgb(1, 2, 3)"; a fourth figure would be transparency
        string color = (await page.EvaluateAsync($"getComputedStyle(document.querySelector('{element}')).{property}"))!;
        double[] linear = [.. from part in color["rgb(".Length..^1].Split(',') select Linear(int.Parse(part, CultureInfo.InvariantCulture) / 255.0)];
        Assert.Equal(3, linear.Length);
        return (0.2126 * linear[0]) + (0.7152 * linear[1]) + (0.0722 * linear[2]);

        static double Linear(double part) => part <= 0.04045 ? part / 12.92 : Math.Pow((part + 0.055) / 1.055, 2.4);
    }
}
