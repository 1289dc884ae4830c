namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>The pictures in docs/images: <c>POOLEDGEN_SCREENSHOTS=folder dotnet test tests/Dashboard --filter Screenshot</c> renews them.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class ScreenshotTests(Chromium chromium)
{
    private static readonly string? s_folder = Environment.GetEnvironmentVariable("POOLEDGEN_SCREENSHOTS");

    [BrowserTheory]
    [InlineData("light", "light", 1440, 560, "rows")]
    [InlineData("dark", "dark", 1440, 560, "rows")]
    [InlineData("phone", "light", 400, 860, "cards")]
    public async Task Screenshot_OfABusyServer_HasNoErrorAndFits(string name, string scheme, int width, int height, string layout)
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(4.5))
        {
            Pools = static number =>
            [
                ScriptedReports.Pool("Shop.PacketBuffer", Wave(number, 12, 5), 1_400_000 + (number * 90_000) + Wave(number, 40_000, 4), retainedBytes: 180_000),
                ScriptedReports.Pool("Shop.ImageBuffer", inUse: 3 + number, rents: 20_000 + (number * 700), retainedBytes: Wave(number, 2_000_000, 7)),
                ScriptedReports.Pool("Shop.LogBuffer", Wave(number, 4, 3), 300_000 + (number * 5_000) + Wave(number, 4_000, 6), retainedBytes: 65_536),
            ],
        };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.EmulateAsync(width, scheme, height);
        int samples = s_folder is null ? 3 : 21;

        await page.UntilAsync($"(document.querySelector('[data-chart=inUse] .line')?.getAttribute('d') ?? '').split('L').length >= {samples}", "true");

        if (s_folder is not null)
            await File.WriteAllBytesAsync(Path.Combine(s_folder, $"dashboard-{name}.png"), await page.ScreenshotAsync());

        Assert.Equal(layout, await page.EvaluateAsync("document.getElementById('pools').className"));
        Assert.Equal("Live", await page.EvaluateAsync("document.getElementById('state').textContent"));
        Assert.Equal("true", await page.EvaluateAsync("document.documentElement.scrollWidth <= innerWidth"));
        Assert.Empty(page.Complaints);
    }

    // From 0 to a height and back, in a number of reports; it begins anywhere.
    private static int Wave(int number, int height, int period) => (int)(height / 2.0 * (1 - Math.Cos(number * Math.Tau / period)));
}
