using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>What one thread rents and another one returns goes back by the core tier, a batch at a time.</summary>
public class HandOverTests
{
    private const int Length = 1024;

    private readonly TestPool _pool = new(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));

    [Fact]
    public void Return_OnAThreadThatRentsNothing_GivesAwayItsWholeStack()
    {
        ReturnHere(RentElsewhere(TestPool.Depth + 1));

        RentElsewhere(TestPool.Depth);

        Assert.Equal(TestPool.Depth, _pool.GetStatistics().Hits);
    }

    [Fact]
    public void Return_OnAThreadThatRentsToo_KeepsTheNewerHalf()
    {
        _pool.Use(Length, TestPool.Depth + 1);

        RentElsewhere(TestPool.Depth);

        Assert.Equal(TestPool.Depth / 2, _pool.GetStatistics().Hits);
    }

    [Fact]
    public void Rent_OnAThreadThatReturnsNothing_OpensAPlaceMoreWithEachBatch()
    {
        const int batches = 4, rents = 1 + 2 + 3 + 4;
        ReturnHere(RentElsewhere(4 * TestPool.Depth));
        long reserved = _pool.Pool.ReservedBytes;

        // Read before the thread ends: its places end with it.
        RentElsewhere(rents, () => reserved = _pool.Pool.ReservedBytes - reserved);

        Assert.Equal((rents, batches * Length), (_pool.GetStatistics().Hits, reserved));
        _pool.AssertBalanced(inUse: rents);
    }

    [Fact]
    public void Rent_OverBudget_LeavesTheRestOfTheBatchWhereItIs()
    {
        ReturnHere(RentElsewhere(TestPool.Depth + 1));
        _pool.Pool.MaxRetainedBytes = _pool.Pool.ReservedBytes;

        PooledNode[] rented = [.. RentElsewhere(1), .. RentElsewhere(TestPool.Depth - 1)];

        Assert.Equal((TestPool.Depth, 0), (rented.Distinct().Count(), _pool.GetStatistics().Evicted));
        Assert.Equal(TestPool.Depth, _pool.GetStatistics().Hits);
        _pool.AssertBalanced(inUse: TestPool.Depth);
    }

    // On a thread that has no buffers of its own.
    private PooledNode[] RentElsewhere(int buffers, Action? then = null)
    {
        PooledNode[] nodes = [];
        TestPool.OnAnotherThread(() =>
        {
            nodes = [.. Enumerable.Range(0, buffers).Select(_ => _pool.Rent(Length))];
            then?.Invoke();
        });
        return nodes;
    }

    private void ReturnHere(PooledNode[] nodes)
    {
        foreach (PooledNode node in nodes)
            _pool.Return(node);
    }
}
