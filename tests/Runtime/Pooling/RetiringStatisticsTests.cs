using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>The figures are exact also at the moment when a pool takes over what an ended thread left.</summary>
public class RetiringStatisticsTests
{
    private const int Threads = 30;

    // For a pool with room for all buffers, and for one whose budget refuses most of them.
    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(TestPool.Depth * 1024)]
    public void Statistics_WhileBuffersOfEndedThreadsMove_AreExact(long maxRetainedBytes)
    {
        var pool = new TestPool(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue), maxRetainedBytes);
        ThreadStack[][] stacks = [.. Enumerable.Range(0, Threads).Select(_ => StacksOfAnEndedThread(pool))];

        bool isRetired = false;
        var collector = new Thread(() =>
        {
            Collections.UntilRetired(stacks);
            Volatile.Write(ref isRetired, true);
        });
        collector.Start();
        while (!Volatile.Read(ref isRetired) && collector.IsAlive)
            AssertExact(pool);

        collector.Join();
        Assert.True(isRetired);
    }

    private static ThreadStack[] StacksOfAnEndedThread(TestPool pool)
    {
        ThreadStack[] stacks = [];
        TestPool.OnAnotherThread(() =>
        {
            for (int length = 16; length <= 1024; length *= 2)
                pool.Use(length, TestPool.Depth);

            stacks = pool.Pool.StacksOfThread!;
        });
        return stacks;
    }

    private static void AssertExact(TestPool pool)
    {
        PoolStatistics statistics = pool.Pool.StatisticsAtRest;
        Assert.Equal((0, Threads * 7 * TestPool.Depth), (statistics.InUse, statistics.Rents));
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted);
    }
}
