using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using PooledGen.AspNetCore;

namespace PooledGen.Interop.Tests;

/// <summary>Kestrel, asked over loopback.</summary>
public partial class KestrelTests
{
    [PooledBuffer<byte>(MaxLength = 16 * 1024)]
    private partial struct PacketBuffer;

    [Fact]
    public async Task Kestrel_OnItsDefaultPool_ServesFromItAndGivesEveryBlockBack()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Services.AddPooledGenMemoryPool();

        await Serve(builder, PooledGenKestrel.Pool);

        Assert.Equal(0, PooledGenKestrel.Pool.GetStatistics().Oversize);
    }

    [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Pinned)]
    private partial struct Pinned;

    [PooledBuffer<byte>(MaxLength = 4096, Storage = BufferStorage.Pinned, Alignment = 64)]
    private partial struct Aligned;

    [Fact]
    public async Task Kestrel_OnPinnedArrays_ServesFromThemAndGivesEveryBlockBack()
    {
        foreach (BufferPool<byte> pool in new[] { Pinned.Pool, Aligned.Pool })
        {
            WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
            builder.Services.AddPooledGenMemoryPool(pool);

            await Serve(builder, pool);
        }
    }

    [Fact]
    public async Task Kestrel_OnAPoolOfTheApplication_ServesFromItAndGivesEveryBlockBack()
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder();
        builder.WebHost.UseKestrel();
        builder.Services.AddPooledGenMemoryPool(PacketBuffer.Pool);

        await Serve(builder, PacketBuffer.Pool);
    }

    [Fact]
    public async Task Kestrel_WithoutThePool_LeavesItAlone()
    {
        long rents = PacketBuffer.Pool.GetStatistics().Rents;

        await Ask(WebApplication.CreateSlimBuilder());

        Assert.Equal(rents, PacketBuffer.Pool.GetStatistics().Rents);
    }

    [Fact]
    public void AddPooledGenMemoryPool_OfNothing_Throws()
        => Assert.Throws<ArgumentNullException>("services", static () => default(IServiceCollection)!.AddPooledGenMemoryPool());

    private static async Task Serve(WebApplicationBuilder builder, BufferPool<byte> pool)
    {
        PoolStatistics before = pool.GetStatistics();

        await Ask(builder);

        // A connection gives its last blocks back on its own time.
        Assert.True(SpinWait.SpinUntil(() => pool.GetStatistics().InUse == before.InUse, TimeSpan.FromSeconds(10)), pool.ToString());
        Assert.True(pool.GetStatistics().Rents > before.Rents + 20, pool.ToString());
        Assert.Equal(before.MisuseCount, pool.GetStatistics().MisuseCount);
    }

    private static async Task Ask(WebApplicationBuilder builder)
    {
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        await using WebApplication app = builder.Build();
        app.MapPost("/echo", static async (HttpContext context) => await context.Request.Body.CopyToAsync(context.Response.Body));
        await app.StartAsync();

        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.Single()), Timeout = TimeSpan.FromSeconds(10) };
        byte[] sent = new byte[100_000];
        Random.Shared.NextBytes(sent);
        for (int i = 0; i < 5; i++)
        {
            using HttpResponseMessage response = await client.PostAsync("/echo", new ByteArrayContent(sent));
            byte[] received = await response.Content.ReadAsByteArrayAsync();
            Assert.True(received.AsSpan().SequenceEqual(sent));
        }

        await app.StopAsync();
    }
}
