using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>What a stack keeps when it gives nodes to the core tier, and when it gives none.</summary>
public class SpillTests
{
    private const int Depth = 4;

    private readonly TrimScheduler _trimScheduler = new(TimerSource.System, TimeSpan.Zero, long.MaxValue);

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 2)]
    public void Spill_OfAFullStack_LeavesNoReferenceAboveTheCount(bool hasRented, int kept)
    {
        var pool = new TestPool(_trimScheduler);
        var stack = new ThreadStack<byte>(Depth, ThreadToken.None);
        for (int i = 0; i < Depth; i++)
        {
            stack.Grow();
            stack.TryPush(pool.Rent(16));
        }

        if (hasRented)
            stack.CountRent();

        Assert.Equal(Depth - kept, stack.Spill(new PooledNode<byte>?[Depth], out _));

        // Otherwise the stack keeps the arrays alive that other threads have dropped.
        Assert.Equal((uint)kept, stack.Count);
        Assert.All(Enumerable.Range(kept + 1, Depth - kept), i => Assert.Null(PoolParts<byte>.Slot(stack, i)));
    }

    [Fact]
    public void Return_ToAStackThatTheBudgetKeepsFromItsDepth_LeavesItsNodeThere()
    {
        // The core tier has a batch's places, the stack has one, and the budget is used up.
        var pool = new TestPool(_trimScheduler, (TestPool.Depth + 1) * 1024);
        Retention<byte> retention = PoolParts<byte>.RetentionOf(pool.Pool);
        retention.CloseToThreads();
        pool.Use(1000, TestPool.Depth);
        retention.OpenToThreads();
        PooledNode<byte>[] nodes = [.. Enumerable.Range(0, TestPool.Depth).Select(_ => pool.Rent(1000))];
        Assert.Equal((1, 0), (nodes[0].Home.Depth, pool.Statistics.Retained));

        pool.Return(nodes[0]);
        pool.Return(nodes[1]);

        Assert.Equal(2, pool.Statistics.Retained);
        Assert.Same(nodes[0], pool.Rent(1000));
    }
}
