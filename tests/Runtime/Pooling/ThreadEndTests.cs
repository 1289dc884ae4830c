using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>A thread that ends leaves its buffers to the others.</summary>
public partial class ThreadEndTests
{
    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct IntBuffer;

    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct ChurnBuffer;

    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct HandedOverBuffer;

    [Fact]
    public void EndedThread_LeavesItsBuffersToTheOthers()
    {
        ThreadStack[] stacks = [];
        RunToTheEnd(() =>
        {
            IntBuffer.Rent(200).Dispose();
            stacks = IntBuffer.Pool.StacksOfThread!;
        });
        Collections.UntilRetired(stacks);
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        Assert.Equal((1, 1), (before.Rents, before.Retained));

        IntBuffer.Rent(200).Dispose();

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal((2, 1, 1), (after.Rents, after.Misses, after.Retained));
    }

    [Fact]
    public void ManyShortThreads_LoseNoBufferAndNoCount()
    {
        const int threads = 200;
        var stacks = new ThreadStack[threads][];
        for (int i = 0; i < threads; i++)
        {
            RunToTheEnd(() =>
            {
                using var a = ChurnBuffer.Rent(200);
                using var b = ChurnBuffer.Rent(20);
                stacks[i] = ChurnBuffer.Pool.StacksOfThread!;
            });
        }

        Collections.UntilRetired(stacks);

        PoolStatistics statistics = ChurnBuffer.Pool.StatisticsAtRest;
        Assert.Equal(2 * threads, statistics.Rents);
        Assert.Equal(0, statistics.InUse);
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted);
    }

    [Fact]
    public void EndedThread_ThatWasTrimmed_ReservesNoPlaceForWhatItHad()
    {
        var pool = new TestPool(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));
        ThreadStack[] stacks = [];
        RunToTheEnd(() =>
        {
            pool.Use(1000, TestPool.Depth);
            stacks = pool.Pool.StacksOfThread!;
            pool.Pool.Trim();
        });

        Collections.UntilRetired(stacks);

        Assert.Equal((0, TestPool.Depth), (pool.Pool.ReservedBytes, pool.GetStatistics().Trimmed));
    }

    [Fact]
    public void FirstRental_OfAThreadThatCannotBeWatched_LeavesNothingInThePool()
    {
        var pool = new TestPool(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));
        RunToTheEnd(() =>
        {
            IntBuffer.Rent(200).Dispose(); // or nothing would watch this thread yet
            object ends = InterruptedThread.LockOf(typeof(ThreadEnd), "t_ends");
            FieldInfo items = ends.GetType().GetField("_items", BindingFlags.Instance | BindingFlags.NonPublic)!;
            object intact = items.GetValue(ends)!;

            items.SetValue(ends, null); // stands for memory that cannot be had
            Exception? exception = Record.Exception(() => pool.Rent(16));
            items.SetValue(ends, intact);

            Assert.IsType<NullReferenceException>(exception);
        });

        Assert.Empty((IEnumerable<RosterEntry>)InterruptedThread.LockOf(InterruptedThread.LockOf(pool.Pool, "_roster"), "_threads"));
    }

    [Fact]
    public void EndedThread_ThatHandedBuffersOver_KeepsNoneOfThemAlive()
    {
        (PooledOwner<int> kept, WeakReference returned) = HandTwoOver();

        HandedOverBuffer.Pool.Trim();
        GC.Collect();

        Assert.False(returned.IsAlive);
        kept.Dispose();
    }

    // Both buffers were free on the ended thread before, so that it still has a stale reference to each.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (PooledOwner<int> Kept, WeakReference Returned) HandTwoOver()
    {
        PooledOwner<int> kept = default, returned = default;
        ThreadStack[] stacks = [];
        RunToTheEnd(() =>
        {
            PooledOwner<int> first = HandedOverBuffer.RentOwner(200);
            HandedOverBuffer.RentOwner(200).Dispose();
            first.Dispose();
            (kept, returned) = (HandedOverBuffer.RentOwner(200), HandedOverBuffer.RentOwner(200));
            stacks = HandedOverBuffer.Pool.StacksOfThread!;
        });
        Collections.UntilRetired(stacks);

        MemoryMarshal.TryGetArray<int>(returned.Memory, out ArraySegment<int> array);
        returned.Dispose();
        return (kept, new WeakReference(array.Array));
    }

    [Fact]
    public void Thread_WhosePoolsWereCollected_ForgetsThem()
    {
        int remembered = 0;
        RunToTheEnd(() =>
        {
            for (int i = 0; i < 500; i++)
            {
                _ = new ThreadEnd(new RosterEntry(pool: null!, stacks: [])); // of a pool whose assembly was unloaded
                if (i % 50 == 0)
                    GC.Collect();
            }

            remembered = ((ICollection)InterruptedThread.LockOf(typeof(ThreadEnd), "t_ends")).Count;
        });

        Assert.InRange(remembered, 1, 250);
    }

    private static void RunToTheEnd(ThreadStart work)
    {
        var thread = new Thread(work);
        thread.Start();
        thread.Join();
    }
}
