using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;

namespace PooledGen.Samples.Tests;

public class WebEchoTests
{
    private static readonly int[] s_lengths = [0, 1, 100, 4_096, 4_097, 100_000, 3_000_000];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Echo_OfAnyLength_IsWhatWasSent(bool chunked)
    {
        using WebEchoServer server = await WebEchoServer.Start();
        foreach (int length in s_lengths)
        {
            byte[] sent = new byte[length];
            new Random(length).NextBytes(sent);

            using HttpResponseMessage response = await Post(server, sent, chunked);

            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.Equal("application/x-test", response.Content.Headers.ContentType?.ToString());
            Assert.Equal(length, response.Content.Headers.ContentLength);
            Assert.Equal(sent, await response.Content.ReadAsByteArrayAsync());
        }
    }

    [Fact]
    public async Task Stats_AfterSomeEchoes_ShowPoolsThatAreUsedAgainAndNothingLeftInUse()
    {
        using WebEchoServer server = await WebEchoServer.Start();
        for (int i = 0; i < 20; i++)
            (await Post(server, new byte[10_000], chunked: false)).Dispose();

        using JsonDocument stats = JsonDocument.Parse(await server.Client.GetStringAsync("/stats"));

        // 10,000 bytes take two segments: 4,096 and, twice as long, 8,192.
        JsonElement bodies = stats.RootElement.GetProperty("bodies");
        Assert.Equal(40, bodies.GetProperty("rents").GetInt64());
        Assert.InRange(bodies.GetProperty("hits").GetInt64(), 1, 38);
        Assert.Equal(0, bodies.GetProperty("inUse").GetInt64());

        // The document that says so is being written.
        JsonElement json = stats.RootElement.GetProperty("json");
        Assert.Equal(1, json.GetProperty("rents").GetInt64());
        Assert.Equal(1, json.GetProperty("inUse").GetInt64());

        JsonElement kestrel = stats.RootElement.GetProperty("server");
        Assert.InRange(kestrel.GetProperty("rents").GetInt64(), 20 * 3, long.MaxValue); // 10,000 bytes are at least three blocks
        Assert.All(stats.RootElement.EnumerateObject(), static pool => Assert.Equal(0, pool.Value.GetProperty("misuse").GetInt64()));
    }

    [Fact]
    public async Task BodyThatBreaksOff_LeavesNothingInUse()
    {
        using WebEchoServer server = await WebEchoServer.Start();
        using (var content = new StreamContent(new BrokenStream(100_000)))
            await Assert.ThrowsAsync<HttpRequestException>(() => server.Client.PostAsync("/echo", content));

        // Another connection now, so that the server may still be busy with the broken one.
        (long rents, long inUse) = (0, 0);
        for (int i = 0; i < 200 && (rents == 0 || inUse > 0); i++)
        {
            await Task.Delay(50);
            using JsonDocument stats = JsonDocument.Parse(await server.Client.GetStringAsync("/stats"));
            JsonElement bodies = stats.RootElement.GetProperty("bodies");
            (rents, inUse) = (bodies.GetProperty("rents").GetInt64(), bodies.GetProperty("inUse").GetInt64());
        }

        Assert.NotEqual(0, rents);
        Assert.Equal(0, inUse);
    }

    [Fact]
    public async Task Server_ThatIsToldToStop_EndsWithExitCode0()
    {
        if (OperatingSystem.IsWindows())
            return; // no such signal there

        using WebEchoServer server = await WebEchoServer.Start();
        (await Post(server, new byte[1_000], chunked: false)).Dispose();

        Assert.Equal(0, await server.Stop());
    }

    [Theory]
    [InlineData("nonsense", "WebEcho: Invalid url: 'nonsense'")]
    [InlineData("http://127.0.0.1:99999", "WebEcho: Specified argument was out of the range of valid values. (Parameter 'port')")]
    public async Task Address_ThatIsNone_IsOneLineAndExitCode1(string address, string line)
    {
        SampleRun run = await SampleRun.Start("WebEcho", AppContext.BaseDirectory, "--urls", address);

        Assert.Equal([line], SampleRun.Lines(run.Error));
        Assert.Equal("", run.Output);
        Assert.Equal(1, run.ExitCode);
    }

    private static async Task<HttpResponseMessage> Post(WebEchoServer server, byte[] body, bool chunked)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/echo") { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/x-test");
        request.Headers.TransferEncodingChunked = chunked;
        return await server.Client.SendAsync(request);
    }

    /// <summary>Does not say how much it has, gives some bytes and then fails.</summary>
    private sealed class BrokenStream(int length) : MemoryStream(new byte[length])
    {
        public override bool CanSeek => false;

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
            => await base.ReadAsync(buffer, cancellationToken) is > 0 and int read ? read : throw new IOException("broken off");
    }
}
