using System.Collections.Concurrent;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Array pools that share budgets. Short-lived threads rent, return, hand arrays to each other and lose some, and are interrupted: no budget is ever exceeded,
/// no array has two holders, and in the end nothing is charged.
/// </summary>
[Trait("Category", "Long")]
public class OwnArrayPoolBudgetStormTests(ITestOutputHelper output)
{
    private const int Workers = 3;

    private readonly BufferBudget _process = new(64 * 1024);
    private readonly List<PooledArrayPool<long>> _pools = [];
    private readonly ConcurrentQueue<(PooledArrayPool<long> Pool, long[] Array, long Stamp)> _handedOver = new();
    private long _stamps, _held, _doubleHolders, _exceeded, _refused, _lost, _interrupted;

    [Fact]
    public void Storm_OfArraysWithinBudgets_ExceedsNoneAndEndsAtZero()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        BufferBudget[] budgets = [_process, new(32 * 1024, parent: _process), new(24 * 1024, parent: _process)];
        ClearPolicy[] policies = Enum.GetValues<ClearPolicy>();
        for (int i = 0; i < 8; i++)
        {
            _pools.Add(new PooledArrayPool<long>(512, new()
            {
                Name = nameof(OwnArrayPoolBudgetStormTests),
                Clear = policies[i % policies.Length],
                SizeClassesPerDoubling = 1 << (i % 3),
                Budget = budgets[i % 3],
            }));
        }

        var clock = new StormClock(StormTime.Read(otherwise: 1), HasHappened);
        Thread[] threads = [.. Enumerable.Range(1, Workers).Select(id => new Thread(() => Churn(clock, seed, id)))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        while (_handedOver.TryDequeue(out (PooledArrayPool<long> Pool, long[] Array, long Stamp) last))
            Return(last.Pool, last.Array, last.Stamp);

        output.WriteLine($"{_stamps} rentals, {_refused} refused, {_lost} lost, {_interrupted} interrupted, {_process}");
        Assert.Equal((0, 0), (_doubleHolders, _exceeded));
        Assert.All(budgets, static budget => Assert.True(Collections.Until(() => budget.InUseBytes == 0), budget.ToString()));
        Assert.True(HasHappened(), "Something of all that is counted above did not happen: the storm proves nothing.");
        foreach (PooledArrayPool<long> pool in _pools)
        {
            PoolInvariants.AssertHold(pool.Pool, inUse: 0);
            Assert.Equal(0, pool.Pool.GetStatistics().MisuseCount);
        }
    }

    private bool HasHappened() => Interlocked.Read(ref _refused) > 0 && Interlocked.Read(ref _lost) > 0 && Interlocked.Read(ref _interrupted) > 0;

    // A row of short-lived threads, each of which is interrupted while it works.
    private void Churn(StormClock clock, int seed, int id)
    {
        for (int generation = 0; clock.IsRunning; generation++)
        {
            var random = new Random(seed + (id * 1000) + generation);
            var thread = new Thread(() => Work(random));
            thread.Start();
            thread.Interrupt();
            if (generation % 50 == 0)
                GC.Collect();

            thread.Join();
        }
    }

    private void Work(Random random)
    {
        for (int i = 0; i < 200; i++)
        {
            Step(random);
            try
            {
                // The interrupt ends this wait, and no rent or return before it.
                Thread.Sleep(0);
            }
            catch (ThreadInterruptedException)
            {
                Interlocked.Increment(ref _interrupted);
            }
        }
    }

    private void Step(Random random)
    {
        PooledArrayPool<long> pool = _pools[random.Next(_pools.Count)];
        if (random.Next(4) == 0 && _handedOver.TryDequeue(out (PooledArrayPool<long> Pool, long[] Array, long Stamp) other))
            Return(other.Pool, other.Array, other.Stamp);

        if (Rent(pool, random.Next(1, 600), random.Next(2) == 0) is not { } array)
            return;

        long stamp = Interlocked.Increment(ref _stamps);
        if (Interlocked.Add(ref _held, Bytes(array)) > _process.MaxBytes)
            Interlocked.Increment(ref _exceeded);

        array.AsSpan().Fill(stamp);
        switch (random.Next(20))
        {
            case 0:
                Interlocked.Add(ref _held, -Bytes(array));
                Interlocked.Increment(ref _lost);
                break;
            case < 8 when _handedOver.Count < 100:
                _handedOver.Enqueue((pool, array, stamp));
                break;
            default:
                Return(pool, array, stamp);
                break;
        }
    }

    private long[]? Rent(PooledArrayPool<long> pool, int length, bool tries)
    {
        try
        {
            if (!tries)
                return pool.Rent(length);

            if (pool.TryRent(length, out long[]? array))
                return array;
        }
        catch (InsufficientMemoryException)
        {
            // Counted below.
        }

        Interlocked.Increment(ref _refused);
        return null;
    }

    private void Return(PooledArrayPool<long> pool, long[] array, long stamp)
    {
        if (array.AsSpan().IndexOfAnyExcept(stamp) >= 0)
            Interlocked.Increment(ref _doubleHolders);

        // Before the end of the rental, whose bytes others may have at once.
        Interlocked.Add(ref _held, -Bytes(array));
        pool.Return(array, clearArray: (stamp & 7) == 0);
    }

    private static long Bytes(long[] array) => (long)array.Length * sizeof(long);
}
