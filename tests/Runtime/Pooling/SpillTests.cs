using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>What a stack keeps and counts when it gives nodes to the core tier, and when it gives none.</summary>
public class SpillTests
{
    private const int Depth = 4;

    private readonly IdleTrimmer _trimmer = new(TimerSource.System, TimeSpan.Zero, long.MaxValue);

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 2)]
    public void Spill_OfAFullStack_LeavesNoReferenceAboveTheCount(bool hasRented, int kept)
    {
        ThreadStack stack = FullStack();
        if (hasRented)
            stack.CountRent();

        Assert.Equal(Depth - kept, stack.Spill(new PooledNode?[Depth], out _));

        // Otherwise the stack keeps the arrays alive that other threads have dropped.
        Assert.Equal((uint)kept, stack.Count);
        Assert.All(Enumerable.Range(kept + 1, Depth - kept), i => Assert.Null(PoolParts.Slot(stack, i)));
    }

    [Fact]
    public void Spill_WithoutARentSinceTheLastOne_MovesEveryNode()
    {
        var pool = new TestPool(_trimmer);
        ThreadStack stack = FullStack();
        stack.CountRent();
        Assert.Equal(Depth / 2, stack.Spill(new PooledNode?[Depth], out _));
        for (int i = 0; i < Depth / 2; i++)
            Assert.True(stack.TryPush(pool.Rent(16)));

        Assert.Equal(Depth, stack.Spill(new PooledNode?[Depth], out _));
    }

    [Fact]
    public void Spill_OfAStackThatWasClosedMeanwhile_TrimsWhatItWouldKeep()
    {
        ThreadStack stack = FullStack();
        stack.CountRent();
        stack.Close();

        Assert.Equal(Depth / 2, stack.Spill(new PooledNode?[Depth], out _));

        Assert.All(Enumerable.Range(1, Depth), i => Assert.Null(PoolParts.Slot(stack, i)));
    }

    [Fact]
    public void CountSlots_WhileTheOwnerMovesNodes_IsNotSteady()
    {
        ThreadStack stack = FullStack();
        Assert.Equal(new(Depth, 0, true), stack.CountSlots());

        PoolParts.BeginMove(stack);

        Assert.Equal(new(Depth, 0, false), stack.CountSlots());
    }

    [Fact]
    public void Return_ToAFullStack_MovesTheOlderHalfToTheCoreTier()
    {
        var pool = new TestPool(_trimmer);

        pool.Use(1000, TestPool.Depth);
        Assert.Equal((TestPool.Depth, 0), Retained(pool));
        pool.Use(1000, TestPool.Depth + 1);

        Assert.Equal(((TestPool.Depth / 2) + 1, TestPool.Depth / 2), Retained(pool));
        pool.AssertBalanced();
    }

    [Fact]
    public void Return_ToAFullStackWithASlotThatWasNulled_ClosesTheGapAndSpillsNothing()
    {
        var pool = new TestPool(_trimmer);
        PooledNode[] nodes = [.. Enumerable.Range(0, TestPool.Depth + 1).Select(_ => pool.Rent(1000))];
        foreach (PooledNode node in nodes.SkipLast(1))
            pool.Return(node);

        PoolParts.Slot(pool.Pool.StacksOfThread![^1], 3) = null;
        pool.Return(nodes[^1]);

        Assert.Equal((TestPool.Depth, 0), Retained(pool));
        Assert.Equal(1, pool.GetStatistics().Trimmed);
        Assert.Equal(nodes.Where(node => node != nodes[2]).Reverse(), Enumerable.Range(0, TestPool.Depth).Select(_ => pool.Rent(1000)));
    }

    [Fact]
    public void Return_ToAStackThatTheBudgetKeepsFromItsDepth_LeavesItsNodeThere()
    {
        // The core tier has a batch's places, the stack has one, and the budget is used up.
        var pool = new TestPool(_trimmer, (TestPool.Depth + 1) * 1024);
        pool.Pool.CloseToThreads();
        pool.Use(1000, TestPool.Depth);
        pool.Pool.OpenToThreads();
        PooledNode[] nodes = [.. Enumerable.Range(0, TestPool.Depth).Select(_ => pool.Rent(1000))];
        Assert.Equal((1, 0), (nodes[0].Home.Capacity, pool.GetStatistics().Retained));

        pool.Return(nodes[0]);
        pool.Return(nodes[1]);

        Assert.Equal(2, pool.GetStatistics().Retained);
        Assert.Same(nodes[0], pool.Rent(1000));
    }

    private ThreadStack FullStack()
    {
        var pool = new TestPool(_trimmer);
        var stack = new ThreadStack(pool: null!, Depth, ThreadToken.None);
        for (int i = 0; i < Depth; i++)
        {
            stack.Grow();
            stack.TryPush(pool.Rent(16));
        }

        return stack;
    }

    // The buffers of the largest class on the calling thread's stack, and in the core tier.
    private static (int OnStack, int InCoreTier) Retained(TestPool pool)
    {
        ThreadStack[] stacks = pool.Pool.StacksOfThread!;
        return ((int)stacks[^1].Count, PoolParts.CoreTierOf(pool.Pool).CountNodes(stacks.Length - 1));
    }
}
