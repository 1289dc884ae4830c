using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>
/// The slots of the core tier, one thread at a time: in which of them nodes go, and what a thread does about a slot that another one has claimed.
/// </summary>
public class CoreTierTests
{
    private readonly TestPool _pool = new(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));

    // A place that the stack does not have stays in the slot.
    private readonly ThreadStack _closed = new(pool: null!, maxCapacity: 0, ThreadToken.None);

    // Large buffers have a depth of 1 or 2. A burst of them comes back as one of small ones does.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(8)]
    public void Return_OfABurst_KeepsAsManyBuffersOnEachCoreAsTheFrameworksPool(int depth)
    {
        int capacity = 32 * Math.Min(Environment.ProcessorCount, Depths.MaxCores);
        CoreTier tier = NewTier(depth, places: capacity);

        Assert.All(Enumerable.Range(0, capacity), _ => Assert.True(tier.TryAdd(_pool.Rent(16))));

        Assert.Equal((capacity, 0), (tier.CountNodes(0), tier.RemainingCapacity(0)));
    }

    [Fact]
    public void TryAdd_ToSlotsOfWhichTheLastIsOpenInPart_FillsThatPartAndNoMore()
    {
        CoreTier tier = NewTier(depth: 2, places: 3);

        Assert.Equal([true, true, true, false], Enumerable.Range(0, 4).Select(_ => tier.TryAdd(_pool.Rent(16))));

        Assert.Equal([1, 2], Counts(tier, slots: 2).Order());
        Assert.Equal(3, tier.CountNodes(0));
    }

    [Fact]
    public void TryRefill_FromSeveralSlots_TakesEveryNodeOnce()
    {
        CoreTier tier = NewTier(depth: 1, places: 5);
        PooledNode[] nodes = [.. Enumerable.Range(0, 5).Select(_ => _pool.Rent(16))];
        Assert.All(nodes, node => Assert.True(tier.TryAdd(node)));

        PooledNode?[] taken = [.. nodes.Select(_ => tier.TryRefill(_closed, 0, out int _))];

        Assert.Equal(nodes.ToHashSet(), taken.ToHashSet()!);
        Assert.Null(tier.TryRefill(_closed, 0, out _));
    }

    [Fact]
    public void TryRefill_ForAStackWithOnePlace_LeavesTheOldestNodesInTheSlot()
    {
        CoreTier tier = NewTier(depth: 4, places: 4);
        PooledNode[] nodes = [.. Enumerable.Range(0, 4).Select(_ => _pool.Rent(16))];
        Assert.All(nodes, node => Assert.True(tier.TryAdd(node)));
        var stack = new ThreadStack(pool: null!, maxCapacity: 4, ThreadToken.None);
        stack.Grow();

        Assert.Same(nodes[3], tier.TryRefill(stack, 0, out int left));

        Assert.Equal((2, 2), (left, tier.CountNodes(0)));
        Assert.Same(nodes[2], stack.PopRepaired(out _));
        Assert.Same(stack, nodes[2].Home);
        PooledNode?[] expected = [nodes[0], nodes[1], null, null];
        Assert.Equal(expected, PoolParts.SlotsOf(tier, 0)![0].Nodes(4).ToArray());
    }

    [Fact]
    public void TrySpill_IntoASlotThatIsOpenInPart_MovesTheOldestNode()
    {
        CoreTier tier = NewTier(depth: 2, places: 1);
        ThreadStack stack = FullStack(out PooledNode newest);

        Assert.True(tier.TrySpill(stack, 0, out int trimmed));

        Assert.Equal((1, 0, 1u), (tier.CountNodes(0), trimmed, stack.Count));
        Assert.Same(newest, stack.PopRepaired(out _));
        Assert.False(tier.TrySpill(stack, 0, out _));
    }

    [Fact]
    public void EveryAttempt_WhileAnotherThreadHasClaimedTheSlot_FailsAndLeavesTheClaim()
    {
        CoreTier tier = NewTier(depth: 2, places: 2);
        tier.TryAdd(_pool.Rent(16));
        Assert.True(PoolParts.SlotsOf(tier, 0)![0].TryClaim(1));
        ThreadStack stack = FullStack(out _);

        Assert.Null(tier.TryRefill(_closed, 0, out _));
        Assert.Null(tier.TryRentNative(0));
        Assert.False(tier.TryAdd(_pool.Rent(16)));
        Assert.False(tier.TryAddNative(_pool.Rent(16)));
        Assert.False(tier.TrySpill(stack, 0, out _));
        Assert.Equal(0, tier.RemoveIdle(0, trimmed: null));

        Assert.Equal((0, 2u), (tier.CountNodes(0), stack.Count));
        Assert.Equal([-1], Counts(tier, slots: 1));
    }

    [Fact]
    public void TryRentNative_OfABatch_TakesTheNewestNodeAndCountsTheRent()
    {
        CoreTier tier = NewTier(depth: 2, places: 2);
        PooledNode[] nodes = [.. Enumerable.Range(0, 2).Select(_ => _pool.Rent(16))];
        Assert.All(nodes, node => Assert.True(tier.TryAddNative(node)));

        PooledNode?[] rented = [tier.TryRentNative(0), tier.TryRentNative(0), tier.TryRentNative(0)];

        Assert.Equal([nodes[1], nodes[0], null], rented);
        Assert.Equal((2, 0), (tier.CountRents(0), tier.CountNodes(0)));
        Assert.All(PoolParts.SlotsOf(tier, 0)![0].Nodes(2).ToArray(), Assert.Null);
    }

    [Fact]
    public void TryAddNative_ToASlotThatIsOpenInPart_FillsThatPartAndNoMore()
    {
        CoreTier tier = NewTier(depth: 2, places: 1);

        Assert.Equal([true, false], Enumerable.Range(0, 2).Select(_ => tier.TryAddNative(_pool.Rent(16))));

        Assert.Equal([1], Counts(tier, slots: 1));
    }

    [Fact]
    public void NearAttempts_WithoutAnOpenPlace_Fail()
    {
        CoreTier tier = NewTier(depth: 1, places: 1);
        tier.Close(0, trimmed: null, out _);

        Assert.Null(tier.TryRentNative(0));
        Assert.False(tier.TryAddNative(_pool.Rent(16)));
        Assert.Null(new CoreTier(depths: [1]).TryRentNative(0));
    }

    private static CoreTier NewTier(int depth, int places)
    {
        var tier = new CoreTier(depths: [depth]);
        Assert.True(tier.TryPrepare(0));
        tier.Grow(0, places);
        return tier;
    }

    private static IEnumerable<int> Counts(CoreTier tier, int slots)
        => PoolParts.SlotsOf(tier, 0)!.Take(slots).Select(static slot => slot.Count);

    private ThreadStack FullStack(out PooledNode newest)
    {
        var stack = new ThreadStack(pool: null!, maxCapacity: 2, ThreadToken.None);
        for (int i = 0; i < 2; i++)
            stack.Grow();

        stack.TryPush(_pool.Rent(16));
        stack.TryPush(newest = _pool.Rent(16));
        return stack;
    }
}
