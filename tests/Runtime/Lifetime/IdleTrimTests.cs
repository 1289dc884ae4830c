using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>What nobody used between two visits is let go; what somebody used stays.</summary>
public class IdleTrimTests
{
    private static readonly TimeSpan s_period = TimeSpan.FromSeconds(10);

    private readonly FakeClock _clock = new();
    private readonly IdleTrimmer _trimmer;
    private readonly TestPool _pool;

    public IdleTrimTests()
    {
        _trimmer = new IdleTrimmer(_clock, s_period, long.MaxValue);
        _pool = new TestPool(_trimmer);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(TestPool.Depth)]
    [InlineData(3 * TestPool.Depth)] // the core tier has some too
    public void AnIdlePool_ThirtySecondsAfterTheLastRental_RetainsNothing(int buffers)
    {
        _pool.Use(1000, buffers);
        _pool.Use(20, buffers);
        int collections = GC.CollectionCount(0);

        _clock.Advance(TimeSpan.FromSeconds(30));

        Assert.Equal(collections, GC.CollectionCount(0));
        Assert.Equal((0, 0), (_pool.GetStatistics().RetainedBytes, _pool.Pool.ReservedBytes));
        Assert.Equal(2 * buffers, _pool.GetStatistics().Trimmed);
        _pool.AssertBalanced();
        Assert.False(_clock.IsAwaited, "Nothing is retained, and the timer still runs.");
    }

    [Fact]
    public void ABusyPool_ThatRentsItsWorkingSetBetweenVisits_NeverAllocatesAgain()
    {
        const int workingSet = 3 * TestPool.Depth;
        for (int round = 0; round < 10; round++)
        {
            _pool.Use(1000, workingSet);
            _pool.Use(20);
            _clock.Advance(s_period);
        }

        Assert.Equal((workingSet + 1, 0), (_pool.GetStatistics().Misses, _pool.GetStatistics().Trimmed));
    }

    [Fact]
    public void AVisit_TrimsTheIdleSizeClassAndTheIdleOnesOfABusyOne()
    {
        _pool.Use(1000);
        _pool.Use(20, 5);
        _clock.Advance(s_period);
        _pool.Use(20, 2);
        _clock.Advance(s_period);

        Assert.Equal((2, 4), (_pool.GetStatistics().Retained, _pool.GetStatistics().Trimmed));
        _pool.Use(20, 2);
        Assert.Equal(6, _pool.GetStatistics().Misses);
        _pool.AssertBalanced();
    }

    [Fact]
    public void ARentalOverManyVisits_IsPooledWhenItEnds()
    {
        PooledNode node = _pool.Rent(1000);
        _pool.Use(1000);
        _clock.Advance(TimeSpan.FromMinutes(5));
        Assert.False(_clock.IsAwaited);

        _pool.Return(node);

        Assert.Same(node, _pool.Rent(1000));
        _pool.AssertBalanced(inUse: 1);
        Assert.True(_clock.IsAwaited, "The pool retains again, and nobody will visit it.");
    }

    [Fact]
    public void ABatchThatWasNotRented_IsDroppedWhole()
    {
        _pool.Use(1000, TestPool.Depth + 1); // the older half went to the core tier
        _clock.Advance(s_period);
        for (int visit = 0; visit < 2; visit++)
        {
            _pool.Use(1000, (TestPool.Depth / 2) + 1); // what the thread kept
            _clock.Advance(s_period);
        }

        Assert.Equal(((TestPool.Depth / 2) + 1, TestPool.Depth / 2), (_pool.GetStatistics().Retained, _pool.GetStatistics().Trimmed));
        _pool.AssertBalanced();
    }

    [Fact]
    public void ABufferThatIsSeenTwice_WasUsedAllTheSame()
    {
        // Free on another thread, and left behind in a slot of this one.
        _pool.Use(1000);
        PooledNode node = _pool.Rent(1000);
        TestPool.OnAnotherThread(() => _pool.Return(node));

        _clock.Advance(s_period);

        Assert.Equal(1, _pool.GetStatistics().Retained);
    }

    [Fact]
    public void AReferenceThatWasLeftBehind_DoesNotKeepAnArrayAliveForLong()
    {
        var pool = new TestPool(_trimmer, maxRetainedBytes: 1024);
        WeakReference array = RentHereAndReturnElsewhere(pool);
        GC.Collect();
        Assert.True(array.IsAlive, "Nothing was left behind: the test proves nothing.");

        _clock.Advance(s_period + s_period);
        GC.Collect();

        Assert.False(array.IsAlive);
        pool.AssertBalanced();
    }

    // This thread has the only place, so that the other one cannot keep the buffer.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RentHereAndReturnElsewhere(TestPool pool)
    {
        pool.Use(1000);
        PooledNode node = pool.Rent(1000);
        TestPool.OnAnotherThread(() => pool.Return(node));
        return new WeakReference(node.Array);
    }
}
