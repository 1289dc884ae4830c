using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;

namespace PooledGen.Samples.Tests;

public class WebEchoTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);
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
    public async Task ContentTypeThatNoAnswerMayHave_IsLeftOut()
    {
        using WebEchoServer server = await WebEchoServer.Start();
        using TcpClient client = await Send(
            server,
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/é\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");

        string answer = await new StreamReader(client.GetStream()).ReadToEndAsync().WaitAsync(s_patience);

        Assert.StartsWith("HTTP/1.1 200 OK", answer, StringComparison.Ordinal);
        Assert.DoesNotContain("Content-Type", answer, StringComparison.Ordinal);
        Assert.EndsWith("abc", answer, StringComparison.Ordinal);
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
        Assert.All(stats.RootElement.EnumerateObject(), static pool => Assert.Equal(0, pool.Value.GetProperty("misuseCount").GetInt64()));
    }

    [Fact]
    public async Task ClientThatIsGoneInTheMiddle_LeavesNothingInUse()
    {
        using WebEchoServer server = await WebEchoServer.Start();
        using TcpClient client = await Send(server, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nthe first bytes");
        await UntilBodiesInUse(server, 1);

        client.Close();

        await UntilBodiesInUse(server, 0);
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
    [MemberData(nameof(AddressOfAnotherMachine))]
    public async Task Address_ThatIsNone_IsOneLineAndExitCode1(string address, string line)
    {
        SampleRun run = await SampleRun.Start("WebEcho", AppContext.BaseDirectory, "--urls", address);

        Assert.Equal([line], SampleRun.Lines(run.Error));
        Assert.Equal("", run.Output);
        Assert.Equal(1, run.ExitCode);
    }

    // In the system's own words.
    public static TheoryData<string, string> AddressOfAnotherMachine => new()
    {
        { "http://192.0.2.1:5000", $"WebEcho: {new SocketException((int)SocketError.AddressNotAvailable).Message}" },
    };

    private static async Task<HttpResponseMessage> Post(WebEchoServer server, byte[] body, bool chunked)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/echo") { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/x-test");
        request.Headers.TransferEncodingChunked = chunked;
        return await server.Client.SendAsync(request);
    }

    private static async Task<TcpClient> Send(WebEchoServer server, string request)
    {
        var client = new TcpClient();
        await client.ConnectAsync(server.Client.BaseAddress!.Host, server.Client.BaseAddress.Port);
        await client.GetStream().WriteAsync(Encoding.UTF8.GetBytes(request)).AsTask().WaitAsync(s_patience);
        return client;
    }

    private static async Task UntilBodiesInUse(WebEchoServer server, long expected)
    {
        long inUse = -1;
        for (int i = 0; i < 200 && inUse != expected; i++)
        {
            await Task.Delay(50);
            using JsonDocument stats = JsonDocument.Parse(await server.Client.GetStringAsync("/stats"));
            inUse = stats.RootElement.GetProperty("bodies").GetProperty("inUse").GetInt64();
        }

        Assert.Equal(expected, inUse);
    }
}
