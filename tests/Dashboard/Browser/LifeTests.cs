namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>What becomes of a pool, seen on the page.</summary>
[Collection(UsesChromium.Name)]
[Trait("Category", "Browser")]
public partial class LifeTests(Chromium chromium)
{
    private const string State = "document.getElementById('state')?.textContent";

    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct RentedBuffer;

    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct LeakedBuffer;

    [PooledBuffer<byte>(MaxLength = 1024 * 1024)]
    private partial struct TrimmedBuffer;

    [BrowserFact]
    public async Task Rents_AreShown()
    {
        var row = new PoolRow(RentedBuffer.Pool);
        RentedBuffer.Rent(100).Dispose();
        await using DashboardServer server = await DashboardServer.StartAsync();
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(row.Figure("rents"), "1");
        Assert.Equal("0%", await page.EvaluateAsync(row.Figure("hitShare")));

        for (int i = 1; i < 10_000; i++)
            RentedBuffer.Rent(100).Dispose();

        await page.UntilAsync(row.Figure("rents"), "10,000");
        Assert.Equal("99.9%", await page.EvaluateAsync(row.Figure("hitShare"))); // 99.99, and not 100, because there is a miss
        Assert.Equal("0", await page.EvaluateAsync(row.Figure("inUse")));
        Assert.Contains(1, await row.HeightsAsync(page, "rentsPerSecond"));
        Assert.Empty(page.Complaints);
    }

    [BrowserFact]
    public async Task Leak_StaysInUse()
    {
        var row = new PoolRow(LeakedBuffer.Pool);
        LeakedBuffer.Rent(100).Dispose();
        await using DashboardServer server = await DashboardServer.StartAsync();
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(row.Figure("inUse"), "0");

        for (int i = 0; i < 3; i++)
            _ = LeakedBuffer.RentOwner(100);

        await page.UntilAsync(row.Figure("inUse"), "3");
        LeakedBuffer.Rent(100).Dispose();
        await page.UntilAsync(row.Figure("rents"), "5");
        Assert.Equal("3", await page.EvaluateAsync(row.Figure("inUse")));
        double[] inUse = await row.HeightsAsync(page, "inUse");
        Assert.Equal([0, 1, 1], [inUse[0], .. inUse[^2..]]);
    }

    [BrowserFact]
    public async Task Trim_LetsRetainedFall()
    {
        var row = new PoolRow(TrimmedBuffer.Pool);
        TrimmedBuffer.Rent(1024 * 1024).Dispose();
        await using DashboardServer server = await DashboardServer.StartAsync();
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(row.Figure("retainedBytes"), "1\u00a0MB");
        Assert.Equal("0", await page.EvaluateAsync(row.Figure("trimmed")));

        TrimmedBuffer.Pool.Trim();

        await page.UntilAsync(row.Figure("retainedBytes"), "0\u00a0B");
        Assert.Equal("1", await page.EvaluateAsync(row.Figure("trimmed")));
        double[] retained = await row.HeightsAsync(page, "retainedBytes");
        Assert.Equal([1, 0], [retained[0], retained[^1]]);
    }

    [BrowserFact]
    public async Task Pause_HoldsThePageUntilItIsPressedAgain()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(State, "Live");

        await page.EvaluateAsync("document.getElementById('pause').click()");
        Assert.Equal("Paused", await page.EvaluateAsync(State));
        Assert.Equal("true", await page.EvaluateAsync("document.getElementById('pause').ariaPressed"));

        await page.EvaluateAsync("document.getElementById('pause').click()");
        await page.UntilAsync(State, "Live");
    }

    [BrowserFact]
    public async Task ServerThatIsGone_IsSaidSo()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(State, "Live");

        await server.DisposeAsync();

        await page.UntilAsync($"{State}.replace(/since .*M:/, 'since a time:')", "No figures since a time: Failed to fetch");
        Assert.Equal("true", await page.EvaluateAsync("getComputedStyle(document.querySelector('main')).opacity < 1"));
    }

    [BrowserFact]
    public async Task ServerThatHangs_IsSaidSoUntilItAnswers()
    {
        var reports = new ScriptedReports(TimeSpan.FromSeconds(1)) { Pools = static _ => [ScriptedReports.Pool("Steady")] };
        await using DashboardServer server = await DashboardServer.StartAsync(reports.Map);
        await using BrowserPage page = await chromium.OpenAsync(server.Address + "/pools");
        await page.UntilAsync(State, "Live");
        await page.EvaluateAsync("(timeout => AbortSignal.timeout = time => timeout.call(AbortSignal, time / 10))(AbortSignal.timeout)");
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

        reports.Gate = gate.Task;

        await page.UntilAsync($"{State}.replace(/since .*M:/, 'since a time:')", "No figures since a time: signal timed out");
        Assert.Equal("true", await page.EvaluateAsync("getComputedStyle(document.querySelector('main')).opacity < 1"));
        gate.SetResult();
        await page.UntilAsync(State, "Live");
        Assert.Equal("1", await page.EvaluateAsync("getComputedStyle(document.querySelector('main')).opacity"));
    }
}
