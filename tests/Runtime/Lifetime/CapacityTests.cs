using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>
/// What a visit leaves. Capacity that it does not take away at first stays, in use or not: to take it away in the end would be too late to see which
/// thread used it meanwhile.
/// </summary>
public class CapacityTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly TestPool _pool = new(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));
    private readonly PooledNode _node;

    public CapacityTests()
    {
        _node = _pool.Rent(16);
        _node.End(0); // or it would be idle
    }

    [Fact]
    public void CompleteTrim_OfAStackThatWasEmptiedMeanwhile_LeavesItsCapacity()
    {
        var stack = new ThreadStack(pool: null!, maxCapacity: 1, ThreadToken.None);
        stack.Grow();
        stack.TryPush(_node);
        stack.RemoveIdle(trimmed: null);
        stack.Spill(new PooledNode?[1], out _);

        Assert.Equal(0, stack.CompleteTrim());

        Assert.Equal(1, stack.Capacity);
    }

    [Fact]
    public void RemoveAll_OfAStack_ReceivesItsFreeNodesAndNotTheOneThatWasPopped()
    {
        ThreadStack stack = StackWithAPoppedNode();
        List<PooledNode> trimmed = [];

        Assert.Equal(3, stack.RemoveAll(trimmed));

        Assert.Same(_node, Assert.Single(trimmed));
        Assert.All(Enumerable.Range(1, 3), i => Assert.Null(PoolParts.Slot(stack, i)));
    }

    [Fact]
    public void RemoveIdle_OfAStack_ReceivesItsFreeNodesAndForgetsTheOneThatWasPopped()
    {
        ThreadStack stack = StackWithAPoppedNode();
        List<PooledNode> trimmed = [];
        stack.RemoveIdle(trimmed);
        Assert.Equal((0, 1), (trimmed.Count, stack.CompleteTrim()));

        stack.RemoveIdle(trimmed);

        Assert.Same(_node, Assert.Single(trimmed));
        Assert.All(Enumerable.Range(1, 3), i => Assert.Null(PoolParts.Slot(stack, i)));
        Assert.Equal((2, 0), (stack.CompleteTrim(), stack.Capacity));
    }

    [Fact]
    public void RemoveIdle_OfABatchWithANodeThatWasUsed_LeavesItThere()
    {
        PooledNode used = _pool.Rent(16);
        var tier = new CoreTier(depths: [2]);
        tier.TryPrepare(0);
        tier.Grow(0, nodes: 2);
        tier.TryAdd(_node);
        tier.CompleteTrim(0);
        used.End(0);
        tier.TryAdd(used);

        Assert.Equal(0, tier.RemoveIdle(0, trimmed: null));

        tier.CompleteTrim(0);
        Assert.Equal(2, tier.RemoveIdle(0, trimmed: null));
    }

    [Fact]
    public void CompleteTrim_OfASlotThatWasEmptiedMeanwhile_LeavesItsCapacity()
    {
        var tier = new CoreTier(depths: [1]);
        tier.TryPrepare(0);
        tier.Grow(0, nodes: 1);
        tier.TryAdd(_node);
        tier.Shrink(0);
        tier.TryRefill(new ThreadStack(pool: null!, maxCapacity: 0, ThreadToken.None), 0, out _);

        Assert.Equal(0, tier.CompleteTrim(0));

        Assert.True(tier.TryAdd(_node));
    }

    // With a capacity of one more the stack would put a node into the sentinel's slot.
    [Fact]
    public void Return_WhileAVisitRaisesTheCapacity_GrowsNoFurther()
    {
        PooledNode[] nodes = [.. Enumerable.Range(0, TestPool.Depth + 1).Select(_ => _pool.Rent(1000))];
        PooledNode last = nodes[^1];
        foreach (PooledNode node in nodes.SkipLast(1))
            _pool.Return(node);

        ThreadStack stack = nodes[0].Home;
        Assert.True(stack.IsAtMaxCapacity);
        using var isHeld = new ManualResetEventSlim();
        Thread owner = Thread.CurrentThread;
        int isReturning = 0;
        bool hasMet = false;
        var visitor = new Thread(() =>
        {
            lock (PoolParts.RosterOf(_pool.Pool))
            {
                stack.Close();
                isHeld.Set();
                hasMet = SpinWait.SpinUntil(() => Volatile.Read(ref isReturning) != 0 && owner.ThreadState.HasFlag(ThreadState.WaitSleepJoin), s_patience);
                stack.CompleteTrim();
            }
        });
        visitor.Start();
        isHeld.Wait();

        Volatile.Write(ref isReturning, 1);
        _pool.Return(last);

        visitor.Join();
        Assert.True(hasMet, "The return never waited for the visit: the test proves nothing.");
        Assert.Equal((TestPool.Depth, TestPool.Depth), (stack.Capacity, stack.ReservedCapacity));
        _pool.AssertBalanced(inUse: 1);
    }

    // Three slots: a free node, one that was popped and is still referred to, and none.
    private ThreadStack StackWithAPoppedNode()
    {
        PooledNode popped = _pool.Rent(16);
        popped.End(0);
        var stack = new ThreadStack(pool: null!, maxCapacity: 3, ThreadToken.None);
        for (int i = 0; i < 3; i++)
            stack.Grow();

        stack.TryPush(_node);
        stack.TryPush(popped);
        stack.PopRepaired(out _);
        return stack;
    }
}
