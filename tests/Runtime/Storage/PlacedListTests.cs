using System.Runtime.InteropServices;
using PooledGen.Runtime.Tests.Lists;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>Lists over buffers with stable addresses: each of their buffers is aligned, and they do what lists over arrays do.</summary>
public class PlacedListTests
{
    public static TheoryData<BufferStorage, int> Placements => AddressTests.Placements;

    [Theory]
    [MemberData(nameof(Placements))]
    public void List_OfEveryStorage_BehavesAsAList(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<int>(storage, alignment, maxLength: 1000);
        ListModelTests.Run(pool.Pool, seed: 20261123 + alignment, static random => random.Next(50));

        Assert.True(pool.Pool.Statistics.Oversize > 0, "no round was long enough");
        pool.AssertBalanced();
    }

    // Elements whose size is no power of two, too.
    [Theory]
    [MemberData(nameof(Placements))]
    public void Views_OfAListThatGrows_BeginAtTheAlignedAddress(BufferStorage storage, int alignment)
    {
        AssertAligned(storage, alignment, static i => (byte)i);
        AssertAligned(storage, alignment, static i => (decimal)i);
        AssertAligned(storage, alignment, static i => new Triple((byte)i, 1, 2));
    }

    private static void AssertAligned<T>(BufferStorage storage, int alignment, Func<int, T> element)
        where T : unmanaged
    {
        var pool = new PlacedPool<T>(storage, alignment, maxLength: 500);
        using (var list = new PooledList<T>(pool.Pool, capacity: 16))
        {
            for (int i = 0; i < 1200; i++)
            {
                list.Add(element(i));
                Assert.Equal(0, PlacedPool<T>.AddressOf(list.AsSpan()) % Math.Max(alignment, 1));
            }

            Assert.True(list.AsSpan() == list.AsMemory().Span);
            nint address = PlacedPool<T>.AddressOf(list.AsSpan());
            using PooledOwner<T> owner = list.Detach();
            Assert.Equal((address, 1200), (owner.DangerousGetAddress(), owner.Length));
            Assert.Equal(Enumerable.Range(0, 1200).Select(element), owner.ToArray());
            Assert.Equal((0, 0), (list.Count, list.Capacity));
        }

        pool.AssertBalanced();
    }

    [Fact]
    public void Memory_OfNativeElements_HasNoArray()
    {
        using var list = new PooledList<int>(new PlacedPool<int>(BufferStorage.Native).Pool) { 1, 2, 3 };
        Assert.False(MemoryMarshal.TryGetArray<int>(list.AsMemory(), out _));
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void Member_AfterDispose_ThrowsAndTouchesNoOtherRental(BufferStorage storage, int alignment)
    {
        var pool = new PlacedPool<byte>(storage, alignment);
        var list = new PooledList<byte>(pool.Pool) { 1, 2, 3 };
        list.Dispose();
        list.Dispose();
        using PooledOwner<byte> next = pool.Pool.RentOwner(16);
        next.Span.Fill(7);

        Action[] uses =
        [
            () => list.Add(1), () => list[0] = 1, () => _ = list[0], () => list.Insert(0, 1), () => list.AddRange([1]), () => list.InsertRange(0, [1]),
            () => list.Clear(), () => list.RemoveAt(0), () => list.Contains(1),
            () => list.AsSpan(), () => list.AsMemory(), () => list.CopyTo(new byte[1]), () => list.Detach(), () => _ = list.Capacity,
        ];

        Assert.All(uses, static use => Assert.Throws<ObjectDisposedException>(use));
        Assert.All(next.ToArray(), static element => Assert.Equal(7, element));
        Assert.Equal(0, pool.Pool.Statistics.Misuse);
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void ElementsThatLeave_AreClearedAsThePolicySays(BufferStorage storage, int alignment)
    {
        using var list = new PooledList<byte>(new PlacedPool<byte>(storage, alignment, clear: ClearPolicy.OnReturn).Pool) { 1, 2, 3, 4, 5 };
        Memory<byte> memory = list.AsMemory();
        list.RemoveRange(0, 3);
        Assert.Equal([4, 5, 0, 0, 0], memory.ToArray());
        list.Clear();
        Assert.Equal(new byte[5], memory.ToArray());
    }

    [Theory]
    [MemberData(nameof(Placements))]
    public void List_UsedAgain_AllocatesNothing(BufferStorage storage, int alignment)
    {
        using var list = new PooledList<int>(new PlacedPool<int>(storage, alignment).Pool);
        Assert.Equal(0, Allocations.Of(() => Use(list)));
    }

    private static void Use(PooledList<int> list)
    {
        list.Clear();
        for (int i = 0; i < 1000; i++)
            list.Add(1000 - i);

        list.AsSpan().Reverse();
        list.InsertRange(10, list.AsSpan().Slice(5, 10));
        list.RemoveAll(static item => item % 2 == 0);
        Assert.True(list.Contains(7) && list.IndexOf(999) > 0);
    }

    private readonly record struct Triple(byte First, byte Second, byte Third);
}
