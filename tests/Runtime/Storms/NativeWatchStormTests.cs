using System.Collections.Concurrent;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Storage;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// A listener or a check comes while threads rent native buffers by the short way, and goes again. The watch stays with its pool, so each round has a new
/// pool. A buffer never has two holders, and each rental and return is counted, whichever way it took.
/// </summary>
[Trait("Category", "Long")]
public class NativeWatchStormTests(ITestOutputHelper output)
{
    private const int Length = 100;
    private const int Workers = 2;
    private const int RentalsOfWorker = 3000;

    private int _midway;

    [Fact]
    public void Storm_OfNativeRentals_WhileAWatchBegins_LosesNothing()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var clock = new StormClock(StormTime.Read(otherwise: 1), () => _midway > 0);
        int rounds = 0;
        while (clock.IsRunning)
        {
            PlayRound(random.Next(2) == 0 ? PoolMode.Traced : PoolMode.Checked, random.Next());
            rounds++;
        }

        output.WriteLine($"{rounds} rounds, the watch began in the middle of {_midway}");
        Assert.True(_midway > 0, "The storm proves nothing.");
    }

    private void PlayRound(PoolMode mode, int seed)
    {
        var pool = new PlacedPool<long>(BufferStorage.Native);
        var round = new Round(pool.Pool);
        Thread[] workers = [.. Enumerable.Range(0, Workers).Select(id => new Thread(() => round.Rent(new Random(seed + id))))];
        foreach (Thread worker in workers)
            worker.Start();

        var random = new Random(seed - 1);
        int begin = random.Next(1, Workers * RentalsOfWorker / 2);
        SpinWait.SpinUntil(() => round.Rentals >= begin);
        pool.Pool.Enter(mode);
        _midway += round.Rentals < Workers * RentalsOfWorker ? 1 : 0;
        Thread.SpinWait(random.Next(20_000));
        pool.Pool.Leave(mode);
        foreach (Thread worker in workers)
            worker.Join();

        pool.Pool.Trim();
        PoolStatistics statistics = pool.Pool.StatisticsAtRest;
        Assert.Equal((0, 0), (round.DoubleHolders, round.Changed));
        Assert.Equal((Workers * RentalsOfWorker, 0, 0), (statistics.Rents, statistics.InUse, statistics.MisuseCount));
        Assert.Equal(statistics.Misses, statistics.Trimmed + statistics.Dropped);
        pool.AssertBalanced();
    }

    /// <summary>The rentals of one pool.</summary>
    private sealed class Round(BufferPool<long> pool)
    {
        private readonly ConcurrentDictionary<nint, long> _held = [];
        private long _rentals;

        public long DoubleHolders;
        public long Changed;

        public long Rentals => Interlocked.Read(ref _rentals);

        public void Rent(Random random)
        {
            for (int i = 0; i < RentalsOfWorker; i++)
            {
                bool isRenter = random.Next(2) == 0;
                PooledNode node = PooledNode.RentSlow(pool, Length);
                nint generation = node.Generation;
                long stamp = Interlocked.Increment(ref _rentals);
                nint address = node.GetAddress<long>(0, Length);
                Interlocked.Add(ref DoubleHolders, _held.TryAdd(address, stamp) ? 0 : 1);
                Span<long> elements = node.UnsafeAsPlacedSpan<long>(Length);
                elements.Fill(stamp);
                Thread.SpinWait(random.Next(20));
                Interlocked.Add(ref Changed, elements.IndexOfAnyExcept(stamp) < 0 ? 0 : 1);
                _held.TryRemove(address, out _);
                if (isRenter)
                    node.ReturnNative(pool, generation);
                else
                    node.ReturnOwned(generation);
            }
        }
    }
}
