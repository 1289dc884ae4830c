using System.Collections;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>By its number a thread finds its own stacks, and no others.</summary>
public class ThreadNumberTests
{
    /// <summary>Another thread with that number would use the stacks of the ended thread while the pool takes them over.</summary>
    [Fact]
    public void EndedThread_WhoseStacksAreStillInAPool_KeepsItsNumber()
    {
        var pool = new PooledArrayPool<byte>(64);
        WeakReference number = RunToTheEnd(pool, isRetired: false);

        Collections.Several();

        Assert.True(number.IsAlive);
        GC.KeepAlive(pool);
    }

    [Fact]
    public void EndedThread_WhoseStacksThePoolTookOver_GivesItsNumberBack()
    {
        var pool = new PooledArrayPool<byte>(64);
        WeakReference number = RunToTheEnd(pool, isRetired: true);

        Assert.True(Collections.Until(() => !number.IsAlive), "The number is not free.");
        Assert.Equal(1, pool.Pool.GetStatistics().Retained);
    }

    [Fact]
    public void EndedThread_OfACollectedPool_GivesItsNumberBack()
    {
        WeakReference number = RunToTheEndOfANewPool();

        Assert.True(Collections.Until(() => !number.IsAlive), "The number is not free.");
    }

    [Fact]
    public void ManyShortThreads_FindNoStacksOfOthersAndNeedFewNumbers()
    {
        PooledArrayPool<byte> first = new(64), pool = new(64);
        int found = 0, greatest = 0;
        for (int i = 0; i < 500; i++)
        {
            Run(() =>
            {
                first.Return(first.Rent(64)); // now the thread has its number
                found += pool.Pool.StacksOfThread is null ? 0 : 1;
                pool.Return(pool.Rent(64));
                found += pool.Pool.StacksOfThread![0].Owner == ThreadToken.Current ? 0 : 1;
                greatest = Math.Max(greatest, ThreadNumber.Current);
            });
            if (i % 20 == 0)
                Collections.Several();
        }

        Assert.Equal(0, found);
        Assert.InRange(greatest, 1, 300); // other tests have threads, too
        Assert.Equal(500, pool.Pool.GetStatistics().Rents);
    }

    /// <summary>A thread that joins a pool makes the array of all threads longer, while others join and rent.</summary>
    [Fact]
    public void Threads_ThatJoinAtOnce_EachKeepTheirStacks()
    {
        const int rounds = 2000;
        PooledArrayPool<byte>[] pools = [.. Enumerable.Range(0, rounds).Select(static _ => new PooledArrayPool<byte>(16))];
        using var turn = new Barrier(4);
        int lost = 0;

        void Join()
        {
            foreach (PooledArrayPool<byte> pool in pools)
            {
                turn.SignalAndWait();
                pool.Return(pool.Rent(16));
                ThreadStack[] stacks = pool.Pool.StacksOfThread ?? [];
                turn.SignalAndWait();
                if (pool.Pool.StacksOfThread != stacks)
                    Interlocked.Increment(ref lost);
            }
        }

        Thread[] threads = [.. Enumerable.Repeat<ThreadStart>(Join, turn.ParticipantCount).Select(static join => new Thread(join))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();

        Assert.Equal(0, lost);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunToTheEndOfANewPool() => RunToTheEnd(new PooledArrayPool<byte>(64), isRetired: false);

    // Returns the number of a thread that used the pool and has ended.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunToTheEnd(PooledArrayPool<byte> pool, bool isRetired)
    {
        var number = new WeakReference(null);
        Run(() =>
        {
            pool.Return(pool.Rent(64));
            number.Target = ThreadNumber.OfThread();
            foreach (object end in (IEnumerable)PrivateField.Of(typeof(ThreadEnd), "t_ends")!)
            {
                if (!isRetired)
                    GC.SuppressFinalize(end); // stands for a finalizer that runs later
            }
        });
        return number;
    }

    private static void Run(ThreadStart work)
    {
        var thread = new Thread(work);
        thread.Start();
        thread.Join();
    }
}
