using System.Collections.Concurrent;
using PooledGen.Runtime.Tests.Invariants;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Array pools that come and go while short-lived threads rent from them. Arrays and owners travel from thread to thread, and often outlive all other
/// references to their pool. A holder marks its array with a number that nobody else has, and finds it there at the end of the rental.
/// </summary>
[Trait("Category", "Long")]
public class OwnArrayPoolStormTests(ITestOutputHelper output)
{
    private const int Workers = 3;
    private const int Pools = 8;

    private readonly PooledArrayPool<long>[] _pools = [.. Enumerable.Range(0, Pools).Select(static _ => Create(new Random(1)))];
    private readonly ConcurrentQueue<Action> _travelling = new();
    private long _stamps;
    private long _doubleHolders;
    private long _created = Pools;

    [Fact]
    public void Storm_OfPoolsThatComeAndGo_GivesNoArrayToTwoHoldersAndKeepsNoPool()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var clock = new StormClock(StormTime.Read(otherwise: 2), HasHappened);
        Thread[] threads =
        [
            new(() => Disturb(clock, new Random(seed))),
            .. Enumerable.Range(1, Workers).Select(id => new Thread(() => Churn(clock, seed, id))),
        ];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();

        while (_travelling.TryDequeue(out Action? end))
            end();

        output.WriteLine($"{_stamps} rentals of {_created} pools");
        Assert.Equal(0, _doubleHolders);
        Assert.True(HasHappened(), "Hardly a pool was created: the storm proves nothing.");
        foreach (PooledArrayPool<long> pool in _pools)
        {
            StormReport.Write(output, pool.Pool, _doubleHolders);
            PoolInvariants.AssertHold(pool.Pool, inUse: 0);
            Assert.Equal(0, pool.Pool.GetStatistics().MisuseCount);
        }

        int left = int.MaxValue;
        Assert.True(
            Lifetime.Collections.Until(() => (left = PooledBuffers.Pools.Count(static pool => pool.Name == nameof(OwnArrayPoolStormTests))) <= Pools),
            $"{left} pools are left.");
    }

    private bool HasHappened() => Interlocked.Read(ref _created) > 10 * Pools;

    private static PooledArrayPool<long> Create(Random random)
    {
        ClearPolicy[] policies = Enum.GetValues<ClearPolicy>();
        return new PooledArrayPool<long>(128, new()
        {
            Name = nameof(OwnArrayPoolStormTests),
            MaxRetainedBytes = random.Next(2) == 0 ? long.MaxValue : 4096,
            Clear = policies[random.Next(policies.Length)],
            SizeClassesPerDoubling = 1 << random.Next(3),
        });
    }

    private void Disturb(StormClock clock, Random random)
    {
        while (clock.IsRunning)
        {
            BufferPool pool = Volatile.Read(ref _pools[random.Next(Pools)]).Pool;
            pool.Trim();
            pool.TrimIdle();
            if (random.Next(20) == 0)
                GC.Collect();

            Thread.SpinWait(random.Next(500));
        }
    }

    // A row of short-lived threads, so that numbers of threads are given again.
    private void Churn(StormClock clock, int seed, int id)
    {
        for (int generation = 0; clock.IsRunning; generation++)
        {
            var random = new Random(seed + (id * 1000) + generation);
            var thread = new Thread(() =>
            {
                for (int i = 0; i < 500; i++)
                    Step(random);
            });
            thread.Start();
            thread.Join();
        }
    }

    private void Step(Random random)
    {
        int index = random.Next(Pools);
        PooledArrayPool<long> pool = Volatile.Read(ref _pools[index]);
        switch (random.Next(40))
        {
            case 0:
                Volatile.Write(ref _pools[index], Create(random));
                Interlocked.Increment(ref _created);
                break;
            case < 8 when _travelling.TryDequeue(out Action? end):
                end();
                break;
            case < 12 when _travelling.Count < 200:
                _travelling.Enqueue(Hold(pool, random));
                break;
            case < 14 when _travelling.Count < 200:
                PooledOwner<long> owner = pool.Pool.RentOwner(random.Next(1, 129));
                long stamp = Mark(owner.Span);
                _travelling.Enqueue(() =>
                {
                    Verify(owner.Span, stamp);
                    owner.Dispose();
                });
                break;
            default:
                Action outer = Hold(pool, random);
                Action inner = Hold(pool, random);
                (random.Next(2) == 0 ? inner + outer : outer + inner)();
                break;
        }
    }

    // Rents, and returns what ends the rental.
    private Action Hold(PooledArrayPool<long> pool, Random random)
    {
        long[] array = pool.Rent(random.Next(1, 129));
        long stamp = Mark(array);
        return () =>
        {
            Verify(array, stamp);
            pool.Return(array, clearArray: (stamp & 7) == 0);
        };
    }

    private long Mark(Span<long> elements)
    {
        long stamp = Interlocked.Increment(ref _stamps);
        elements.Fill(stamp);
        return stamp;
    }

    private void Verify(ReadOnlySpan<long> elements, long stamp)
    {
        if (elements.IndexOfAnyExcept(stamp) >= 0)
            Interlocked.Increment(ref _doubleHolders);
    }
}
