using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>Trim lets go of what is free and of nothing else.</summary>
public partial class TrimTests
{
    [PooledBuffer<int>(MaxLength = 1024, MaxBuffersPerThread = 4)]
    private partial struct IntBuffer;

    [PooledBuffer<int>(MaxLength = 1024, MaxBuffersPerThread = 4)]
    private partial struct CollectedBuffer;

    [PooledBuffer<int>(MaxLength = 1024, MaxBuffersPerThread = 4)]
    private partial struct SpilledBuffer;

    [Fact]
    public void Trim_WithRentalsOut_ForgetsTheFreeOnesAndPoolsTheOthersLater()
    {
        Stock(rentals: 10); // more than a stack holds: the core tier has some too
        var rented = IntBuffer.Rent(1000);
        PoolStatistics before = IntBuffer.Pool.Statistics;

        IntBuffer.Pool.Trim();

        PoolStatistics after = IntBuffer.Pool.Statistics;
        PoolStatistics expected = before with
        {
            Retained = 0,
            RetainedBytes = 0,
            Trimmed = before.Trimmed + before.Retained,
            TrimmedBytes = before.TrimmedBytes + before.RetainedBytes,
        };
        Assert.Equal(expected, after);

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

    [Fact]
    public void Trim_WhileANodeFromTheCoreTierIsRented_LetsTheRestOfItsBatchGo()
    {
        WeakReference[] arrays = SpillABatch();
        PooledNode rented = SpilledBuffer.Pool.RentOwned(100); // from the core tier: its batch's others become free

        SpilledBuffer.Pool.Trim();
        GC.Collect();

        Assert.Same(rented.Array, Assert.Single(arrays, static array => array.IsAlive).Target);
        rented.ReturnOwned(rented.Generation);
    }

    [Fact]
    public void Trim_AfterWarmUp_AllocatesNothing()
    {
        Stock(rentals: 10);
        IntBuffer.Pool.Trim();
        IntBuffer.Pool.TrimIdle();
        Stock(rentals: 10);

        long before = GC.GetAllocatedBytesForCurrentThread();
        IntBuffer.Pool.TrimIdle();
        IntBuffer.Pool.Trim();

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    private static void Stock(int rentals)
    {
        using var buffer = IntBuffer.Rent(1000);
        if (rentals > 1)
            Stock(rentals - 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RentAndForget()
    {
        PooledNode node = CollectedBuffer.Pool.RentSlow(100);
        node.Return(node.Generation);
        return new WeakReference(node.Array);
    }

    // All nodes of a stack that overflows: the newest stays on it, to be rented and forgotten, so that the next rent asks the core tier.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] SpillABatch()
    {
        var nodes = new PooledNode[5];
        for (int i = 0; i < nodes.Length; i++)
            nodes[i] = SpilledBuffer.Pool.RentOwned(100);

        foreach (PooledNode node in nodes)
            node.ReturnOwned(node.Generation);

        for (int i = 0; i < 3; i++)
            SpilledBuffer.Pool.RentOwned(100);

        return [.. nodes.Select(static node => new WeakReference(node.Array))];
    }
}
