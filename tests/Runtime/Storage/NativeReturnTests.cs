using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>The method of the pool that the Dispose of an emitted native renter calls.</summary>
public partial class NativeReturnTests
{
    private const int Length = 5000;
    private const int MaxLength = 1 << 20;

    private readonly PlacedPool<byte> _pool = new(BufferStorage.Native, minLength: 4096, maxLength: MaxLength);

    private BufferPool<byte> Pool => _pool.Pool;

    [Fact]
    public void ReturnNative_Twice_CountsOneMisuse_AndLeavesTheNextRentalAlone()
    {
        PooledNode first = PooledNode.RentSlow(Pool, Length);
        nint generation = first.Generation;
        first.ReturnNative(Pool, generation);
        PooledNode next = PooledNode.RentSlow(Pool, Length);
        first.ReturnNative(Pool, generation);

        Assert.Same(first, next);
        Assert.NotSame(next, PooledNode.RentSlow(Pool, Length));
        Assert.Equal((1, 2), (Pool.GetStatistics().MisuseCount, Pool.GetStatistics().InUse));
        _pool.AssertBalanced(inUse: 2);
    }

    [Theory]
    [InlineData(BufferStorage.Array, 0)]
    [InlineData(BufferStorage.Pinned, 0)]
    [InlineData(BufferStorage.Pinned, 64)]
    public void ReturnNative_OfABufferThatIsNotNative_ReturnsItAsReturnDoes(BufferStorage storage, int alignment)
    {
        BufferPool<byte> pool = storage == BufferStorage.Array ? Plain.Pool : new PlacedPool<byte>(storage, alignment: alignment).Pool;
        PooledNode node = PooledNode.RentSlow(pool, 16);

        node.ReturnNative(pool, node.Generation);
        node.ReturnNative(pool, node.Generation - 2);

        Assert.Equal((0, 1), (pool.GetStatistics().InUse, pool.GetStatistics().MisuseCount));
        Assert.Same(node, PooledNode.RentSlow(pool, 16));
        node.Return(node.Generation);
    }

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Plain;

    [Fact]
    public void ReturnNative_OutOfOrder_GivesNoBufferToTwoRentals()
    {
        _pool.Use(Length, buffers: 2);
        PooledNode first = PooledNode.RentSlow(Pool, Length);
        PooledNode second = PooledNode.RentSlow(Pool, Length);
        first.ReturnNative(Pool, first.Generation);

        Assert.Same(first, PooledNode.RentSlow(Pool, Length));
        second.ReturnNative(Pool, second.Generation);
        Assert.Same(second, PooledNode.RentSlow(Pool, Length));
        Assert.Equal((2, 2), (Pool.GetStatistics().Misses, Pool.GetStatistics().InUse));
        _pool.AssertBalanced(inUse: 2);
    }

    [Fact]
    public void ReturnNative_OfAnEmptyRental_ChangesNothing()
    {
        PooledNode empty = PooledNode.RentSlow(Pool, 0);
        nint generation = empty.Generation;
        empty.ReturnNative(Pool, generation);
        empty.ReturnNative(Pool, generation);

        Assert.Equal(generation, PooledNode.RentSlow(Pool, 0).Generation);
        Assert.Equal((0, 0), (Pool.GetStatistics().MisuseCount, Pool.GetStatistics().Retained));
        _pool.AssertBalanced();
    }

    [Fact]
    public void ReturnNative_OfAnOversizeBuffer_RetainsNothing()
    {
        PooledNode oversize = PooledNode.RentSlow(Pool, MaxLength + 1);
        Assert.Equal(1, Pool.GetStatistics().InUse);
        oversize.ReturnNative(Pool, oversize.Generation);

        Assert.Equal((1, 0, 0), (Pool.GetStatistics().Oversize, Pool.GetStatistics().InUse, Pool.GetStatistics().Retained));
        _pool.AssertBalanced();
    }

    [Fact]
    public void ReturnNative_BeyondTheBudget_GivesTheBufferUp_AndTheNextRentalMayHaveItsPages()
    {
        PooledNode first = PooledNode.RentSlow(Pool, Length);
        Pool.MaxRetainedBytes = 0;
        first.ReturnNative(Pool, first.Generation);

        Assert.Equal((1, 0), (Pool.GetStatistics().Evicted, Pool.GetStatistics().Retained));
        Assert.Same(first, PooledNode.RentSlow(Pool, Length));
        Assert.NotSame(first, PooledNode.RentSlow(Pool, Length));
        _pool.AssertBalanced(inUse: 2);
    }

    [Fact]
    public void ReturnNative_AfterATrim_IsRetained()
    {
        _pool.Use(Length, buffers: 2);
        PooledNode first = PooledNode.RentSlow(Pool, Length);
        Pool.Trim();
        first.ReturnNative(Pool, first.Generation);

        Assert.Equal((1, 1), (Pool.GetStatistics().Trimmed, Pool.GetStatistics().Retained));
        Assert.Same(first, PooledNode.RentSlow(Pool, Length));
        _pool.AssertBalanced(inUse: 1);
    }

    [Fact]
    public void ReturnNative_OfARentalThatBeganBeforeTheWatch_ReturnsIt()
    {
        PooledNode first = PooledNode.RentSlow(Pool, Length);
        Pool.Enter(PoolMode.Traced);
        first.ReturnNative(Pool, first.Generation);

        Assert.Same(first, PooledNode.RentSlow(Pool, Length));
        _pool.AssertBalanced(inUse: 1);
    }

    // Only code that was not generated can do that.
    [Fact]
    public void ReturnNative_OfAnotherPoolsBuffer_ReturnsItToThatPool()
    {
        var other = new PlacedPool<byte>(BufferStorage.Native, minLength: 65536, maxLength: MaxLength);
        PooledNode node = PooledNode.RentSlow(other.Pool, Length);
        node.ReturnNative(Pool, node.Generation);

        Assert.Equal((0, 1), (Pool.GetStatistics().Retained, other.Pool.GetStatistics().Retained));
        Assert.Same(node, PooledNode.RentSlow(other.Pool, Length));
        Assert.NotSame(node, PooledNode.RentSlow(Pool, Length));
        _pool.AssertBalanced(inUse: 1);
        other.AssertBalanced(inUse: 1);
    }

    [Fact]
    public void ReturnNative_OfAnArray_ReturnsItToItsPool()
    {
        PooledNode node = PooledNode.RentSlow(SharedBuffer<byte>.Pool, Length);
        nint generation = node.Generation;
        node.ReturnNative(Pool, generation);

        Assert.NotEqual(generation, node.Generation);
        _pool.AssertBalanced();
    }

    // The slot must not keep what the watch would report once nothing else refers to it.
    [Fact]
    public void RentNative_LeavesNoReferenceBehind()
    {
        _pool.Use(Length, buffers: 2);
        _ = PooledNode.RentSlow(Pool, Length);
        _ = PooledNode.RentSlow(Pool, Length);

        BatchSlot[] slots = PoolParts.SlotsOf(PoolParts.CoreTierOf(Pool), sizeClass: 1)!;
        Assert.All(slots.Take(1), static slot => Assert.All(slot.Nodes(2).ToArray(), Assert.Null));
    }

    [Fact]
    public void ReturnNative_OfACheckedRental_HoldsTheBufferBack()
    {
        Pool.Enter(PoolMode.Checked);
        PooledNode first = PooledNode.RentSlow(Pool, Length);
        first.ReturnNative(Pool, first.Generation);

        Assert.NotSame(first, PooledNode.RentSlow(Pool, Length));
        Assert.Equal(1, Pool.GetStatistics().Retained);
    }
}
