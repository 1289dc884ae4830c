using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Pooling;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Owners that end twice: on the thread that rented them, by plain writes, and on another one, which revokes the pool's bias at that very moment.
/// </summary>
public class BiasStormTests(ITestOutputHelper output)
{
    [ThreadStatic]
    private static ThreadStack<byte>[]? t_stacks;

    private readonly BufferPool<byte> _pool =
        new("Bias", minLength: 16, maxLength: 16, threadDepth: 4, OversizePolicy.Allocate, ClearPolicy.Auto, () => ref t_stacks);

    private readonly Random _random = new();
    private PooledNode<byte> _node = null!;
    private int _generation;
    private int _begun;
    private int _ended;

    [Fact]
    public void Storm_OfOwnersEndedTwiceWhileTheBiasIsRevoked_LetsExactlyOneWinEachRound()
    {
        const int rounds = 200_000;
        var other = new Thread(() => EndElsewhere(rounds));
        other.Start();
        EndAtHome(rounds);
        other.Join();

        PoolStatistics statistics = _pool.StatisticsAtRest;
        output.WriteLine(statistics.ToString());
        Assert.Equal(rounds, statistics.Misuse);
        Assert.Equal(0, statistics.InUse);
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Dropped + statistics.Trimmed);
    }

    private void EndAtHome(int rounds)
    {
        for (int i = 1; i <= rounds; i++)
        {
            // The first may be a new one, which no thread has for its own.
            Return(_pool.RentOwned(16));
            _node = _pool.RentOwned(16);
            _generation = _node.Generation;
            _pool.Restore();
            int delay = _random.Next(300);
            Volatile.Write(ref _begun, i);
            Wait(delay);
            _pool.ReturnOwned(_node, _generation);
            AwaitRound(ref _ended, i);
        }
    }

    private void EndElsewhere(int rounds)
    {
        Return(_pool.RentOwned(16));
        for (int i = 1; i <= rounds; i++)
        {
            AwaitRound(ref _begun, i);
            _pool.ReturnOwned(_node, _generation);
            Volatile.Write(ref _ended, i);
        }
    }

    private void Return(PooledNode<byte> node) => _pool.ReturnOwned(node, node.Generation);

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
