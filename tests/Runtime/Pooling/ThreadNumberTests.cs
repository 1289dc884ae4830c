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
        PooledArrayPool<byte> pool = PooledBuffers.CreateArrayPool<byte>(64);
        WeakReference number = RunToTheEnd(pool, isRetired: false);

        Collections.Several();

        Assert.True(number.IsAlive);
        GC.KeepAlive(pool);
    }

    [Fact]
    public void EndedThread_WhoseStacksThePoolTookOver_GivesItsNumberBack()
    {
        PooledArrayPool<byte> pool = PooledBuffers.CreateArrayPool<byte>(64);
        WeakReference number = RunToTheEnd(pool, isRetired: true);

        Assert.True(Collections.Until(() => !number.IsAlive), "The number is not free.");
        Assert.Equal(1, pool.Pool.Statistics.Retained);
    }

    [Fact]
    public void EndedThread_OfACollectedPool_GivesItsNumberBack()
    {
        WeakReference number = RunToTheEnd(PooledBuffers.CreateArrayPool<byte>(64), isRetired: false);

        Assert.True(Collections.Until(() => !number.IsAlive), "The number is not free.");
    }

    [Fact]
    public void ManyShortThreads_FindNoStacksOfOthersAndNeedFewNumbers()
    {
        PooledArrayPool<byte> pool = PooledBuffers.CreateArrayPool<byte>(64);
        int found = 0, greatest = 0;
        for (int i = 0; i < 500; i++)
        {
            Run(() =>
            {
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
        Assert.Equal(500, pool.Pool.Statistics.Rents);
    }

    /// <summary>A thread that joins a pool makes the array of all threads longer, while others rent by it.</summary>
    [Fact]
    public void Threads_ThatJoinWhileOthersRent_EachKeepTheirStacks()
    {
        PooledArrayPool<byte> pool = PooledBuffers.CreateArrayPool<byte>(64);
        ThreadStack[]?[] stacks = new ThreadStack[64][];
        using var start = new Barrier(stacks.Length);
        int lost = 0;
        Thread[] threads =
        [
            .. Enumerable.Range(0, stacks.Length).Select(i => new Thread(() =>
            {
                start.SignalAndWait();
                for (int round = 0; round < 100; round++)
                {
                    pool.Return(pool.Rent(64));
                    if ((stacks[i] ??= pool.Pool.StacksOfThread) != pool.Pool.StacksOfThread)
                        Interlocked.Increment(ref lost);
                }
            })),
        ];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();

        Assert.Equal(0, lost);
        Assert.Equal(stacks.Length, stacks.Distinct().Count());
        Assert.Equal((6400, 0), (pool.Pool.Statistics.Rents, pool.Pool.Statistics.InUse));
    }

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
