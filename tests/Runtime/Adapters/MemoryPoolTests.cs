using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>What the documentation of <see cref="MemoryPool{T}"/>, <see cref="IMemoryOwner{T}"/> and IDisposable says.</summary>
public partial class MemoryPoolTests
{
    [PooledBuffer<byte>(MaxLength = 10_000)]
    private partial struct ByteBuffer;

    [PooledBuffer<long>(MaxLength = 4096)]
    private partial struct LongBuffer;

    [PooledBuffer<byte>(MaxLength = 100, Oversize = OversizePolicy.Throw)]
    private partial struct Throwing;

    [PooledBuffer<Page>(MaxLength = 4)]
    private partial struct Pages;

    [InlineArray(5000)]
    private struct Page
    {
        private byte _first;
    }

    public static TheoryData<bool> ReuseOwners => [false, true];

    [Theory]
    [MemberData(nameof(ReuseOwners))]
    public void AsMemoryPool_IsOneObjectForEachArgument(bool reuseOwners)
    {
        Assert.Same(ByteBuffer.Pool.MemoryPoolOf(reuseOwners), ByteBuffer.Pool.MemoryPoolOf(reuseOwners));
        Assert.NotSame(ByteBuffer.Pool.MemoryPoolOf(reuseOwners), ByteBuffer.Pool.MemoryPoolOf(!reuseOwners));
    }

    [Theory]
    [InlineData(0, 16)]
    [InlineData(1, 16)]
    [InlineData(100, 128)]
    [InlineData(10_000, 10_000)]
    [InlineData(20_000, 20_000)]
    public void Rent_GivesABlockOfTheSizeClass(int minBufferSize, int length)
    {
        foreach (bool reuseOwners in new[] { false, true })
        {
            using (IMemoryOwner<byte> owner = ByteBuffer.Pool.MemoryPoolOf(reuseOwners).Rent(minBufferSize))
                Assert.Equal((length, 1), (owner.Memory.Length, ByteBuffer.Pool.GetStatistics().InUse));

            Assert.Equal(0, ByteBuffer.Pool.GetStatistics().InUse);
        }
    }

    [Fact]
    public void Rent_WithoutASize_GivesFourKilobytesWorth()
    {
        using IMemoryOwner<byte> bytes = ByteBuffer.Pool.AsMemoryPool().Rent();
        using IMemoryOwner<long> longs = LongBuffer.Pool.AsMemoryPool().Rent(-1);
        using IMemoryOwner<byte> few = Throwing.Pool.AsMemoryPool().Rent();
        using IMemoryOwner<Page> pages = Pages.Pool.AsMemoryPool().Rent();

        Assert.Equal((4096, 512, 100), (bytes.Memory.Length, longs.Memory.Length, few.Memory.Length));
        Assert.True(pages.Memory.Length >= 1);
    }

    [Fact]
    public void MaxBufferSize_FollowsTheOversizePolicy()
    {
        Assert.Equal(Array.MaxLength, ByteBuffer.Pool.AsMemoryPool().MaxBufferSize);
        Assert.Equal(100, Throwing.Pool.AsMemoryPool().MaxBufferSize);
    }

    [Theory]
    [InlineData(-2)]
    [InlineData(int.MinValue)]
    [InlineData(101)]
    [InlineData(int.MaxValue)]
    public void Rent_OutOfRange_ThrowsAndLeavesNothingRented(int minBufferSize)
    {
        Assert.Throws<ArgumentOutOfRangeException>("minBufferSize", () => Throwing.Pool.AsMemoryPool().Rent(minBufferSize));
        Assert.Throws<ArgumentOutOfRangeException>("minBufferSize", () => Throwing.Pool.DangerousAsMemoryPool().Rent(minBufferSize));
        if (minBufferSize is < 0 or int.MaxValue)
            Assert.Throws<ArgumentOutOfRangeException>("minBufferSize", () => ByteBuffer.Pool.AsMemoryPool().Rent(minBufferSize));

        Assert.Equal(0, Throwing.Pool.GetStatistics().InUse);
    }

    [Theory]
    [MemberData(nameof(ReuseOwners))]
    public void Memory_IsAnArrayThatCanBePinned(bool reuseOwners)
    {
        using IMemoryOwner<byte> owner = ByteBuffer.Pool.MemoryPoolOf(reuseOwners).Rent(300);
        using MemoryHandle handle = owner.Memory.Pin();

        Assert.True(MemoryMarshal.TryGetArray(owner.Memory, out ArraySegment<byte> segment));
        Assert.Equal((0, 512), (segment.Offset, segment.Count));
    }

    [Theory]
    [MemberData(nameof(ReuseOwners))]
    public void Memory_AfterDispose_ThrowsAndNamesTheType(bool reuseOwners)
    {
        IMemoryOwner<byte> owner = ByteBuffer.Pool.MemoryPoolOf(reuseOwners).Rent(300);
        owner.Dispose();

        ObjectDisposedException exception = Assert.Throws<ObjectDisposedException>(() => owner.Memory);
        Assert.Contains(nameof(ByteBuffer), exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(ReuseOwners))]
    public void Dispose_Twice_ReturnsOnceAndIsCounted(bool reuseOwners)
    {
        MemoryPool<byte> pool = ByteBuffer.Pool.MemoryPoolOf(reuseOwners);
        long misuse = ByteBuffer.Pool.GetStatistics().MisuseCount;
        IMemoryOwner<byte> owner = pool.Rent(300);

        owner.Dispose();
        owner.Dispose();

        using IMemoryOwner<byte> first = pool.Rent(300), second = pool.Rent(300);
        Assert.False(first.Memory.Span.Overlaps(second.Memory.Span));
        Assert.Equal(misuse + 1, ByteBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Fact]
    public void Dispose_LateWhenTheBlockIsRentedAgain_LeavesTheNewRentalAlone()
    {
        MemoryPool<byte> pool = ByteBuffer.Pool.AsMemoryPool();
        IMemoryOwner<byte> owner = pool.Rent(2000);
        owner.Dispose();
        using IMemoryOwner<byte> next = pool.Rent(2000);

        owner.Dispose();

        Assert.NotSame(owner, next);
        Assert.Equal(2048, next.Memory.Length);
        Assert.Throws<ObjectDisposedException>(() => owner.Memory);
    }

    // The documented price of reuse: the object is the next rental's.
    [Fact]
    public void Dispose_LateWhereOwnersAreReused_EndsTheNewRental()
    {
        MemoryPool<byte> pool = ByteBuffer.Pool.DangerousAsMemoryPool();
        IMemoryOwner<byte> owner = pool.Rent(1000);
        owner.Dispose();
        IMemoryOwner<byte> next = pool.Rent(1000);
        Assert.Same(owner, next);

        owner.Dispose();

        Assert.Throws<ObjectDisposedException>(() => next.Memory);
        Assert.Equal(0, ByteBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Dispose_OfAReusedOwnerWhileTheTypeHasTheBlock_LeavesThatRentalAlone()
    {
        IMemoryOwner<byte> owner = ByteBuffer.Pool.DangerousAsMemoryPool().Rent(5000);
        owner.Dispose();
        using PooledOwner<byte> other = ByteBuffer.RentOwner(5000);

        owner.Dispose();

        Assert.Equal(5000, other.Memory.Length);
        Assert.Throws<ObjectDisposedException>(() => owner.Memory);
    }

    [Theory]
    [MemberData(nameof(ReuseOwners))]
    public void Dispose_OfTheAdapter_DoesNothing(bool reuseOwners)
    {
        MemoryPool<long> pool = LongBuffer.Pool.MemoryPoolOf(reuseOwners);
        using IMemoryOwner<long> before = pool.Rent(10);

        pool.Dispose();

        using IMemoryOwner<long> after = pool.Rent(10);
        Assert.Equal((16, 16), (before.Memory.Length, after.Memory.Length));
    }
}
