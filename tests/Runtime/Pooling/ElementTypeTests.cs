using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>
/// A node knows no element type, so the members that take one compare it with the array's. And no element is a value that its type does not have.
/// </summary>
public partial class ElementTypeTests
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct Numbers;

    [Fact]
    public void Detach_AsAnotherElementType_CopiesAndKeepsTheRental()
    {
        PooledNode node = PooledNode.RentSlow(Bytes.Pool, 16);
        nint generation = node.Generation;
        ref int first = ref Unsafe.As<byte, int>(ref MemoryMarshal.GetReference(node.UnsafeAsSpan<byte>(16)));

        using (PooledOwner<int> copy = PooledNode.Detach(Numbers.Pool, node, generation, MemoryMarshal.CreateSpan(ref first, 4)))
            Assert.Equal(typeof(int[]), copy.DangerousGetArray().Array!.GetType());

        Assert.Equal(generation, node.Generation);
        node.Return(generation);
        Assert.Equal(0, Bytes.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Array_OfANodeOfAnotherPool_IsRefused()
    {
        PooledNode node = PooledNode.RentSlow(Bytes.Pool, 16);

        Assert.Throws<InvalidOperationException>(() => PooledNode.GetArray(Numbers.Pool, node, default));
        node.Return(node.Generation);
    }

    [Fact]
    public void Array_OfANode_IsOfItsPoolsElementTypeOnly()
    {
        PooledNode text = PooledNode.RentSlow(SharedBuffer<object>.Pool, 16), empty = PooledNode.RentSlow(Bytes.Pool, 0);

        Assert.Equal(typeof(object[]), text.Array.GetType());
        Assert.Equal(typeof(byte[]), empty.Array.GetType());
        text.Return(text.Generation);
    }

    [Fact]
    public void NewBuffers_OfAllTypesButNumbersAndChars_HoldZeros()
    {
        // Their memory is what the collector gives anew.
        for (int i = 0; i < 200; i++)
            Array.Fill(new byte[60_000], (byte)0xEE);

        GC.Collect();

        AssertZero(SharedBuffer<bool>.Pool, 60_000);
        AssertZero(SharedBuffer<DayOfWeek>.Pool, 15_000);
        AssertZero(SharedBuffer<DateTime>.Pool, 7_500);
        AssertZero(SharedBuffer<(bool, int)>.Pool, 7_500);
        AssertZero(SharedBuffer<bool>.Pool, 1_100_000); // oversize
    }

    private static void AssertZero<T>(BufferPool<T> pool, int length)
        where T : unmanaged
    {
        PooledOwner<T>[] owners = [.. Enumerable.Range(0, 100).Select(_ => pool.RentOwner(length))];
        int dirty = owners.Count(static owner => MemoryMarshal.AsBytes(owner.Span).ContainsAnyExcept((byte)0));
        foreach (PooledOwner<T> owner in owners)
            owner.Dispose();

        Assert.Equal(0, dirty);
    }
}
