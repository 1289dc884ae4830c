using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace PooledGen.Interop.Tests;

/// <summary>Kestrel with a budget for each connection: a client that does not read loses its own connection, and the others go on.</summary>
public partial class KestrelConnectionBudgetTests
{
    private const int Block = 4096;

    private static readonly TimeSpan s_patienceOfClients = TimeSpan.FromSeconds(30);

    [PooledBuffer<byte>(MinLength = Block, MaxLength = Block)]
    private partial struct Blocks;

    [PooledBuffer<byte>(MaxLength = Block, Storage = BufferStorage.Native)]
    private partial struct NativeBlocks;

    [Fact]
    public async Task Http2_BesideClientsThatDoNotRead_ServesTheOthers()
    {
        // The stalled connections would need some 20 blocks for each of their ten responses.
        var all = new BufferBudget(1000 * Block);
        await using (WebApplication app = Build(HttpProtocols.Http2, all))
        {
            await app.StartAsync();
            Uri server = new(app.Urls.First());
            using HttpClient healthy = KestrelClient.Create(server, HttpVersion.Version20, s_patienceOfClients);
            Assert.Equal("served", await healthy.GetStringAsync(server));

            HttpClient[] stalled = [.. Enumerable.Range(0, 5).Select(_ => KestrelClient.Create(server, HttpVersion.Version20, s_patienceOfClients))];
            await Task.WhenAll(stalled.Select(client => StallAsync(client, server)));
            for (int i = 0; i < 100; i++)
                Assert.Equal("served", await healthy.GetStringAsync(server));

            Assert.True(all.InUseBytes < 6 * 64 * Block, all.ToString());
            Array.ForEach(stalled, static client => client.Dispose());
            await app.StopAsync();
        }

        Assert.True(SpinWait.SpinUntil(() => KestrelClient.HaveLeftNothingIn(all), TimeSpan.FromSeconds(30)), all.ToString());
        Assert.True(Blocks.Pool.GetStatistics().Rents > 100, "HTTP/2 took nothing from the pool of its connection.");
    }

    [Fact]
    public async Task Http1_ThatWritesBeforeItsResponseHasStarted_TakesThatFromThePoolOfItsConnection()
    {
        var all = new BufferBudget(2 * Block);
        await using WebApplication app = Build(HttpProtocols.Http1, all);
        await app.StartAsync();
        Uri server = new(app.Urls.First());
        using HttpClient client = KestrelClient.Create(server, HttpVersion.Version11, s_patienceOfClients);

        Assert.Equal(2 * Block, (await client.GetByteArrayAsync(new Uri(server, "/early/2"))).Length);
        using HttpResponseMessage beyond = await client.GetAsync(new Uri(server, "/early/3"));

        Assert.Equal(HttpStatusCode.InternalServerError, beyond.StatusCode);
        Assert.Equal(1, all.RefusedCount);
        Assert.True(SpinWait.SpinUntil(() => all.InUseBytes == 0, s_patienceOfClients), all.ToString());
    }

    [Fact]
    public async Task Http1_OfAResponseThatHasStarted_TakesNothingFromThePoolOfItsConnection()
    {
        var all = new BufferBudget(Block);
        await using WebApplication app = Build(HttpProtocols.Http1, all);
        await app.StartAsync();
        Uri server = new(app.Urls.First());
        using HttpClient client = KestrelClient.Create(server, HttpVersion.Version11, s_patienceOfClients);

        Assert.Equal(1_000_000, (await client.GetByteArrayAsync(new Uri(server, "/long"))).Length);

        Assert.Equal((0, 0), (all.InUseBytes, all.RefusedCount));
    }

    [Fact]
    public async Task UsePooledGenConnectionBudget_WithWrongArguments_Throws()
    {
        bool isAsked = false;
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, 0, listen =>
        {
            isAsked = true;
            Assert.Throws<ArgumentException>("pool", () => listen.UsePooledGenConnectionBudget(NativeBlocks.Pool, Block));
            Assert.Throws<ArgumentNullException>("pool", () => listen.UsePooledGenConnectionBudget(null!, Block));
            Assert.Throws<ArgumentOutOfRangeException>("maxBytes", () => listen.UsePooledGenConnectionBudget(Blocks.Pool, 0));
            Assert.Throws<ArgumentNullException>("options", () => ((ListenOptions)null!).UsePooledGenConnectionBudget(Blocks.Pool, Block));
        }));

        // The server asks for its options when it starts.
        await using WebApplication app = builder.Build();
        await app.StartAsync();
        Assert.True(isAsked);
    }

    private static WebApplication Build(HttpProtocols protocols, BufferBudget all)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, 0, listen =>
        {
            listen.Protocols = protocols;
            listen.UsePooledGenConnectionBudget(Blocks.Pool, 64 * Block, all);
        }));
        WebApplication app = builder.Build();
        app.MapGet("/", static () => "served");
        app.MapGet("/early/{blocks}", static (HttpContext context, int blocks) =>
        {
            for (int i = 0; i < blocks; i++)
            {
                context.Response.BodyWriter.GetSpan(Block);
                context.Response.BodyWriter.Advance(Block);
            }
        });
        app.MapGet("/long", static async (HttpContext context) =>
        {
            byte[] piece = new byte[10_000];
            for (int i = 0; i < 100; i++)
                await context.Response.BodyWriter.WriteAsync(piece, context.RequestAborted);
        });
        return app;
    }

    // Asks for ten long responses on one connection, and reads none.
    private static async Task StallAsync(HttpClient client, Uri server)
    {
        try
        {
            await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => client.GetAsync(new Uri(server, "/long"), HttpCompletionOption.ResponseHeadersRead)));
        }
        catch (HttpRequestException)
        {
            // Its budget refused a block.
        }
    }
}
