using System.Text.Json.Nodes;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>The page over time: what its charts begin with, what it marks, what it keeps.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class HistoryTests(Chromium chromium)
{
    private const string Chart = "document.querySelector('[data-chart=rentsPerSecond]')";
    private const string Line = Chart + "?.querySelector('.line')?.getAttribute('d')";
    private const string Points = "(" + Line + " ?? '').split('L').length";
    private const string InUse = "document.querySelector('tbody [data-figure=inUse]')?.textContent";
    private const string PeakInUse = "document.querySelector('td:has([data-chart=inUse]) .peak').textContent";
    private const string Reload = "(window.isOld = true, location.reload())";

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
        long inUse = 7;
        var reports = new ScriptedReports(TimeSpan.FromSeconds(6))
        {
            Pools = number => [ScriptedReports.Pool("Steady", inUse: Volatile.Read(ref inUse), rents: number * 600)],
        };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync($"({Line} ?? '').split('M').length > 3", "true"); // three samples, each after a gap
        Volatile.Write(ref inUse, 1);

        await page.EvaluateAsync(Reload);

        await page.UntilAsync($"window.isOld === undefined && {InUse} === '1'", "true");
        Assert.Equal("peak 7 buffers", await page.EvaluateAsync(PeakInUse)); // the page before saw them
        await page.UntilAsync($"({Line} ?? '').split('M').length > 4", "true");
        Assert.Empty(page.Complaints);
    }

    [BrowserFact]
    public async Task History_SurvivesAReloadBeforeTheFirstAnswer()
    {
        long inUse = 7;
        var reports = new ScriptedReports(TimeSpan.FromSeconds(1)) { Pools = _ => [ScriptedReports.Pool("Steady", inUse: Volatile.Read(ref inUse))] };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(InUse, "7");
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        reports.Gate = gate.Task;

        for (int i = 0; i < 2; i++)
        {
            await page.EvaluateAsync(Reload);
            await page.UntilAsync("window.isOld === undefined && document.readyState", "complete"); // its script has run
        }

        Volatile.Write(ref inUse, 1);
        gate.SetResult();

        await page.UntilAsync(InUse, "1");
        Assert.Equal("peak 7 buffers", await page.EvaluateAsync(PeakInUse));
    }

    [BrowserFact]
    public async Task Pool_WhoseCountsFell_BeginsAnew()
    {
        // Each pool but the first is another one in each report, and a different count shows it.
        string[] counts = ["rents", "hits", "misses", "oversize", "trimmed", "evicted", "dropped", "misuseCount"];
        long inUse = 7;
        var reports = new ScriptedReports(TimeSpan.FromSeconds(1))
        {
            Pools = number => new[] { "Steady" }.Concat(counts).Select(name =>
            {
                JsonObject pool = ScriptedReports.Pool(name, inUse: Volatile.Read(ref inUse), rents: 5000 + (number * 100));
                if (name != "Steady")
                    pool[name] = 1_000_000 - number;

                return pool;
            }),
        };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(InUse, "7");
        Volatile.Write(ref inUse, 1);
        await page.UntilAsync(InUse, "1");

        string shown = (await page.EvaluateAsync(
            "[...document.querySelectorAll('tbody tr')].map(row => ['.name', '[data-figure=rentsPerSecond]', 'td:has([data-chart=inUse]) .peak']"
            + ".map(part => row.querySelector(part).textContent).join(' ')).join('; ')"))!;

        Assert.Equal(["Steady 100 peak 7 buffers", .. counts.Select(static name => $"{name} – peak 1 buffer")], shown.Split("; "));
        Assert.Equal("100", await page.EvaluateAsync("document.querySelector('#totals [data-figure=rentsPerSecond]').textContent"));
        Assert.Empty(page.Complaints);
    }
}
