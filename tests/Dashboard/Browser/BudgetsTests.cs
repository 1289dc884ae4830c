using System.Text.Json.Nodes;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>The budgets that have a name, below the pools.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class BudgetsTests(Chromium chromium)
{
    private const string Rows = "[...document.querySelectorAll('#budgets tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' ')).join('; ')";

    [BrowserFact]
    public async Task Budgets_WithAName_AreATable()
    {
        await using DashboardServer server = await StartAsync(static number => number < 2 ? [Budget("requests", 48 << 10, 7), Budget("uploads", 0, 0)] : []);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");

        await page.UntilAsync(Rows, "requests 48 KB 64 KB 3 7; uploads 0 B 64 KB 3 0");

        await page.UntilAsync("document.getElementById('budgets').hidden", "true");
    }

    [BrowserTheory]
    [InlineData(360)]
    [InlineData(1600)]
    public async Task Budgets_OnAnyScreen_Fit(int width)
    {
        await using DashboardServer server = await StartAsync(static _ => [Budget("uploads of tenants who pay nothing, in all regions", 1L << 40, 1 << 30)]);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.EmulateAsync(width, "light");

        await page.UntilAsync("document.querySelectorAll('#budgets tbody tr').length", "1");

        Assert.Equal("0", await page.EvaluateAsync("document.documentElement.scrollWidth - document.documentElement.clientWidth"));
    }

    private static Task<DashboardServer> StartAsync(Func<int, IEnumerable<JsonObject>> budgets)
        => DashboardServer.StartAsync(new ScriptedReports(TimeSpan.FromSeconds(1)) { Pools = static _ => [], Budgets = budgets }.Map);

    private static JsonObject Budget(string name, long inUseBytes, long refused) => new()
    {
        ["name"] = name,
        ["inUseBytes"] = inUseBytes,
        ["maxBytes"] = 64 << 10,
        ["waitingCount"] = 3,
        ["refusedCount"] = refused,
    };
}
