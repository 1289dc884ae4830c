namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>The first garbage collection lets the visits begin, and one that finds memory scarce takes every free buffer along.</summary>
public class CollectionCallbackTests
{
    [Fact]
    public void ACollectionUnderHighLoad_LetsGoOfAllThatIsFree()
    {
        // One collection a round finds memory scarce, because a trim that it queues may run late, in the next round.
        int scarceCollections = 0;
        var trimmer = new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue);
        CollectionCallback.Start(trimmer, () => Interlocked.Exchange(ref scarceCollections, 0) > 0, static () => false);
        var pool = new TestPool(trimmer);

        for (int round = 1; round <= 2; round++)
        {
            pool.Use(1000, 3);
            Collections.Several();
            Assert.Equal(3, pool.GetStatistics().Retained);

            Volatile.Write(ref scarceCollections, 1);
            Collections.Until(() => pool.GetStatistics().Retained == 0);
            Assert.Equal((0, 3 * round), (pool.GetStatistics().Retained, pool.GetStatistics().Trimmed));
        }
    }

    [Fact]
    public void ACollection_LetsTheVisitsBegin()
    {
        var trimmer = new IdleTrimmer(clock: null, TimeSpan.FromMilliseconds(1), long.MaxValue);
        CollectionCallback.Start(trimmer, static () => false, static () => false);
        var pool = new TestPool(trimmer);
        pool.Use(1000, 3);

        Collections.Until(() => pool.GetStatistics().Retained == 0);

        Assert.Equal((0, 3), (pool.GetStatistics().Retained, pool.GetStatistics().Trimmed));
    }

    [Fact]
    public void ACollectionBeforeTheStart_LetsTheVisitsBegin()
    {
        var trimmer = new IdleTrimmer(clock: null, TimeSpan.FromMilliseconds(1), long.MaxValue);
        var pool = new TestPool(trimmer);
        pool.Use(1000, 3);
        CollectionCallback.Start(trimmer, static () => false, static () => true);

        Assert.True(SpinWait.SpinUntil(() => pool.GetStatistics().Retained == 0, TimeSpan.FromSeconds(10)));
    }

    [Fact]
    public void HasCollected_AfterACollection_IsTrue()
    {
        GC.Collect();

        Assert.True(CollectionCallback.HasCollected());
    }

    [Theory]
    [InlineData(899, 1000, false)]
    [InlineData(900, 1000, true)]
    [InlineData(2000, 1000, true)]
    public void TheLoad_IsHighFromNineTenthsOfTheThresholdOn(long load, long threshold, bool isHigh)
        => Assert.Equal(isHigh, CollectionCallback.IsHigh(load, threshold));
}
