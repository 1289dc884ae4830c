namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>Trim lets go of what is free and of nothing else.</summary>
public partial class TrimTests
{
    [PooledBuffer<int>(MaxLength = 1024, ThreadDepth = 4)]
    private partial struct IntBuffer;

    [PooledBuffer<int>(MaxLength = 1024, ThreadDepth = 4)]
    private partial struct CollectedBuffer;

    [Fact]
    public void Trim_WithRentalsOut_ForgetsTheFreeOnesAndPoolsTheOthersLater()
    {
        Stock(rentals: 10); // more than a stack holds: the core tier has some too
        var rented = IntBuffer.Rent(1000);
        PoolStatistics before = IntBuffer.Pool.Statistics;

        IntBuffer.Pool.Trim();

        PoolStatistics after = IntBuffer.Pool.Statistics;
        Assert.Equal(before with { Retained = 0, RetainedBytes = 0, Trimmed = before.Trimmed + before.Retained }, after);

        rented.Dispose();
        Assert.Equal(1, IntBuffer.Pool.Statistics.Retained);
        IntBuffer.Rent(1000).Dispose();
        Assert.Equal(after.Misses, IntBuffer.Pool.Statistics.Misses);
    }

    [Fact]
    public void Trim_LetsTheArraysGo()
    {
        WeakReference array = RentAndForget();

        CollectedBuffer.Pool.Trim();
        GC.Collect();

        Assert.False(array.IsAlive);
    }

    private static void Stock(int rentals)
    {
        using var buffer = IntBuffer.Rent(1000);
        if (rentals > 1)
            Stock(rentals - 1);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference RentAndForget()
    {
        PooledGen.CompilerServices.ThreadStack<int>[]? none = null;
        PooledGen.CompilerServices.PooledNode<int> node = CollectedBuffer.Pool.RentSlow(ref none, 100);
        node.Return(node.Generation);
        return new WeakReference(node.Array);
    }
}
