using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace PooledGen.Interop.Tests;

/// <summary>Endpoints that answer with a rental. It ends when the response does.</summary>
public partial class EndpointTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct PacketBuffer;

    [Theory]
    [InlineData("/frame")]
    [InlineData("/written")]
    public async Task Answer_IsSentBeforeTheRentalEnds(string path)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        await using (WebApplication app = builder.Build())
        {
            app.MapGet("/frame", Frames.Frame);
            app.MapGet("/written", Frames.WriteFrame);
            await app.StartAsync();
            using var client = new HttpClient();

            byte[] answer = await client.GetByteArrayAsync(new Uri(app.Urls.Single() + path));

            Assert.Equal(Enumerable.Repeat((byte)7, 1000), answer);
        }

        Assert.Equal((0, 0), (PacketBuffer.Pool.GetStatistics().InUse, PacketBuffer.Pool.GetStatistics().MisuseCount));
    }

    private static class Frames
    {
        public static IResult Frame(HttpContext context)
        {
            PooledOwner<byte> owner = PacketBuffer.RentOwner(1000);
            context.Response.RegisterForDispose(owner);
            owner.Span.Fill(7);
            return Results.Bytes(owner.Memory);
        }

        public static async Task WriteFrame(HttpContext context)
        {
            using PooledOwner<byte> owner = PacketBuffer.RentOwner(1000);
            owner.Span.Fill(7);
            await context.Response.Body.WriteAsync(owner.Memory);
        }
    }
}
