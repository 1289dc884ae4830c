using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>No more is retained than the budgets allow. What is returned beyond is let go and counted.</summary>
public class RetentionLimitTests
{
    private static readonly TimeSpan s_period = TimeSpan.FromSeconds(10);

    private readonly FakeClock _clock = new();
    private readonly IdleTrimmer _trimmer;

    public RetentionLimitTests() => _trimmer = new IdleTrimmer(_clock, s_period, long.MaxValue);

    [Theory]
    [InlineData(0, 10, 0)]
    [InlineData(1023, 10, 0)]
    [InlineData(1024, 10, 1)]
    [InlineData(5 * 1024, 10, 5)]
    [InlineData(9 * 1024, 10, 9)]         // the ninth lies in the core tier, which there is no budget for a whole batch of
    [InlineData(12 * 1024, 10, 10)]
    [InlineData(long.MaxValue, 10, 10)]
    public void AReturnBeyondThePoolsBudget_IsEvicted(long budget, int returned, int retained)
    {
        var pool = new TestPool(_trimmer, budget);

        pool.Use(1000, returned);

        Assert.Equal((retained, returned - retained, 0), (pool.GetStatistics().Retained, pool.GetStatistics().Evicted, pool.GetStatistics().Dropped));
        Assert.Equal(1024 * (returned - retained), pool.GetStatistics().EvictedBytes);
        pool.AssertBalanced();
    }

    [Theory]
    [InlineData(6, true)]
    [InlineData(7, false)]
    public void Allows_SaysWhatTryReserveWouldDo(long bytes, bool allowed)
    {
        var budget = new RetentionLimit(10);
        budget.TryReserve(4);

        Assert.Equal(allowed, budget.Allows(bytes));
        Assert.Equal(allowed, budget.TryReserve(bytes));

        Assert.Equal(allowed ? 4 + bytes : 4, budget.Reserved);
    }

    [Fact]
    public void ALoneThreadOverBudget_KeepsWhatItHas()
    {
        var pool = new TestPool(_trimmer, 5 * 1024);
        pool.Use(1000, 6);

        pool.Use(1000, 6);

        Assert.Equal((5, 2, 7), (pool.GetStatistics().Hits, pool.GetStatistics().Evicted, pool.GetStatistics().Misses));
    }

    [Fact]
    public void TheProcessBudget_IsSharedByAllPools()
    {
        var trimmer = new IdleTrimmer(_clock, s_period, 6 * 1024);
        var first = new TestPool(trimmer);
        var second = new TestPool(trimmer);

        first.Use(1000, 4);
        second.Use(1000, 4);

        Assert.Equal((4, 2, 2), (first.GetStatistics().Retained, second.GetStatistics().Retained, second.GetStatistics().Evicted));
        first.Pool.Trim();
        second.Use(1000, 4);
        Assert.Equal((0, 4), (first.GetStatistics().Retained, second.GetStatistics().Retained));
    }

    [Fact]
    public void BuffersThatAreNeverReturned_CostNoBudget()
    {
        var pool = new TestPool(_trimmer, 4 * 1024);
        for (int i = 0; i < 100; i++)
        {
            pool.Use(1000);
            pool.Rent(1000);
        }

        pool.Use(1000, 4);

        Assert.Equal(4, pool.GetStatistics().Retained);
        pool.AssertBalanced(inUse: 100);
    }

    [Fact]
    public void AThousandShortThreads_LeaveNoMoreThanTheBudgetAndLoseNothing()
    {
        const int threads = 1000;
        var pool = new TestPool(_trimmer, 20 * 1024);
        var stacks = new ThreadStack[threads][];
        for (int i = 0; i < threads; i++)
        {
            TestPool.OnAnotherThread(() =>
            {
                pool.Use(1000, 3);
                stacks[i] = pool.Pool.StacksOfThread!;
            });
        }

        Collections.UntilRetired(stacks);
        Assert.Equal(3 * threads, pool.GetStatistics().Rents);
        pool.AssertBalanced();
        long retained = pool.GetStatistics().Retained;
        Assert.InRange(retained, 1, 20);
        long hits = pool.GetStatistics().Hits;
        pool.Use(1000, (int)retained);
        Assert.Equal(hits + retained, pool.GetStatistics().Hits);
    }

    [Fact]
    public void TheBudgetOfAnIdleThread_IsFreeForOthersAfterTwoVisits()
    {
        var pool = new TestPool(_trimmer, 4 * 1024);
        TestPool.OnAnotherThread(() => pool.Use(1000, 4));
        pool.Use(1000, 2);
        Assert.Equal((4, 2), (pool.GetStatistics().Retained, pool.GetStatistics().Evicted));

        _clock.Advance(s_period + s_period);
        pool.Use(1000, 2);

        Assert.Equal((2, 2), (pool.GetStatistics().Retained, pool.GetStatistics().Evicted));
        pool.AssertBalanced();
    }

    [Fact]
    public void ALowerBudget_HoldsAtOnceAndForRentalsThatAreStillOut()
    {
        var pool = new TestPool(_trimmer);
        PooledNode rented = pool.Rent(1000);
        pool.Use(1000, 20);

        pool.Pool.MaxRetainedBytes = 2 * 1024;
        Assert.Equal(0, pool.GetStatistics().RetainedBytes);
        pool.Return(rented);
        pool.Use(1000, 20);

        Assert.Equal(2 * 1024, pool.GetStatistics().RetainedBytes);
        pool.AssertBalanced();
    }

    [Fact]
    public void ALowerProcessBudget_HoldsAtOnce()
    {
        var pool = new TestPool(_trimmer);
        pool.Use(1000, 20);

        _trimmer.SetMaxRetainedBytes(2 * 1024);
        Assert.Equal(0, pool.GetStatistics().RetainedBytes);
        pool.Use(1000, 20);

        Assert.Equal(2 * 1024, pool.GetStatistics().RetainedBytes);
        pool.AssertBalanced();
    }

    [Fact]
    public void AHigherBudget_IsUsed()
    {
        var pool = new TestPool(_trimmer, maxRetainedBytes: 0);
        pool.Use(1000, 3);

        pool.Pool.MaxRetainedBytes = 3 * 1024;
        pool.Use(1000, 3);

        Assert.Equal((3, 3), (pool.GetStatistics().Retained, pool.GetStatistics().Evicted));
    }

    [Fact]
    public void ANegativeBudget_IsRefused()
    {
        var pool = new TestPool(_trimmer, 42);

        var exception = Assert.Throws<ArgumentOutOfRangeException>(() => pool.Pool.MaxRetainedBytes = -1);

        Assert.Contains("Test.MaxRetainedBytes", exception.Message, StringComparison.Ordinal);
        Assert.Equal(42, pool.Pool.MaxRetainedBytes);
    }
}
