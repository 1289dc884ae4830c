using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace PooledGen.Interop.Tests;

/// <summary>Kestrel with a limit: it aborts clients that read nothing, and serves the others.</summary>
[Collection(nameof(KestrelLimitTests))]
public partial class KestrelLimitTests
{
    private const long MaxBytes = 512 * 1024;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    // Most shapes reach the limit with their first connections; this is far above what all of them would hold without one.
    private const int Stalled = 30;

    [PooledBuffer<byte>(MinLength = 4096, MaxLength = 4096, MaxBuffersPerThread = 32, Oversize = OversizePolicy.Throw)]
    private partial struct Blocks;

    public static TheoryData<string> StalledKinds => [.. StalledClient.Kinds.Keys];

    [Theory]
    [MemberData(nameof(StalledKinds))]
    public async Task Limit_WithClientsThatReadNothing_AbortsThemAndServesTheOthers(string kind)
    {
        using var end = new CancellationTokenSource();
        await using (LimitedServer server = await LimitedServer.StartAsync(MaxBytes, pool: Blocks.Pool))
        {
            HealthyClient[] healthy = [.. HealthyClient.Kinds.Select(static _ => new HealthyClient())];
            Task[] running = [.. HealthyClient.Kinds.Zip(healthy, (run, client) => client.RunAsync(run, server.Addresses, end.Token))];
            await UntilServedAsync(healthy, server);

            // A connection that is younger has no bytes that came back in the last seconds.
            await Task.Delay(TimeSpan.FromSeconds(3));
            List<StalledClient> stalled = [];
            long most = 0;
            for (int i = 0; i < Stalled; i++)
            {
                stalled.Add(StalledClient.Kinds[kind](server.Addresses));
                most = Math.Max(most, server.Limit.ChargedBytes);
                await Task.Delay(20);
            }

            await UntilAsync(() => server.Shed.Any(), server);
            most = Math.Max(most, server.Limit.ChargedBytes);
            await UntilServedAsync(healthy, server);
            int shed = server.Shed.Count();
            Task<bool>[] ends = [.. stalled.Select(static client => client.IsAbortedWithinAsync(s_patience))];
            await UntilAsync(() => ends.Count(static end => end.IsCompletedSuccessfully && end.Result) >= shed, server);
            stalled.ForEach(static client => client.Dispose());
            await UntilServedAsync(healthy, server);

            Assert.All(healthy, client => Assert.True(client.Error is null, $"{client.Error?.Message}\n{string.Join('\n', server.Log)}"));

            // Without a limit it would be up to eighty times as much. How soon the threads of a busy machine run is not ours to promise.
            Assert.True(most <= 24 * MaxBytes, $"{most} bytes were charged.");
            await end.CancelAsync();
            await Task.WhenAll(running);

            // Without a collection: nothing was lost.
            await UntilAsync(static () => Blocks.Pool.GetStatistics().InUse == 0, server);
            await UntilAsync(() => server.Limit.ChargedBytes == 0, server);
        }

        Assert.Equal((0, 0), (Blocks.Pool.GetStatistics().InUse, Blocks.Pool.GetStatistics().MisuseCount));
    }

    [Fact]
    public async Task Limit_WithAHundredCallsOverOneConnectionAndNobodyStalled_AbortsNothing()
    {
        using var end = new CancellationTokenSource();
        await using LimitedServer server = await LimitedServer.StartAsync(4 * 1024 * 1024, pool: Blocks.Pool);
        var client = new HealthyClient();

        Task running = client.RunAsync(static (server, client, token) => client.CallAsync(server.Http2, calls: 100, token), server.Addresses, end.Token);
        await UntilAsync(() => client.Served > 1500 || client.Error is not null, server);
        await end.CancelAsync();
        await running;

        Assert.Null(client.Error);
        Assert.Empty(server.Shed);
    }

    [Fact]
    public async Task Limit_OfAConnection_AbortsTheOneThatHoldsMore()
    {
        await using LimitedServer server = await LimitedServer.StartAsync(64 * MaxBytes, maxBytesPerConnection: 128 * 1024, pool: Blocks.Pool);
        using StalledClient stalled = StalledClient.Kinds["HTTP/2 responses"](server.Addresses);

        await UntilAsync(() => server.Shed.Any(), server);
        Assert.True(await stalled.IsAbortedWithinAsync(s_patience));
        Assert.Contains("The limit of one connection is 131072.", Assert.Single(server.Shed), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Shed_OfAConnection_IsLoggedAndCounted()
    {
        var counted = new List<string>();
        using var listener = new MeterListener
        {
            InstrumentPublished = static (instrument, listener) =>
            {
                if (instrument.Name == "pooledgen.connections.shed")
                    listener.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<long>((_, value, tags, _) =>
        {
            lock (counted)
                counted.Add($"{value} {tags[0].Key} {tags[0].Value}");
        });
        listener.Start();
        await using LimitedServer server = await LimitedServer.StartAsync(64 * 1024, pool: Blocks.Pool);
        using StalledClient stalled = StalledClient.Kinds["HTTP/1.1 uploads"](server.Addresses);

        await UntilAsync(() => server.Shed.Any(), server);

        string entry = server.Shed.First();
        Assert.StartsWith("ConnectionShed: Connection 0H", entry, StringComparison.Ordinal);
        Assert.Contains($"of 127.0.0.1:{server.Addresses.Http1.Port} was aborted. It held ", entry, StringComparison.Ordinal);
        Assert.Contains("more than the limit of 65536,", entry, StringComparison.Ordinal);
        await UntilAsync(
            () =>
            {
                lock (counted)
                    return counted.Contains($"1 pooledgen.connections.endpoint 127.0.0.1:{server.Addresses.Http1.Port}");
            },
            server);
    }

    [Fact]
    public async Task Limit_OfKestrelsOwnPool_AbortsToo()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services.AddPooledGenMemoryLimit(64 * 1024);
        await using WebApplication app = builder.Build();
        app.MapPost("/hold", static async (Microsoft.AspNetCore.Http.HttpContext context) => await Task.Delay(Timeout.Infinite, context.RequestAborted));
        await app.StartAsync();
        using var client = new HttpClient { Timeout = s_patience };

        var hold = new Uri(new Uri(app.Urls.Single()), "/hold");
        await Assert.ThrowsAsync<HttpRequestException>(() => client.PostAsync(hold, new ByteArrayContent(new byte[900_000])));
    }

    [Fact]
    public void AddPooledGenMemoryLimit_WithWrongArguments_Throws()
    {
        IServiceCollection services = WebApplication.CreateSlimBuilder().Services;

        Assert.Throws<ArgumentNullException>("services", static () => default(IServiceCollection)!.AddPooledGenMemoryLimit(1));
        Assert.Throws<ArgumentOutOfRangeException>("maxBytes", () => services.AddPooledGenMemoryLimit(0));
        Assert.Throws<ArgumentOutOfRangeException>("maxBytesPerConnection", () => services.AddPooledGenMemoryLimit(1, 0));
    }

    [Fact]
    public void AddPooledGenMemoryLimit_Twice_Throws()
    {
        IServiceCollection services = WebApplication.CreateSlimBuilder().Services.AddPooledGenMemoryLimit(1);

        Assert.Throws<InvalidOperationException>(() => services.AddPooledGenMemoryLimit(1));
    }

    [Fact]
    public void AddPooledGenMemoryLimit_WithoutKestrel_Throws()
        => Assert.Throws<InvalidOperationException>(static () => new ServiceCollection().AddPooledGenMemoryLimit(1));

    [Fact]
    public async Task Server_WithAPoolThatWasRegisteredAfterTheLimit_DoesNotStart()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services.AddPooledGenMemoryLimit(1);
        builder.Services.AddPooledGenMemoryPool();

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(async () =>
        {
            await using WebApplication app = builder.Build();
            await app.StartAsync();
        });

        Assert.Contains("Call AddPooledGenMemoryLimit last.", refused.Message, StringComparison.Ordinal);
    }

    // Each client was served 20 times more, or has failed.
    private static Task UntilServedAsync(HealthyClient[] clients, LimitedServer server)
    {
        int[] before = [.. clients.Select(static client => client.Served)];
        return UntilAsync(
            () => clients.Zip(before).All(static pair => pair.First.Served >= pair.Second + 20 || pair.First.Error is not null),
            server);
    }

    private static async Task UntilAsync(Func<bool> condition, LimitedServer server)
    {
        using var timeout = new CancellationTokenSource(s_patience);
        while (!condition())
        {
            Assert.False(
                timeout.IsCancellationRequested,
                $"{server.Limit.ChargedBytes} bytes are charged, {Blocks.Pool}\n{string.Join('\n', server.Log.Take(20))}");
            await Task.Delay(20);
        }
    }
}
