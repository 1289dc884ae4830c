using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>One timer for all pools: it runs while something is retained.</summary>
public class IdleTrimmerTests
{
    private static readonly TimeSpan s_period = TimeSpan.FromSeconds(10);

    private readonly FakeClock _clock = new();
    private readonly IdleTrimmer _trimmer;

    public IdleTrimmerTests() => _trimmer = new IdleTrimmer(_clock, s_period, long.MaxValue);

    [Fact]
    public void TheTimer_RunsFromTheFirstReturnUntilNothingIsRetained()
    {
        var first = new TestPool(_trimmer);
        var second = new TestPool(_trimmer);
        Assert.False(_clock.IsAwaited);

        for (int round = 0; round < 2; round++)
        {
            first.Use(100);
            second.Use(100);
            Assert.True(_clock.IsAwaited);
            _clock.Advance(s_period);
            Assert.Equal((1, 1), (first.GetStatistics().Retained, second.GetStatistics().Retained));

            second.Use(100);
            _clock.Advance(s_period);
            Assert.Equal((0, 1), (first.GetStatistics().Retained, second.GetStatistics().Retained));

            _clock.Advance(s_period);
            Assert.Equal((0, 0), (first.GetStatistics().Retained, second.GetStatistics().Retained));
            Assert.False(_clock.IsAwaited);
        }
    }

    [Fact]
    public void TheTimer_DoesNotCarryTheContextOfWhoReturnedFirst()
    {
        new TestPool(_trimmer).Use(100);

        Assert.True(_clock.IsFlowSuppressed);
        Assert.False(ExecutionContext.IsFlowSuppressed());
    }

    [Fact]
    public void ThePeriodZero_TurnsVisitsOff()
    {
        var pool = new TestPool(new IdleTrimmer(_clock, TimeSpan.Zero, long.MaxValue));
        pool.Use(100);

        _clock.Advance(TimeSpan.FromHours(1));

        Assert.Equal(1, pool.GetStatistics().Retained);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Return_WhileTheTimerCannotBeSet_RetainsAndLeavesTheTimerToTheNextReturnOrCollection(bool isCollection)
    {
        var pool = new TestPool(_trimmer);
        _clock.Disturbance = static () => throw new OutOfMemoryException();
        pool.Use(100);
        Assert.Equal((1, 0), (pool.GetStatistics().Retained, pool.GetStatistics().Evicted));
        Assert.False(_clock.IsAwaited);

        _clock.Disturbance = null;
        if (isCollection)
            _trimmer.AllowVisits();
        else
            pool.Use(1000);

        Assert.True(_clock.IsAwaited);
    }

    [Fact]
    public void Return_ThatSetsTheTimer_HoldsNoLock()
    {
        var pool = new TestPool(_trimmer);
        bool couldRent = false;
        _clock.Disturbance = () =>
        {
            _clock.Disturbance = null;
            var other = new Thread(() => pool.Use(100)) { IsBackground = true };
            other.Start();
            couldRent = other.Join(TimeSpan.FromSeconds(20));
        };

        pool.Use(100);

        Assert.True(couldRent);
        pool.AssertBalanced();
    }

    // The framework calls its listeners when a timer is set, on the thread that sets it.
    [Theory]
    [InlineData(1)]
    [InlineData(TestPool.Depth)]
    [InlineData(10_000)]
    public void Return_WhoseTimerRentsAndReturns_OpensNoPlaceTwice(int buffers)
    {
        var pool = new TestPool(_trimmer);
        PooledNode[] nodes = [.. Enumerable.Range(0, TestPool.Depth).Select(_ => pool.Rent(100))];
        int calls = 0;
        foreach (PooledNode node in nodes)
        {
            // Each return opens a place, and sets the timer anew.
            _clock.Disturbance = () =>
            {
                _clock.Disturbance = null;
                calls++;
                pool.Use(100, buffers);
            };
            pool.Return(node);
            _clock.Advance(s_period);
        }

        Assert.NotEqual(0, calls);
        pool.AssertBalanced();
        Assert.All(pool.Pool.StacksOfThread!, static stack => Assert.InRange(stack.Capacity, 0, stack.MaxCapacity));
    }

    [Fact]
    public void Visit_ThatCannotSetTheTimerAgain_LeavesThatToTheNextReturn()
    {
        var pool = new TestPool(_trimmer);
        pool.Use(100);
        _clock.Disturbance = static () => throw new OutOfMemoryException();
        _clock.Advance(s_period);
        Assert.False(_clock.IsAwaited);

        _clock.Disturbance = null;
        pool.Use(1000);

        Assert.True(_clock.IsAwaited);
    }

    [Fact]
    public void APoolThatIsCollected_GivesItsShareOfTheBudgetBack()
    {
        WeakReference pool = UseAndForget();
        Assert.True(_trimmer.RetentionLimit.Reserved > 0);

        // The timer is set, and must not hold on to the pool.
        Collections.Until(() => !pool.IsAlive && _trimmer.RetentionLimit.Reserved == 0);
        Assert.False(pool.IsAlive);
        Assert.Equal(0, _trimmer.RetentionLimit.Reserved);
        _clock.Advance(s_period);
        Assert.False(_clock.IsAwaited);
    }

    [Fact]
    public void APoolThatIsCollected_RetainsNothingThatALaterFinalizerReturns()
    {
        const int pools = 10;
        int returned = 0;
        for (int i = 0; i < pools; i++)
            TestPool.OnAnotherThread(() => RentAndForget(static (_, owner) => owner.Dispose(), () => Interlocked.Increment(ref returned)));

        Collections.Until(() => returned == pools);

        Assert.Equal(pools, returned);
        Assert.Equal(0, _trimmer.RetentionLimit.Reserved);
    }

    [Fact]
    public void APoolThatIsCollected_ReleasesItsShareOnce_AlsoIfALaterFinalizerTrims()
    {
        const int pools = 10;
        int trimmed = 0;
        for (int i = 0; i < pools; i++)
            TestPool.OnAnotherThread(() => RentAndForget(static (pool, _) => pool.Trim(), () => Interlocked.Increment(ref trimmed)));

        Collections.Until(() => trimmed == pools);

        Assert.Equal(pools, trimmed);
        Assert.Equal(0, _trimmer.RetentionLimit.Reserved);
    }

    [Fact]
    public void TheRealClock_TrimsToo()
    {
        var pool = new TestPool(new IdleTrimmer(TimerSource.System, TimeSpan.FromMilliseconds(20), long.MaxValue));
        pool.Use(1000, 3 * TestPool.Depth);

        AwaitEmpty(pool.Pool);

        Assert.Equal((0, 3 * TestPool.Depth), (pool.GetStatistics().Retained, pool.GetStatistics().Trimmed));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void TheTimerOfTheProcess_WaitsUntilVisitsAreAllowed(bool isReservedBefore)
    {
        var trimmer = new IdleTrimmer(clock: null, TimeSpan.FromMilliseconds(1), long.MaxValue);
        var pool = new TestPool(trimmer);
        if (isReservedBefore)
        {
            pool.Use(1000, 3);
            Thread.Sleep(TimeSpan.FromMilliseconds(200));
            Assert.Equal(3, pool.GetStatistics().Retained);
        }

        trimmer.AllowVisits();
        if (!isReservedBefore)
            pool.Use(1000, 3);

        AwaitEmpty(pool.Pool);
        Assert.Equal((0, 3), (pool.GetStatistics().Retained, pool.GetStatistics().Trimmed));
    }

    private static void AwaitEmpty(BufferPool<byte> pool)
        => Assert.True(SpinWait.SpinUntil(() => pool.ReservedBytes == 0, TimeSpan.FromMinutes(1)), "The timer has trimmed nothing.");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference UseAndForget()
    {
        WeakReference? reference = null;
        TestPool.OnAnotherThread(() =>
        {
            var pool = new TestPool(_trimmer);
            pool.Use(1000, 3 * TestPool.Depth);
            reference = new WeakReference(pool.Pool);
        });
        return reference!;
    }

    // On another thread, because a thread remembers its last pool.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RentAndForget(Action<BufferPool<byte>, PooledOwner<byte>> work, Action done)
    {
        var statics = new PluginStatics();
        var pool = new BufferPool<byte>(TestPool.Options(() => ref statics.Stacks), _trimmer);
        pool.RentOwner(1000).Dispose();
        statics.Late = new LateWork(pool, pool.RentOwner(100), work, done);
    }

    // What an unloaded assembly leaves: nothing outside of it refers to the pool. The late object was created after the pool, so its finalizer runs later.
    private sealed class PluginStatics
    {
        public ThreadStack[]? Stacks;
        public LateWork? Late;
    }

    private sealed class LateWork(BufferPool<byte> pool, PooledOwner<byte> owner, Action<BufferPool<byte>, PooledOwner<byte>> work, Action done)
    {
        ~LateWork()
        {
            work(pool, owner);
            done();
        }
    }
}
