using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>A pool of bytes with a trimmer of its own, so that its tests disturb no others. Its size classes are 16 to 1024.</summary>
internal sealed class TestPool
{
    public const int Depth = 8;

    // In place of the emitted thread-static field.
    private readonly ThreadLocal<StrongBox<ThreadStack[]?>> _stacks = new(static () => new());

    public TestPool(IdleTrimmer trimmer, long maxRetainedBytes = long.MaxValue)
        => Pool = new BufferPool<byte>(Options(() => ref _stacks.Value!.Value) with { MaxRetainedBytes = maxRetainedBytes }, trimmer);

    public static PoolOptions Options(ThreadStacks threadStacks) => new()
    {
        Name = "Test",
        ThreadStacks = threadStacks,
        MinLength = 16,
        MaxLength = 1024,
        SizeClassesPerDoubling = 1,
        MaxBuffersPerThread = Depth,
        MaxRetainedBytes = long.MaxValue,
    };

    public BufferPool<byte> Pool { get; }

    public PoolStatistics GetStatistics() => Pool.GetStatistics();

    public PooledNode Rent(int length) => Pool.RentOwned(length);

    public void Return(PooledNode node) => node.ReturnOwned(node.Generation);

    /// <summary>Rents a number of buffers and returns them in the opposite order.</summary>
    public void Use(int length, int buffers = 1)
    {
        PooledNode[] nodes = [.. Enumerable.Range(0, buffers).Select(_ => Rent(length))];
        foreach (PooledNode node in nodes.Reverse())
            Return(node);
    }

    /// <summary>
    /// Every invariant of the pool holds, and every buffer ever made is in use, retained, or was let go and counted. At rest; what was told under load does
    /// not matter.
    /// </summary>
    public void AssertBalanced(int inUse = 0)
    {
        PoolInvariants.AssertHold(Pool, inUse);

        PoolStatistics statistics = Pool.StatisticsAtRest;
        Assert.Equal(inUse, statistics.InUse);
        Assert.Equal(statistics.Misses, inUse + statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted);
        Assert.True(statistics.RetainedBytes <= Pool.ReservedBytes, $"{statistics.RetainedBytes} bytes lie in places for {Pool.ReservedBytes}.");
        Assert.True(Pool.ReservedBytes <= Pool.MaxRetainedBytes, $"{Pool.ReservedBytes} bytes are reserved of {Pool.MaxRetainedBytes}.");
    }

    public static void OnAnotherThread(Action work)
    {
        var thread = new Thread(() => work());
        thread.Start();
        thread.Join();
    }
}
