using System.Collections;
using System.Runtime.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>A program that creates array pools without end keeps none of them.</summary>
public class ManyArrayPoolsTests
{
    private const int Pools = 10_000;

    [Fact]
    public void TenThousandPools_ThatAreUsedAndForgotten_LeaveNothing()
    {
        PooledBuffers.Trim();
        CreateAndUse(Pools / 10); // whatever is created once
        Collections.Several();
        (int pools, long reserved, long bytes) before = (CountPools(), PooledBuffers.ReservedBytes, GC.GetTotalMemory(forceFullCollection: true));

        CreateAndUse(Pools);
        Collections.Several();

        Assert.Equal((before.pools, before.reserved), (CountPools(), PooledBuffers.ReservedBytes));
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before.bytes, long.MinValue, 2_000_000); // 200 bytes a pool; each had some 10 KB
        Assert.InRange(((ICollection)PrivateField.Of(typeof(ThreadEnd), "t_ends")!).Count, 0, Pools / 2);
    }

    [Fact]
    public void TenThousandPools_ThatLive_AreListedInOrderAndTrimmedTogether()
    {
        CreateAndTrimTogether();

        // An exporter in another test of the process takes 2,000 names at most.
        Collections.Several();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CreateAndTrimTogether()
    {
        PooledBuffers.Trim();
        PooledArrayPool<byte>[] pools = [.. Enumerable.Range(0, Pools).Select(static i => new PooledArrayPool<byte>(64, new() { Name = $"Live {i}" }))];
        foreach (PooledArrayPool<byte> pool in pools)
            pool.Return(pool.Rent(64));

        Assert.Equal(pools.Select(static pool => pool.Pool), PooledBuffers.Pools.Where(static pool => pool.Name.StartsWith("Live ", StringComparison.Ordinal)));
        Assert.Equal(64 * Pools, PooledBuffers.ReservedBytes);
        PooledBuffers.Trim();
        Assert.Equal(0, PooledBuffers.ReservedBytes);
        GC.KeepAlive(pools);
    }

    // Kept out of line: the list refers to the pools.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int CountPools() => PooledBuffers.Pools.Count;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CreateAndUse(int count)
    {
        for (int i = 0; i < count; i++)
        {
            var pool = new PooledArrayPool<byte>(4096, new() { Name = $"Forgotten {i}" });
            byte[] lost = pool.Rent(100), returned = pool.Rent(4000);
            pool.Return(returned);
            Assert.NotSame(lost, returned);
            if (i % 1000 == 0)
                GC.Collect();
        }
    }
}
