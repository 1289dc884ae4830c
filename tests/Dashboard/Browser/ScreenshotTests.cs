using System.Net;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>
/// The page of samples/PoolDashboard, while its load runs. <c>POOLEDGEN_SCREENSHOTS=folder dotnet test tests/Dashboard --filter Screenshot</c> takes the
/// pictures in docs/images, after a minute and a half.
/// </summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public class ScreenshotTests(Chromium chromium)
{
    private const string Figures = "document.querySelector('main').textContent";

    // As a reader adds them up: what the page shows.
    private const string AddsUp = """
        [...document.querySelectorAll('tbody tr')].every(row => {
          const [misses, ...places] = ['misses', 'inUse', 'retained', 'trimmed', 'evicted', 'dropped']
            .map(name => Number(row.querySelector(`[data-figure=${name}]`).textContent.replaceAll(',', '')));
          return misses === places.reduce((sum, buffers) => sum + buffers);
        })
        """;

    private static readonly string? s_folder = Environment.GetEnvironmentVariable("POOLEDGEN_SCREENSHOTS");

    [BrowserFact]
    public async Task Screenshot_OfTheSampleUnderLoad_AddsUpAndFits()
    {
        using SampleProcess sample = await SampleProcess.StartAsync();
        await using BrowserPage page = await chromium.OpenAsync(sample.Pools, hurries: s_folder is null);
        await page.UntilAsync("(document.querySelector('[data-chart=inUse] .line')?.getAttribute('d') ?? '').split('L').length >= 3", "true");
        await page.EvaluateAsync("document.querySelector('[data-sort=inUse] button').click()");
        if (s_folder is not null)
            await LeakForAWhileAsync(sample, page);

        await LookAsync(page, "light", "light", 1440, 700, "rows");
        await LookAsync(page, "dark", "dark", 1440, 700, "rows");
        await LookAsync(page, "phone", "light", 400, 860, "cards");
        Assert.Empty(page.Complaints);
    }

    // Until the page marks the pool. The load comes in waves, and a picture is taken while it is high.
    private static async Task LeakForAWhileAsync(SampleProcess sample, BrowserPage page)
    {
        for (int i = 0; i < 4; i++)
        {
            await Task.Delay(TimeSpan.FromSeconds(22));
            Assert.Equal(HttpStatusCode.OK, await sample.PressAsync("/leak"));
        }

        await page.UntilAsync(
            "Number(document.querySelector('#totals [data-figure=rentsPerSecond]').textContent.replace(',', '')) > 1200"
            + " && document.querySelectorAll('.rising:not([hidden])').length",
            "1");
    }

    private static async Task LookAsync(BrowserPage page, string name, string scheme, int width, int height, string layout)
    {
        await page.EmulateAsync(width, scheme, height);
        await page.UntilAsync("document.getElementById('pools').className", layout);

        // A report that was taken while a buffer moved may count it nowhere; the next one does.
        await page.UntilAsync(AddsUp, "true");
        Assert.Equal("Live", await page.EvaluateAsync("document.getElementById('state').textContent"));
        Assert.Equal("true", await page.EvaluateAsync("document.documentElement.scrollWidth <= innerWidth"));
        if (s_folder is not null)
            await File.WriteAllBytesAsync(Path.Combine(s_folder, $"dashboard-{name}.png"), await CaptureAsync(page));
    }

    // The page asks once a second: a picture counts if the figures added up before it and were the same after it.
    private static async Task<byte[]> CaptureAsync(BrowserPage page)
    {
        while (true)
        {
            string? figures = await page.EvaluateAsync(Figures);
            bool addsUp = await page.EvaluateAsync(AddsUp) == "true";
            byte[] picture = await page.ScreenshotAsync();
            if (addsUp && await page.EvaluateAsync(Figures) == figures)
                return picture;
        }
    }
}
