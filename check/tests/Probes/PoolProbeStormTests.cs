using System.Buffers;
using System.Net;
using System.Net.Sockets;
using PooledGen.Runtime.Tests.Storms;

namespace PooledGen.Probes.Tests;

/// <summary>
/// Probes beside each other, of operations that are right, lose, return twice, throw, hang and probe: each gets its own findings, and no other.
/// </summary>
[Trait("Category", "Long")]
public class PoolProbeStormTests
{
    private static readonly PoolProbeOptions s_options = new() { MaxRuns = 4, SettleTime = TimeSpan.Zero, AllowInconclusive = true };

    [Fact]
    public async Task Storm_OfProbes_GivesEachItsOwnFindings()
    {
        int seed = Environment.TickCount;
        long end = Environment.TickCount64 + (long)StormTime.Read(otherwise: 4).TotalMilliseconds;
        await Task.WhenAll(Enumerable.Range(0, 4).Select(prober => Task.Run(async () =>
        {
            var random = new Random(seed + prober);
            do
            {
                // The length tells whose array it is.
                int kind = random.Next(s_kinds.Length);
                string found = await FindAsync(s_kinds[kind].Operation, 64 << prober);
                Assert.True(s_kinds[kind].Findings(64 << prober) == found, $"seed {seed}, prober {prober}, kind {kind}: {found}");
            }
            while (Environment.TickCount64 < end);
        })));
    }

    /// <summary>
    /// Proxies beside each other, whose server closes and resets connections, and whose clients are right, but are closed, interrupted and cancelled at any
    /// time: no array is accused, and each connection is closed in the end.
    /// </summary>
    [Fact]
    public async Task Storm_OfProxies_AccusesNoRightClientAndClosesEachConnection()
    {
        int seed = Environment.TickCount;
        var ofServer = new Random(seed);
        long end = Environment.TickCount64 + (long)StormTime.Read(otherwise: 4).TotalMilliseconds;
        using var server = new LoopbackServer(new byte[ProxySubjects.Length])
        {
            BeforeTheAnswer = async client =>
            {
                int kind;
                lock (ofServer)
                    kind = ofServer.Next(20);

                if (kind == 0)
                    client.Close();
                else if (kind == 1)
                    client.Close(timeout: 0);
                else if (kind < 6)
                    await Task.Delay(kind);
            },
        };
        await Task.WhenAll(Enumerable.Range(0, 4).Select(prober => Task.Run(async () =>
        {
            var random = new Random(seed + 1 + prober);
            do
            {
                int kind = random.Next(4), milliseconds = random.Next(30);
                var options = new PoolProbeOptions
                {
                    MaxRuns = 6,
                    SettleTime = TimeSpan.FromMilliseconds(20),
                    TimeLimit = TimeSpan.FromSeconds(kind == 3 ? 0.1 : 10),
                    TotalTimeLimit = TimeSpan.FromSeconds(2),
                };
                try
                {
                    await PoolProbe.DisconnectEverywhereAsync(server.EndPoint, (endPoint, token) => RunAsync(endPoint, kind, milliseconds, token), options);
                }
                catch (PoolProbeException e)
                {
                    Assert.All(e.Result.Findings, finding => Assert.True(finding.Misuse is null, $"seed {seed}, prober {prober}, kind {kind}: {finding}"));
                }
            }
            while (Environment.TickCount64 < end);
        })));

        Assert.True(SpinWait.SpinUntil(() => server.Open == 0, TimeSpan.FromMinutes(1)), $"seed {seed}: {server.Open} connections are open.");

        static async Task RunAsync(IPEndPoint endPoint, int kind, int milliseconds, CancellationToken token)
        {
            using var cancellation = CancellationTokenSource.CreateLinkedTokenSource(token);
            switch (kind)
            {
                case 0:
                    await ProxySubjects.RightClientThatConnectsAgainAsync(endPoint, token);
                    break;
                case 1:
                    cancellation.CancelAfter(milliseconds);
                    await ProxySubjects.RightClientAsync(endPoint, cancellation.Token);
                    break;
                case 2:
                    await Task.Run(() => ReadInterrupted(endPoint, milliseconds), CancellationToken.None);
                    break;
                default:
                    await ProxySubjects.RightClientThatAwaitsItsReadAsync(endPoint, token);
                    break;
            }
        }

        static void ReadInterrupted(IPEndPoint endPoint, int milliseconds)
        {
            Exception? thrown = null;
            var thread = new Thread(() => thrown = Record.Exception(() => Read(endPoint)));
            thread.Start();
            if (!thread.Join(milliseconds))
                thread.Interrupt();

            thread.Join();
            if (thrown is not null)
                throw new IOException("The client failed.", thrown);
        }

        static void Read(IPEndPoint endPoint)
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(ProxySubjects.Length);
            try
            {
                using var client = new TcpClient();
                client.Connect(endPoint);
                client.GetStream().Write("get\n"u8);
                client.GetStream().ReadExactly(array, 0, ProxySubjects.Length);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
        }
    }

    private static readonly (Func<int, CancellationToken, Task> Operation, Func<int, string> Findings)[] s_kinds =
    [
        (RightAsync, static _ => ""),
        (LoseAsync, static length => $"1 NotReturned {length}"),
        (ReturnTwiceAsync, static length => $"1 ReturnedTwice {length}, 2 ReturnedTwice {length}"),
        (ThrowAsync, static _ => "1 FormatException, 2 FormatException"),
        (HangAsync, static _ => "1 TimeoutException, 2 TimeoutException"),
        (ProbeAsync, static _ => ""),
    ];

    private static async Task<string> FindAsync(Func<int, CancellationToken, Task> operation, int length)
    {
        try
        {
            var options = operation == HangAsync
                ? new PoolProbeOptions { MaxRuns = 4, TimeLimit = TimeSpan.FromSeconds(1), SettleTime = TimeSpan.Zero, AllowInconclusive = true }
                : s_options;
            await PoolProbe.CancelEverywhereAsync(token => operation(length, token), options);
            return "";
        }
        catch (PoolProbeException e)
        {
            // What is cancelled by time may end anywhere.
            return string.Join(", ", e.Result.Findings.Where(static finding => finding.Where?.Mode == PoolProbeMode.Cancel).Select(Describe));
        }

        static string Describe(PoolProbeFinding finding)
            => $"{finding.Where!.Value.Number} {(finding.Misuse is { } misuse ? $"{misuse.Kind} {misuse.Length}" : finding.Exception?.GetType().Name)}";
    }

    private static async Task RightAsync(int length, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            await Task.Yield();
            token.ThrowIfCancellationRequested();
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    private static async Task LoseAsync(int length, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        await Task.Yield();
        token.ThrowIfCancellationRequested();
        ArrayPool<byte>.Shared.Return(array);
    }

    private static async Task ReturnTwiceAsync(int length, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        await Task.Yield();
        ArrayPool<byte>.Shared.Return(array);
        if (token.IsCancellationRequested)
            ArrayPool<byte>.Shared.Return(array);
    }

    private static async Task ThrowAsync(int length, CancellationToken token)
    {
        await RightAsync(length, CancellationToken.None);
        if (token.IsCancellationRequested)
            throw new FormatException();
    }

    // Its second half comes when the probe has left it alone.
    private static async Task HangAsync(int length, CancellationToken token)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        await Task.Yield();
        if (token.IsCancellationRequested)
            await Task.Delay(2_000, CancellationToken.None);

        ArrayPool<byte>.Shared.Return(array);
        if (token.IsCancellationRequested)
            await Task.Delay(2_000, CancellationToken.None);
    }

    private static async Task ProbeAsync(int length, CancellationToken token)
    {
        await RightAsync(length, token);
        Assert.Equal($"1 NotReturned {length}", await FindAsync(LoseAsync, length));
    }
}
