using System.Buffers;
using PooledGen.Runtime.Tests.Storms;

namespace PooledGen.Probes.Tests;

/// <summary>
/// Probes beside each other, of operations that are right, lose, return twice, throw, hang and probe: each gets its own findings, and no other.
/// </summary>
[Trait("Category", "Long")]
public class PoolProbeStormTests
{
    private static readonly PoolProbeOptions s_options = new() { Settle = TimeSpan.Zero };

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

    private static readonly (Func<int, CancellationToken, Task> Operation, Func<int, string> Findings)[] s_kinds =
    [
        (RightAsync, static _ => ""),
        (LoseAsync, static length => $"1 NotReturned {length}"),
        (ReturnTwiceAsync, static length => $"1 DoubleReturn {length}, 2 DoubleReturn {length}"),
        (ThrowAsync, static _ => "1 FormatException, 2 FormatException"),
        (HangAsync, static _ => "1 TimeoutException, 2 TimeoutException"),
        (ProbeAsync, static _ => ""),
    ];

    private static async Task<string> FindAsync(Func<int, CancellationToken, Task> operation, int length)
    {
        try
        {
            var options = operation == HangAsync ? new PoolProbeOptions { TimeLimit = TimeSpan.FromSeconds(1), Settle = TimeSpan.Zero } : s_options;
            await PoolProbe.CancelEverywhereAsync(token => operation(length, token), options);
            return "";
        }
        catch (PoolProbeException e)
        {
            return string.Join(", ", e.Result.Findings.Select(Describe));
        }

        static string Describe(PoolProbeFinding finding)
            => $"{finding.Place} {(finding.Misuse is { } misuse ? $"{misuse.Kind} {misuse.Length}" : finding.Exception?.GetType().Name)}";
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
