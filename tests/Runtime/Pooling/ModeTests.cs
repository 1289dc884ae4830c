namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>A watched pool closes the threads' stacks and goes on pooling in the core tier.</summary>
public partial class ModeTests
{
    private const int Depth = 4;

    [PooledBuffer<int>(MaxLength = 64, MaxBuffersPerThread = Depth)]
    private partial struct Entered;

    [PooledBuffer<int>(MaxLength = 64, MaxBuffersPerThread = Depth)]
    private partial struct Watched;

    [PooledBuffer<int>(MaxLength = 64, MaxBuffersPerThread = Depth)]
    private partial struct Crossing;

    [PooledBuffer<int>(MaxLength = 64, MaxBuffersPerThread = Depth)]
    private partial struct Left;

    [PooledBuffer<int>(MaxLength = 64, MaxBuffersPerThread = Depth)]
    private partial struct Late;

    [Fact]
    public void Enter_WithFreeBuffers_TakesThemFromTheThreads()
    {
        Entered.Rent(64).Dispose();

        Entered.Pool.Enter(PoolMode.Traced);

        PoolStatistics statistics = Entered.Pool.Statistics;
        Assert.Equal((0, 1, 0), (statistics.Retained, statistics.Trimmed, statistics.InUse));
    }

    [Fact]
    public void Rent_WhileWatched_StillPoolsAsManyAsTheCoreTierHolds()
    {
        int capacity = Environment.ProcessorCount * Depths.OnCore(Depth);
        Watched.Pool.Enter(PoolMode.Traced);

        for (int round = 0; round < 3; round++)
        {
            PooledOwner<int>[] owners = [.. Enumerable.Range(0, capacity + 1).Select(_ => Watched.RentOwner(64))];
            foreach (PooledOwner<int> owner in owners)
                owner.Dispose();
        }

        PoolStatistics statistics = Watched.Pool.Statistics;
        Assert.Equal((capacity, 3, 0), (statistics.Retained, statistics.Dropped, statistics.InUse));
        Assert.Equal(2 * capacity, statistics.Hits);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Dispose_InAnotherModeThanTheRent_PoolsTheBufferAndEndsTheRental(bool isWatchedAtRent)
    {
        (PoolMode atRent, PoolMode atDispose) = isWatchedAtRent ? (PoolMode.Traced, PoolMode.None) : (PoolMode.None, PoolMode.Traced);
        Crossing.Pool.Trim();
        long misuse = Crossing.Pool.Statistics.Misuse;
        Crossing.Pool.Enter(atRent);
        var renter = Crossing.Rent(64);
        PooledOwner<int> owner = Crossing.RentOwner(64);
        Crossing.Pool.Leave(atRent);
        Crossing.Pool.Enter(atDispose);

        renter.Dispose();
        renter.Dispose();
        owner.Dispose();
        owner.Dispose();
        Crossing.Pool.Leave(atDispose);

        PoolStatistics statistics = Crossing.Pool.Statistics;
        Assert.Equal((2, 0, misuse + 2), (statistics.Retained, statistics.InUse, statistics.Misuse));
    }

    [Fact]
    public void Leave_OneModeOfTwo_KeepsTheStacksClosed()
    {
        Left.Pool.Enter(PoolMode.Traced | PoolMode.Checked);
        Left.Pool.Leave(PoolMode.Traced);
        Assert.True(IsSeen());

        Left.Pool.Leave(PoolMode.Checked);
        Left.Rent(64).Dispose();
        Assert.False(IsSeen());

        // Only what the core tier holds survives being taken from the threads.
        static bool IsSeen()
        {
            Left.Rent(64).Dispose();
            long before = Left.Pool.Statistics.Retained;
            Left.Pool.Enter(PoolMode.Traced);
            Left.Pool.Leave(PoolMode.Traced);
            return Left.Pool.Statistics.Retained == before;
        }
    }

    [Fact]
    public void Join_WhileWatched_GetsClosedStacks()
    {
        Late.Pool.Enter(PoolMode.Traced);

        var thread = new Thread(() => Late.Rent(64).Dispose());
        thread.Start();
        thread.Join();
        Late.Pool.Leave(PoolMode.Traced);
        Late.Rent(64).Dispose();

        Assert.Equal(1, Late.Pool.Statistics.Misses);
    }
}
