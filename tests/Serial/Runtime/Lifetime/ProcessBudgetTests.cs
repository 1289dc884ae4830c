using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>What the statistics of all pools say is what is kept alive, and the budget of the process bounds it.</summary>
public sealed partial class ProcessBudgetTests : IDisposable
{
    private readonly long _budget = PooledBuffers.MaxRetainedBytes;

    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct Bytes;

    [PooledBuffer<long>(MaxLength = 1000, MaxBuffersPerThread = 3)]
    private partial struct Numbers;

    [PooledBuffer<string>(MaxLength = 256, MinLength = 64)]
    private partial struct Words;

    [PooledBuffer<byte>(MaxLength = 1024, MaxRetainedBytes = 2048)]
    private partial struct Bounded;

    // Earlier tests of this process leave free buffers behind, and the statistics of all pools count these, too.
    public ProcessBudgetTests() => PooledBuffers.TrimAll();

    public void Dispose() => PooledBuffers.MaxRetainedBytes = _budget;

    [Fact]
    public void TheSumOfWhatAllPoolsRetain_IsWhatIsKeptAlive()
    {
        List<(WeakReference Array, long Bytes)> made = [];
        UseAll(made);

        Collections.Several();

        long alive = made.Where(static buffer => buffer.Array.IsAlive).Sum(static buffer => buffer.Bytes);
        Assert.True(alive > 0, "Nothing was retained: the test proves nothing.");
        Assert.Equal(alive, PooledBuffers.Pools.Sum(static pool => pool.Statistics.RetainedBytes));
        Assert.True(alive <= PooledBuffers.ReservedBytes, "Something lies where nobody paid for it.");
        Assert.Equal(PooledBuffers.Pools.Sum(static pool => pool.ReservedBytes), PooledBuffers.ReservedBytes);

        PooledBuffers.TrimAll();
        GC.Collect();

        Assert.DoesNotContain(made, static buffer => buffer.Array.IsAlive);
        Assert.Equal(0, PooledBuffers.ReservedBytes);
    }

    [Fact]
    public void ALowerBudget_HoldsForAllPoolsAtOnce()
    {
        UseAll([]);

        PooledBuffers.MaxRetainedBytes = 10_000;
        Assert.Equal(0, PooledBuffers.Pools.Sum(static pool => pool.Statistics.RetainedBytes));
        UseAll([]);

        Assert.InRange(PooledBuffers.Pools.Sum(static pool => pool.Statistics.RetainedBytes), 1, 10_000);
        Assert.True(PooledBuffers.Pools.Sum(static pool => pool.Statistics.Evicted) > 0);
    }

    [Fact]
    public void ANegativeBudget_IsRefused()
        => Assert.Throws<ArgumentOutOfRangeException>(static () => PooledBuffers.MaxRetainedBytes = -1);

    [Fact]
    public void TheBudgetOfAnAttribute_IsThePools()
    {
        Assert.Equal((2048, long.MaxValue), (Bounded.Pool.MaxRetainedBytes, Bytes.Pool.MaxRetainedBytes));

        using (Bounded.Rent(1000))
        using (Bounded.Rent(1000))
        using (Bounded.Rent(1000))
        {
        }

        Assert.Equal((2, 1), (Bounded.Pool.Statistics.Retained, Bounded.Pool.Statistics.Evicted));
        Bounded.Pool.Trim();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseAll(List<(WeakReference Array, long Bytes)> made)
    {
        var random = new Random(7);
        Use(Bytes.Pool, random, made);
        Use(Numbers.Pool, random, made);
        Use(Words.Pool, random, made);
    }

    // Some come back on another thread, which ends, and some on this one.
    private static void Use<T>(BufferPool<T> pool, Random random, List<(WeakReference Array, long Bytes)> made)
    {
        PooledNode[] nodes = [.. Enumerable.Range(0, 40).Select(_ => pool.RentOwned(random.Next(1, pool.MaxLength + 1)))];
        made.AddRange(nodes.Select(node => (new WeakReference(node.Array), (long)node.Capacity * Unsafe.SizeOf<T>())));
        random.Shuffle(nodes);

        ThreadStack[] stacks = [];
        TestPool.OnAnotherThread(() =>
        {
            Array.ForEach(nodes[..20], node => node.ReturnOwned(node.Generation));
            stacks = pool.StacksOfThread!;
        });
        Collections.UntilRetired(stacks);
        Array.ForEach(nodes[20..], node => node.ReturnOwned(node.Generation));
    }
}
