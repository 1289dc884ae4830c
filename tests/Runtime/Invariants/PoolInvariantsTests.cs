using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Invariants;

/// <summary>The walk finds what it looks for: each test breaks one thing in a pool that is in order.</summary>
public class PoolInvariantsTests
{
    private const int Class1024 = 6;

    private static readonly Dictionary<string, Action<TestPool>> s_faults = new()
    {
        ["is free in thread 0's stack of class 6, slot 1, too"] = static pool => Slot(pool, 2) = Slot(pool, 1),
        ["is free in thread 0's stack of class 6, slot 2, too"] = static pool => Batches(pool)[0].Nodes(1)[0] = Slot(pool, 2),
        ["sentinel below the first slot is not null"] = static pool => Slot(pool, 0) = Slot(pool, 1),
        ["slot 9 above the reserved capacity of 8 is not null"] = static pool => Slot(pool, 9) = Slot(pool, 1),
        ["lies in class 6"] = static pool => Slot(pool, 1) = pool.Rent(16),
        ["slot 8, above the count: the node is of class 0"] = static pool => Slot(pool, 8) = pool.Rent(16),
        ["the node belongs to another pool"] = static pool => Slot(pool, 1) = new TestPool(pool.Pool.Trimmer).Rent(1000),
        ["the array has 16 elements and not 1024"] = static pool
            => Slot(pool, 1) = new PooledNode(new byte[16], block: null, Stack(pool), Class1024),
        ["the node's home is another stack"] = static pool => Slot(pool, 1)!.Home = pool.Pool.StacksOfThread![0],
        ["the node of all rentals of length 0"] = static pool => Slot(pool, 1) = pool.Rent(0),
        ["the node's checked rental is not over"] = static pool
            => GC.SuppressFinalize(Slot(pool, 1)!.Rental = new CheckedRental(pool.Pool, length: 1, capacity: 1, generation: 0, check: null, isSample: true)),
        ["buffers are said to be retained, and"] = static pool => Batches(pool)[0].Nodes(1)[0] = null,
        ["and place 0 is null"] = static pool => Batches(pool)[0].Nodes(1)[0] = null,
        ["and place 7 is not null"] = static pool => Batches(pool)[0].Nodes(8)[7] = pool.Rent(1000),
        ["it is still claimed"] = static pool => Batches(pool)[0].TryClaim(Batches(pool)[0].Count),
        ["its thread is still moving nodes"] = static pool => PoolParts.BeginMove(Stack(pool)),
        ["the capacity is 0, and 8 is reserved"] = static pool => Stack(pool).Close(),
        ["bytes are reserved for places of"] = static pool => pool.Pool.StacksOfThread![0].Grow(),
        ["bytes are reserved for all pools together"] = static pool => pool.Pool.Trimmer.RetentionLimit.TryReserve(1),
        ["buffers are in use and not 0"] = static pool => pool.Rent(1000),
        ["buffers were made, and"] = static pool => PoolParts.CountersOf(pool.Pool).CountDropped(0),
        ["The home of new nodes is not empty and closed"] = static pool => PoolParts.RosterOf(pool.Pool).ClosedStack.CountRent(),
    };

    public static TheoryData<string> Faults => [.. s_faults.Keys];

    [Fact]
    public void Check_OfAPoolThatIsInOrder_FindsNothing()
    {
        TestPool pool = NewPool();
        PooledNode rented = pool.Rent(100);

        Assert.Empty(PoolInvariants.Check(pool.Pool, inUse: 1));

        pool.Return(rented);
        pool.Pool.TrimIdle();
        pool.Pool.Trim();
        Assert.Empty(PoolInvariants.Check(pool.Pool, inUse: 0));
    }

    [Theory]
    [MemberData(nameof(Faults))]
    public void Check_OfAPoolWithOneFault_FindsIt(string message)
    {
        TestPool pool = NewPool();
        s_faults[message](pool);

        Assert.Contains(PoolInvariants.Check(pool.Pool, inUse: 0), found => found.Contains(message, StringComparison.Ordinal));
    }

    // With a full stack, a batch and one that is not full.
    private static TestPool NewPool()
    {
        var pool = new TestPool(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));
        pool.Use(1000, (2 * TestPool.Depth) + 2);
        pool.Use(16);
        PooledNode top = pool.Rent(1000);
        pool.Return(top);
        return pool;
    }

    private static ThreadStack Stack(TestPool pool) => pool.Pool.StacksOfThread![Class1024];

    private static ref PooledNode? Slot(TestPool pool, int index) => ref PoolParts.Slot(Stack(pool), index);

    private static BatchSlot[] Batches(TestPool pool) => PoolParts.SlotsOf(PoolParts.CoreTierOf(pool.Pool), Class1024)!;
}
