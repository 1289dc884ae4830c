using System.Diagnostics;
using System.Net;
using System.Text.Json;
using PooledGen.Samples.Tests;

namespace PooledGen.Dashboard.Tests;

/// <summary>What samples/PoolDashboard does, and whom it obeys.</summary>
public sealed class SampleTests : IAsyncLifetime
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private SampleProcess _sample = null!;

    public async Task InitializeAsync() => _sample = await SampleProcess.StartAsync();

    public Task DisposeAsync()
    {
        _sample.Dispose();
        return Task.CompletedTask;
    }

    [Fact]
    public async Task Sample_IsBusyLeaksAndTrims()
    {
        Assert.Contains("<title>Pools</title>", await _sample.Client.GetStringAsync(_sample.Pools), StringComparison.Ordinal);
        Assert.Contains("Leak ten images", await _sample.Client.GetStringAsync("/"), StringComparison.Ordinal);
        await Until("rents", 100);

        for (int i = 0; i < 5; i++)
            Assert.Equal(HttpStatusCode.OK, await _sample.PressAsync("/leak")); // the page again, by a redirect

        await Until("inUse", 50); // the load has 20 at most

        long trimmed = await Image("trimmed");
        Assert.Equal(HttpStatusCode.OK, await _sample.PressAsync("/trim"));
        await Until("trimmed", trimmed + 1);
        Assert.Equal(0, await Image("misuseCount"));
    }

    [Theory]
    [InlineData("http://shop.example", null, HttpStatusCode.Forbidden)]
    [InlineData("null", null, HttpStatusCode.Forbidden)]
    [InlineData(null, "shop.example", HttpStatusCode.Forbidden)]
    [InlineData("http://shop.example", "shop.example", HttpStatusCode.Forbidden)] // a name that was made to point here
    [InlineData("own", null, HttpStatusCode.OK)]
    public async Task Button_PressedByAForeignPage_DoesNothing(string? origin, string? host, HttpStatusCode expected)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/trim");
        if (origin is not null)
            request.Headers.TryAddWithoutValidation("Origin", origin == "own" ? _sample.Client.BaseAddress!.GetLeftPart(UriPartial.Authority) : origin);
        request.Headers.Host = host;

        using HttpResponseMessage response = await _sample.Client.SendAsync(request);

        Assert.Equal(expected, response.StatusCode);
    }

    [Fact]
    public async Task Start_OnABusyPort_IsOneLine()
    {
        string address = _sample.Client.BaseAddress!.GetLeftPart(UriPartial.Authority);

        SampleRun run = await SampleRun.Start("PoolDashboard", AppContext.BaseDirectory, "--urls", address);

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith("PoolDashboard: ", Assert.Single(SampleRun.Lines(run.Error)), StringComparison.Ordinal);
        Assert.Contains("address already in use", run.Error, StringComparison.Ordinal);
    }

    private async Task Until(string figure, long least)
    {
        var waiting = Stopwatch.StartNew();
        long found;
        while ((found = await Image(figure)) < least && waiting.Elapsed < s_patience)
            await Task.Delay(50);

        Assert.InRange(found, least, long.MaxValue);
    }

    // 0 before the load has begun: a pool is there from its first use on.
    private async Task<long> Image(string figure)
    {
        using JsonDocument report = JsonDocument.Parse(await _sample.Client.GetStringAsync("/pools/pools.json"));
        JsonElement image = report.RootElement.GetProperty("pools").EnumerateArray()
            .SingleOrDefault(static pool => pool.GetProperty("name").GetString() == "PoolDashboard.ImageBuffer");
        return image.ValueKind == JsonValueKind.Undefined ? 0 : image.GetProperty(figure).GetInt64();
    }
}
