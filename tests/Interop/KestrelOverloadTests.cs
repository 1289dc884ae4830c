using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit.Abstractions;

namespace PooledGen.Interop.Tests;

/// <summary>
/// Kestrel under more clients than its budget serves, which vanish in the middle. What it forgets then, as its HTTP/2 does with blocks when one is refused,
/// comes back to the budget.
/// </summary>
public partial class KestrelOverloadTests(ITestOutputHelper output)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan s_patienceOfClients = TimeSpan.FromSeconds(10);

    [PooledBuffer<byte>(MinLength = 4096, MaxLength = 4096)]
    private partial struct Overloaded;

    [Fact]
    public Task Overload_OfEachProtocol_LeavesNothingInUse() => RunAsync(rounds: 2);

    [Fact]
    [Trait("Category", "Long")]
    public Task Overload_ManyTimes_LeavesNothingInUse()
        => RunAsync(int.Parse(Environment.GetEnvironmentVariable("POOLEDGEN_OVERLOAD_ROUNDS") ?? "5", CultureInfo.InvariantCulture));

    private async Task RunAsync(int rounds)
    {
        var budget = new BufferBudget(40 * 4096);
        await using (WebApplication app = Build(budget))
        {
            await app.StartAsync();
            Uri http1 = new(app.Urls.First()), http2 = new(app.Urls.Last());
            for (int round = 1; round <= rounds; round++)
            {
                await Task.WhenAll(
                    [
                        .. Enumerable.Range(0, 10).Select(id => PostAndVanishAsync(http1, HttpVersion.Version11, id)),
                        .. Enumerable.Range(0, 20).Select(id => PostAndVanishAsync(http2, HttpVersion.Version20, id)),
                        .. Enumerable.Range(0, 5).Select(_ => SendAndVanishAsync(http1)),
                    ]);

                TimeSpan served = await UntilServedAsync(budget, http1, http2);
                output.WriteLine($"round {round}: {budget}; served {served.TotalSeconds:F1} s after the first refusal");
            }

            Assert.True(budget.RefusedCount > 0, "Nothing was refused: the test proves nothing.");
            await app.StopAsync();
        }

        // What was lost and never missed is still there.
        Assert.True(SpinWait.SpinUntil(() => KestrelClient.HaveLeftNothingIn(budget), s_patience), budget.ToString());
        Assert.Equal((0, 0), (Overloaded.Pool.GetStatistics().InUse, Overloaded.Pool.GetStatistics().MisuseCount));
    }

    private static WebApplication Build(BufferBudget budget)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Services.AddPooledGenMemoryPool(Overloaded.Pool, budget);
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(static options =>
        {
            options.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http1);
            options.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http2);
        });
        WebApplication app = builder.Build();
        app.UseWebSockets();
        app.MapGet("/", static () => "served");
        app.MapPost("/echo", static async (HttpContext context) =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body, context.RequestAborted);
            body.Position = 0;
            await body.CopyToAsync(context.Response.Body, context.RequestAborted);
        });
        app.Map("/socket", static async (HttpContext context) =>
        {
            using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
            byte[] message = new byte[64 * 1024];
            while (socket.State == WebSocketState.Open)
            {
                ValueWebSocketReceiveResult received = await socket.ReceiveAsync(message.AsMemory(), context.RequestAborted);
                await socket.SendAsync(message.AsMemory(0, received.Count), received.MessageType, received.EndOfMessage, context.RequestAborted);
            }
        });
        return app;
    }

    // Every second one gives up while its request is on the way.
    private static async Task PostAndVanishAsync(Uri server, Version version, int id)
    {
        using HttpClient client = KestrelClient.Create(server, version, s_patienceOfClients);
        using var vanish = new CancellationTokenSource();
        for (int i = 0; i < 5; i++)
        {
            try
            {
                Task<HttpResponseMessage> posting = client.PostAsync(new Uri("/echo", UriKind.Relative), new ByteArrayContent(new byte[100_000]), vanish.Token);
                if (id % 2 == 0 && i == 4)
                    vanish.CancelAfter(1);

                using HttpResponseMessage response = await posting;
                await response.Content.ReadAsByteArrayAsync(vanish.Token);
            }
            catch (Exception exception) when (exception is HttpRequestException or IOException or OperationCanceledException)
            {
                // The budget refused a block of its connection, or it has given up.
            }
        }
    }

    private static async Task SendAndVanishAsync(Uri server)
    {
        using var socket = new ClientWebSocket();
        using var vanish = new CancellationTokenSource(TimeSpan.FromSeconds(10));
        try
        {
            await socket.ConnectAsync(new UriBuilder(server) { Scheme = "ws", Path = "/socket" }.Uri, vanish.Token);
            for (int i = 0; i < 5; i++)
                await socket.SendAsync(new byte[100_000].AsMemory(), WebSocketMessageType.Binary, endOfMessage: true, vanish.Token);
        }
        catch (Exception exception) when (exception is WebSocketException or IOException or OperationCanceledException)
        {
            // As above.
        }

        socket.Abort();
    }

    // The time from the first refusal after the clients are gone until both protocols are served, and nothing is in use.
    private static async Task<TimeSpan> UntilServedAsync(BufferBudget budget, Uri http1, Uri http2)
    {
        RentUntilRefused(budget);
        var sinceRefusal = Stopwatch.StartNew();
        while (true)
        {
            bool isServed = await IsServedAsync(http1, HttpVersion.Version11) && await IsServedAsync(http2, HttpVersion.Version20);
            if (isServed && SpinWait.SpinUntil(() => budget.InUseBytes == 0, TimeSpan.FromSeconds(1)))
                return sinceRefusal.Elapsed;

            Assert.True(sinceRefusal.Elapsed < s_patience, budget.ToString());
            await Task.Delay(500);
        }
    }

    // Requests of one client may find room, however much is lost. Without a refusal nothing asks for the collection that finds what is lost.
    private static void RentUntilRefused(BufferBudget budget)
    {
        using MemoryPool<byte> pool = Overloaded.Pool.AsMemoryPool(budget);
        var rented = new Stack<IMemoryOwner<byte>>();
        try
        {
            while (true)
                rented.Push(pool.Rent(4096));
        }
        catch (InsufficientMemoryException)
        {
            while (rented.TryPop(out IMemoryOwner<byte>? owner))
                owner.Dispose();
        }
    }

    private static async Task<bool> IsServedAsync(Uri server, Version version)
    {
        using HttpClient client = KestrelClient.Create(server, version, s_patienceOfClients);
        try
        {
            return await client.GetStringAsync(server) == "served";
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or OperationCanceledException)
        {
            return false;
        }
    }
}
