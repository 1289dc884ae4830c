namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>The page over time: what its charts begin with, what it marks, what it keeps.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class HistoryTests(Chromium chromium)
{
    private const string Chart = "document.querySelector('[data-chart=rentsPerSecond]')";
    private const string Line = Chart + "?.querySelector('.line')?.getAttribute('d')";
    private const string Points = "(" + Line + " ?? '').split('L').length";

    [BrowserFact]
    public async Task RateChart_BeginsWithTheFirstRateThatIsKnown()
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(1)) { Pools = static number => [ScriptedReports.Pool("Steady", rents: 5000 + (number * 100))] };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");

        await page.UntilAsync($"{Points} >= 3", "true");

        // 100 rents a second from the beginning: a line at the upper edge, and none that rises from 0.
        string line = (await page.EvaluateAsync(Line))!;
        Assert.All(line[1..].Split('L'), static point => Assert.EndsWith(",1.0", point, StringComparison.Ordinal));
        Assert.Empty(page.Complaints);
    }

    [BrowserFact]
    public async Task Pool_WhoseBuffersInUseOnlyRise_IsMarked()
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(4.5))
        {
            Pools = static number =>
            [
                ScriptedReports.Pool("Leak", inUse: number),
                ScriptedReports.Pool("Waves", inUse: number % 3 * 10),
                ScriptedReports.Pool("Cache", inUse: number < 2 ? 0 : 20),
                ScriptedReports.Pool("Steady", inUse: 5),
            ],
        };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");

        await page.UntilAsync(
            "[...document.querySelectorAll('tbody tr')].filter(row => !row.querySelector('.rising').hidden).map(row => row.querySelector('.name').textContent)",
            "Leak");

        await page.UntilAsync($"{Points} >= 20", "true"); // the leak for a while longer, and no other one
        Assert.Equal("1", await page.EvaluateAsync("document.querySelectorAll('.rising:not([hidden])').length"));
    }

    [BrowserFact]
    public async Task Pointer_OverAChart_ShowsValueAndTime()
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(5)) { Pools = static number => [ScriptedReports.Pool("Steady", rents: number * 5000)] };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.EmulateAsync(1600, "light");
        await page.UntilAsync($"{Points} >= 2", "true");
        await page.EvaluateAsync("document.getElementById('pause').click()");

        await page.PointAtAsync(Chart, 0.99);

        await page.UntilAsync("document.getElementById('tip').textContent.replace(/at .*M/, 'at a time')", "1,000/s at a time");
        Assert.Equal("false", await page.EvaluateAsync("document.getElementById('tip').hidden"));
        Assert.Equal("−60 s", await page.EvaluateAsync("document.querySelector('.from').textContent"));
        await page.PointAtAsync("document.querySelector('h1')", 0.5);
        await page.UntilAsync("document.getElementById('tip').hidden", "true");
    }

    [BrowserFact]
    public async Task History_SurvivesAReload_WithAGapWhereNothingIsKnown()
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(6)) { Pools = static number => [ScriptedReports.Pool("Steady", rents: number * 600)] };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync($"({Line} ?? '').split('M').length > 3", "true"); // three samples, each after a gap

        await page.EvaluateAsync("(window.isOld = true, location.reload())");

        await page.UntilAsync($"window.isOld === undefined && ({Line} ?? '').split('M').length > 4", "true");
        Assert.Empty(page.Complaints);
    }
}
