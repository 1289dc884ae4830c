using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Pooling;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Owners that end twice: on the thread that rented them, by plain writes, and on another one, which revokes the pool's bias at that very moment.
/// </summary>
public class BiasStormTests(ITestOutputHelper output)
{
    private const int Rounds = 40_000;

    [ThreadStatic]
    private static ThreadStack<byte>[]? t_stacks;

    private readonly BufferPool<byte> _pool =
        new("Bias", minLength: 16, maxLength: 16, threadDepth: 4, OversizePolicy.Allocate, ClearPolicy.Auto, () => ref t_stacks);

    private readonly Random _random = new();
    private readonly int[] _farLines = new int[32 * 128 / sizeof(int)];
    private PooledNode<byte> _node = null!;
    private nint _generation;
    private IReadOnlyList<string> _broken = [];
    private int _begun;
    private int _ended;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Storm_OfOwnersEndedByAllWhileTheBiasIsRevoked_LetsExactlyOneWinEachRound(int others)
    {
        Run(others, elsewhere: () => _node.ReturnOwned(_generation));

        Assert.Equal((long)others * Rounds, AssertBalanced().Misuse);
    }

    [Fact]
    public void Storm_OfClearedReturnsWhileTheBiasIsRevoked_LetsExactlyOneWinEachRound()
    {
        Run(others: 1, elsewhere: () => _pool.ReturnOwnedSlow(_node, _generation, clears: true));

        Assert.Equal(Rounds, AssertBalanced().Misuse);
    }

    [Fact]
    public void Storm_OfHandOversWhileTheBiasIsRevoked_LetsExactlyOneWinEachRound()
    {
        int transfers = 0;
        Run(others: 1, elsewhere: () =>
        {
            try
            {
                nint generation = _node.Transfer(_generation, RentalHandle.Owner);
                transfers++;
                _node.ReturnOwned(generation);
            }
            catch (ObjectDisposedException)
            {
                // The renting thread was faster.
            }
        });

        output.WriteLine($"{transfers} handed over");
        Assert.InRange(AssertBalanced().Misuse, 0, transfers); // the Dispose of what was just handed over may be taken for some
    }

    private PoolStatistics AssertBalanced()
    {
        PoolStatistics statistics = _pool.StatisticsAtRest;
        output.WriteLine(statistics.ToString());
        Assert.Empty(_broken);
        PoolInvariants.AssertHold(_pool, inUse: 0);
        Assert.Equal(0, statistics.InUse);
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Dropped + statistics.Trimmed);
        return statistics;
    }

    private void Run(int others, Action elsewhere)
    {
        // On threads of its own: another test's may have the stacks of that one's pool.
        ThreadStart[] bodies = [() => EndAtHome(others), .. Enumerable.Repeat<ThreadStart>(() => EndElsewhere(elsewhere), others)];
        Thread[] threads = [.. bodies.Select(static body => new Thread(body))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
    }

    private void EndAtHome(int others)
    {
        for (int i = 1; i <= Rounds; i++)
        {
            // The first may be a new one, which no thread has for its own.
            Return(_pool.RentOwned(16));
            _node = _pool.RentOwned(16);
            _pool.Restore(_node);
            _generation = _node.Generation;

            // Short ones meet a missing barrier, long ones a missing look at the bias.
            int delay = _random.Next(1 << _random.Next(8, 16));
            Volatile.Write(ref _begun, i);
            Wait(delay);
            WriteFarLines(i);
            _node.ReturnOwned(_generation);
            AwaitRound(ref _ended, i * others);
            if (i % 1000 == 0 && _broken.Count == 0)
                _broken = PoolInvariants.CheckPatiently(_pool, inUse: 0);
        }
    }

    private void EndElsewhere(Action end)
    {
        Return(_pool.RentOwned(16));
        for (int i = 1; i <= Rounds; i++)
        {
            AwaitRound(ref _begun, i);
            end();
            WriteFarLines(i);
            Interlocked.Increment(ref _ended);
        }
    }

    private void Return(PooledNode<byte> node) => node.ReturnOwned(node.Generation);

    // They are in the other core's cache, so what is written next becomes visible late: what a missing barrier leads to shows itself.
    private void WriteFarLines(int value)
    {
        for (int i = 0; i < _farLines.Length; i += 128 / sizeof(int))
            _farLines[i] = value;
    }

    private static void AwaitRound(ref int round, int number)
    {
        var wait = default(SpinWait);
        while (Volatile.Read(ref round) != number)
            wait.SpinOnce(sleep1Threshold: -1);
    }

    // Without a pause, which would be too coarse.
    private static void Wait(int steps)
    {
        for (int i = 0; i < steps; i++)
            Volatile.Read(ref steps);
    }
}
