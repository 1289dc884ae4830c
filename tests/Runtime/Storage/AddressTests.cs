using System.Buffers;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>The address of a rental: it is stable, it is aligned, and every view of the rental agrees on it.</summary>
public partial class AddressTests
{
    public static TheoryData<BufferStorage, int> Placements => new()
    {
        { BufferStorage.Pinned, 0 },
        { BufferStorage.Pinned, 16 },
        { BufferStorage.Pinned, 64 },
        { BufferStorage.Pinned, 4096 },
        { BufferStorage.Native, 0 },
        { BufferStorage.Native, 64 },
    };

    [Theory]
    [MemberData(nameof(Placements))]
    public void Address_AfterACompactingCollection_IsTheSame(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<byte>(storage, alignment);
        using PooledOwner<byte> owner = pool.Pool.RentOwner(1000);
        nint before = owner.DangerousGetAddress();
        owner.Span[999] = 7;

        for (int i = 0; i < 3; i++)
        {
            GC.KeepAlive(Enumerable.Range(0, 1000).Select(static _ => new byte[500]).ToArray());
            GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        }

        Assert.Equal(before, owner.DangerousGetAddress());
        Assert.Equal(7, Marshal.ReadByte(before, 999));
    }

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Movable;

    /// <summary>The renters of such a pool have no Address, so only hand-written code can ask.</summary>
    [Fact]
    public void Address_OfARenterWhoseArrayMayMove_IsRefused()
    {
        PooledNode node = PooledNode.RentSlow(Movable.Pool, 16);

        var exception = Assert.Throws<InvalidOperationException>(() => PooledNode.GetAddress(Movable.Pool, node, node.UnsafeAsSpan<byte>(16)));

        Assert.Contains("has no stable address", exception.Message, StringComparison.Ordinal);
        node.Return(node.Generation);
    }

    // Elements whose size is no power of two, and elements that are larger than the collector's own alignment.
    [Theory]
    [MemberData(nameof(Placements))]
    public void Address_OfEveryLength_IsAligned(BufferStorage storage, int alignment)
    {
        AssertAligned<byte>(storage, alignment);
        AssertAligned<long>(storage, alignment);
        AssertAligned<decimal>(storage, alignment);
        AssertAligned<Odd>(storage, alignment);
    }

    private static void AssertAligned<T>(BufferStorage storage, int alignment)
        where T : unmanaged
    {
        var pool = new PlacedPool<T>(storage, alignment, maxLength: 3000);
        foreach (int length in (int[])[1, 2, 15, 16, 17, 1000, 2999, 3000, 3001, 5000])
        {
            // Two at a time, so that not all have the same place.
            using PooledOwner<T> first = pool.Pool.RentOwner(length);
            using PooledOwner<T> second = pool.Pool.RentOwner(length);
            Assert.Equal(0, first.DangerousGetAddress() % Math.Max(alignment, 1));
            Assert.Equal(0, second.DangerousGetAddress() % Math.Max(alignment, 1));
            second.Span.Fill(default);
        }
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public unsafe void Views_OfOneRental_BeginAtItsAddress(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<int>(storage, alignment);
        using PooledOwner<int> owner = pool.Pool.RentOwner(100);
        using MemoryHandle pinned = owner.Memory.Pin();

        Assert.Equal(owner.DangerousGetAddress(), PlacedPool<int>.AddressOf(owner.Span));
        Assert.Equal(owner.DangerousGetAddress(), PlacedPool<int>.AddressOf(owner.Memory.Span));
        Assert.Equal(owner.DangerousGetAddress(), (nint)pinned.Pointer);
        Assert.Equal((100, 100), (owner.Span.Length, owner.Memory.Length));
    }

    [Fact]
    public void Array_OfAlignedElements_BeginsAtTheAddress()
    {
        var pool = new PlacedPool<int>(BufferStorage.Pinned, alignment: 64);
        using PooledOwner<int> owner = pool.Pool.RentOwner(100);
        owner.Span[3] = 42;

        ArraySegment<int> array = owner.DangerousGetArray();
        Assert.Equal(100, array.Count);
        Assert.Equal(42, array[3]);
        Assert.True(MemoryMarshal.TryGetArray<int>(owner.Memory.Slice(2), out ArraySegment<int> fromMemory));
        Assert.Equal((array.Offset + 2, 98), (fromMemory.Offset, fromMemory.Count));
    }

    // A torn owner is the only one that asks for more.
    [Fact]
    public void Array_OfAlignedElements_EndsWithTheRentedBuffer()
    {
        PooledNode node = new PlacedPool<int>(BufferStorage.Pinned, alignment: 64).Pool.RentOwned(100);

        Assert.Equal(128, node.AsArraySegment<int>(0, 128).Count);
        Assert.Contains("128", Assert.Throws<InvalidOperationException>(() => node.AsArraySegment<int>(0, 129)).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => node.AsArraySegment<int>(1, 128));
        Assert.Throws<InvalidOperationException>(() => node.AsArraySegment<int>(-1, 1));
    }

    [Fact]
    public void Array_OfNativeElements_DoesNotExist()
    {
        var pool = new PlacedPool<int>(BufferStorage.Native);
        using PooledOwner<int> owner = pool.Pool.RentOwner(100);

        Assert.Contains("Placed gives no array", Assert.Throws<InvalidOperationException>(() => owner.DangerousGetArray()).Message, StringComparison.Ordinal);
        Assert.False(MemoryMarshal.TryGetArray<int>(owner.Memory, out _));
        Assert.Throws<InvalidOperationException>(pool.Pool.AsArrayPool);

        using var writer = new PooledBufferWriter<int>(pool.Pool);
        Assert.Throws<InvalidOperationException>(() => writer.DangerousGetArray());
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Rental_OfNoElements_IsEmpty(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<int>(storage, alignment);
        using PooledOwner<int> owner = pool.Pool.RentOwner(0);

        Assert.Equal((0, 0, 0), (owner.Span.Length, owner.Memory.Length, owner.DangerousGetAddress()));
        pool.AssertBalanced();
    }

    [Fact]
    public void Address_OfAnArrayThatMayMove_IsRefused()
    {
        using PooledOwner<int> owner = SharedBuffer<int>.RentOwner(10);
        Assert.Contains("no stable address", Assert.Throws<InvalidOperationException>(() => owner.DangerousGetAddress()).Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Address_OfAPart_BeginsAtThePart(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<int>(storage, alignment);
        PooledOwner<int> whole = pool.Pool.RentOwner(100);
        nint address = whole.DangerousGetAddress();
        PooledOwner<int> part = whole.DetachSlice(10, 20);

        Assert.Equal(address + 40, part.DangerousGetAddress());
        Assert.Throws<ObjectDisposedException>(() => whole.DangerousGetAddress());
        part.Dispose();
        Assert.Throws<ObjectDisposedException>(() => part.DangerousGetAddress());
        pool.AssertBalanced();
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Resize_KeepsTheElementsAndTheAlignment(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<int>(storage, alignment);
        PooledOwner<int> owner = pool.Pool.RentOwner(10).DetachSlice(4);
        owner.Span.Fill(5);
        foreach (int length in (int[])[16, 6, 100, 4096, 9000])
        {
            owner = owner.Resize(length);
            Assert.All(owner.Span.Slice(0, 6).ToArray(), static element => Assert.Equal(5, element));
            owner.Span.Slice(6).Fill(9);
            Assert.Equal(length, owner.Length);
            Assert.Equal(0, owner.DangerousGetAddress() % Math.Max(alignment, 1));
        }

        owner.Dispose();
        pool.AssertBalanced();
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Writer_GrowsFromBufferToBuffer(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<int>(storage, alignment);
        var writer = new PooledWriter<int>(pool.Pool);
        for (int i = 0; i < 10_000; i++)
            writer.Append(i);

        using (PooledOwner<int> owner = writer.Detach())
        {
            Assert.Equal(Enumerable.Range(0, 10_000), owner.ToArray());
            Assert.Equal(0, owner.DangerousGetAddress() % Math.Max(alignment, 1));
        }

        writer.Dispose();
        pool.AssertBalanced();
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void MemoryPool_GivesTheWholeBuffer(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<int>(storage, alignment);
        foreach (bool reuses in (bool[])[false, true])
        {
            using IMemoryOwner<int> owner = pool.Pool.MemoryPoolOf(reuses).Rent(1000);
            Assert.Equal(1024, owner.Memory.Length);
            owner.Memory.Span.Fill(3);
            Assert.Equal(0, PlacedPool<int>.AddressOf(owner.Memory.Span) % Math.Max(alignment, 1));
        }

        pool.AssertBalanced();
    }

    private readonly record struct Odd(byte First, byte Second, byte Third);
}
