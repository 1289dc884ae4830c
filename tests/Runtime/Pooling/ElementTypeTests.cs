using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>A node knows no element type, so the members that take one compare it with the array's.</summary>
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
}
