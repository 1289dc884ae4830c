using System.Buffers;
using System.Net;
using System.Net.Sockets;

namespace PooledGen.Probes.Tests;

/// <summary>A probe with a proxy finds the mistakes of clients that open their own connection, and nothing in right ones.</summary>
public sealed class PoolProbeProxyTests : IDisposable
{
    private static readonly PoolProbeOptions s_few = new() { MaxRuns = 25 };

    private readonly LoopbackServer _server = new(new byte[ProxySubjects.Length]);
    private readonly LoopbackServer _http = new(LoopbackServer.HttpAnswer(2_000));

    public void Dispose()
    {
        _server.Dispose();
        _http.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Hold_OfAClientThatReturnsWhileItReads_FindsTheLateWrite(bool continueOnCapturedContext)
    {
        // A busy system may hold up the client of each byte until it has closed its connection, and then there is no late write.
        PoolProbeException? thrown = null;
        for (int attempt = 0; thrown is null && attempt < 3; attempt++)
        {
            thrown = (PoolProbeException?)await Record.ExceptionAsync(() => PoolProbe.DisconnectEverywhereAsync(
                _server.EndPoint, (endPoint, token) => ProxySubjects.WrongClientAsync(endPoint, continueOnCapturedContext, token)));
        }

        Assert.NotNull(thrown);
        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, PoolProbeMode.Hold), (finding.Misuse?.Kind, finding.Where!.Value.Mode)));

        // One for each byte at most.
        Assert.InRange(thrown.Result.Findings.Count, 1, ProxySubjects.Length);
        Assert.Contains("cancelled while its answer is held after ", thrown.Message, StringComparison.Ordinal);
    }

    /// <summary>The requests have 4 bytes, and the answers 10.</summary>
    [Fact]
    public async Task Disconnect_OfARightClient_FindsNothing()
    {
        PoolProbeResult result = await PoolProbe.DisconnectEverywhereAsync(_server.EndPoint, ProxySubjects.RightClientAsync);

        Assert.Equal((2 + 10 + 14 + 10, 2, 34, 0), (result.Runs, result.Completed, result.Stopped, result.NotReached));
    }

    [Fact]
    public async Task Hold_OfAClientThatAwaitsItsRead_FindsNothing()
    {
        PoolProbeResult result = await PoolProbe.DisconnectEverywhereAsync(
            _server.EndPoint, ProxySubjects.RightClientThatAwaitsItsReadAsync, new PoolProbeOptions { MaxRuns = 3 });

        Assert.Equal((2, 9), (result.Completed, result.Stopped));
    }

    [Fact]
    public async Task Disconnect_OfAClientThatLosesItsArrayThen_FindsTheArray()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            () => PoolProbe.DisconnectEverywhereAsync(_server.EndPoint, ProxySubjects.ClientThatLosesItsArrayAsync));

        Assert.All(thrown.Result.Findings, static finding => Assert.Equal(ArrayPoolMisuseKind.NotReturned, finding.Misuse?.Kind));
        ILookup<PoolProbeMode, int> places = thrown.Result.Findings
            .ToLookup(static finding => finding.Where!.Value.Mode, static finding => finding.Where!.Value.Number);
        Assert.Equal(Enumerable.Range(0, 10), places[PoolProbeMode.End].Order());
        Assert.Equal(Enumerable.Range(0, 14), places[PoolProbeMode.Throw].Order());
        Assert.Empty(places[PoolProbeMode.Hold]);
    }

    [Fact]
    public async Task Disconnect_OfAClientThatConnectsAgain_DisturbsOneConnection()
    {
        PoolProbeResult result = await PoolProbe.DisconnectEverywhereAsync(_server.EndPoint, ProxySubjects.RightClientThatConnectsAgainAsync);

        Assert.Equal((2 + 10 + 14, 10, 0), (result.Completed, result.Stopped, result.NotReached));
    }

    [Fact]
    public async Task Hold_OfADownloadThatReturnsWhileItReads_FindsTheLateWrite()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.DisconnectEverywhereAsync(
            _http.EndPoint, static (endPoint, token) => DownloadAsync(ProxySubjects.WrongDownloadAsync, endPoint, token), s_few));

        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, PoolProbeMode.Hold), (finding.Misuse?.Kind, finding.Where!.Value.Mode)));
        Assert.Contains(nameof(ProxySubjects.WrongDownloadAsync), thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Disconnect_OfARightDownload_FindsNothing()
        => await PoolProbe.DisconnectEverywhereAsync(
            _http.EndPoint, static (endPoint, token) => DownloadAsync(ProxySubjects.RightDownloadAsync, endPoint, token), s_few);

    private static async Task DownloadAsync(Func<HttpClient, Uri, CancellationToken, Task<int>> download, IPEndPoint endPoint, CancellationToken token)
    {
        using var client = new HttpClient();
        await download(client, new Uri($"http://{endPoint}/file"), token);
    }

    [Fact]
    public async Task Disconnect_OfAClientThatIgnoresItsToken_IsAFinding()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.DisconnectEverywhereAsync(
            _server.EndPoint, static (endPoint, _) => ProxySubjects.RightClientAsync(endPoint, CancellationToken.None), new PoolProbeOptions { MaxRuns = 2 }));

        Assert.Contains("was stopped by its cancellation: all 2 completed", Assert.Single(thrown.Result.Findings).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Disconnect_OfAClientThatDoesNotUseTheEndpoint_IsAFinding()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.DisconnectEverywhereAsync(
            _server.EndPoint, (_, token) => ProxySubjects.RightClientAsync((IPEndPoint)_server.EndPoint, token)));

        Assert.Contains("(0 of 1)", Assert.Single(thrown.Result.Findings).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Disconnect_FromAServerThatDoesNotListen_NamesTheServer()
    {
        _server.Dispose();
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            () => PoolProbe.DisconnectEverywhereAsync(_server.EndPoint, ProxySubjects.RightClientAsync));

        Assert.Contains(
            $"But nothing disturbed it. The proxy of PoolProbe could not connect to the server {_server.EndPoint}: ",
            Assert.Single(thrown.Result.Findings).ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Disconnect_FromAServerByItsName_Connects()
    {
        int port = ((IPEndPoint)_server.EndPoint).Port;
        await PoolProbe.DisconnectEverywhereAsync(
            new DnsEndPoint("localhost", port), ProxySubjects.RightClientAsync, new PoolProbeOptions { Only = new(PoolProbeMode.Hold, 5) });
    }

    [Fact]
    [Trait("System", "Unix")]
    public async Task Disconnect_FromAServerOfAUnixSocket_Connects()
    {
        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        using var server = new LoopbackServer(new byte[ProxySubjects.Length], new UnixDomainSocketEndPoint(path));
        try
        {
            var options = new PoolProbeOptions { Only = new(PoolProbeMode.End, 5) };
            await PoolProbe.DisconnectEverywhereAsync(server.EndPoint, ProxySubjects.RightClientAsync, options);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task TimeLimit_OfAClientThatWaitsForEver_ClosesItsConnection()
    {
        var closed = new TaskCompletionSource();
        using var server = new LoopbackServer([]);
        await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.DisconnectEverywhereAsync(
            server.EndPoint,
            async (endPoint, _) =>
            {
                try
                {
                    await ProxySubjects.RightClientAsync(endPoint, CancellationToken.None);
                }
                finally
                {
                    closed.SetResult();
                }
            },
            new PoolProbeOptions { TimeLimit = TimeSpan.FromMilliseconds(300) }));

        await closed.Task.WaitAsync(TimeSpan.FromMinutes(1));
    }

    /// <summary>The returning thread waits a moment for the answer, and an interrupt is meant for the next wait of the program.</summary>
    [Fact]
    public async Task Hold_OfAReturnOnAnInterruptedThread_LeavesTheInterruptToTheProgram()
    {
        bool wasInterrupted = false;
        await PoolProbe.DisconnectEverywhereAsync(
            _server.EndPoint,
            async (endPoint, token) =>
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(100);
                using var client = new TcpClient();
                await client.ConnectAsync(endPoint, token);
                await client.GetStream().WriteAsync("get\n"u8.ToArray(), token);
                try
                {
                    await client.GetStream().ReadExactlyAsync(new byte[ProxySubjects.Length], token);
                }
                finally
                {
                    var returner = new Thread(() => wasInterrupted = ReturnInterrupted(array));
                    returner.Start();
                    returner.Join();
                }
            },
            new PoolProbeOptions { Only = new(PoolProbeMode.Hold, 5) });

        Assert.True(wasInterrupted);

        static bool ReturnInterrupted(byte[] array)
        {
            Thread.CurrentThread.Interrupt();
            ArrayPool<byte>.Shared.Return(array);
            try
            {
                Thread.Sleep(1);
                return false;
            }
            catch (ThreadInterruptedException)
            {
                return true;
            }
        }
    }
}
