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
    public void Detach_AsAnotherElementType_ThrowsAndKeepsTheRental()
    {
        PooledNode node = Bytes.Pool.RentSlow(16);
        nint generation = node.Generation;

        string message = Assert.Throws<InvalidOperationException>(() => node.Detach<int>(generation, 4)).Message;

        Assert.Contains("System.Int32", message, StringComparison.Ordinal);
        Assert.Contains("System.Byte", message, StringComparison.Ordinal);
        Assert.Equal(generation, node.Generation);
        node.Return(generation);
        Assert.Equal(0, Bytes.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Array_OfANodeOfAnotherPool_IsRefused()
    {
        PooledNode node = Bytes.Pool.RentSlow(16);
        Span<int> none = default;

        Assert.False(node.Holds<int>(none));
        Assert.Throws<InvalidOperationException>(() => PooledNode.GetArray(Numbers.Pool, node, default));
        node.Return(node.Generation);
    }

    [Fact]
    public void Array_OfANode_IsOfItsPoolsElementTypeOnly()
    {
        PooledNode text = SharedBuffer<object>.Pool.RentSlow(16), empty = Bytes.Pool.RentSlow(0);

        Assert.Equal(typeof(object[]), text.Array.GetType());
        Assert.Equal(typeof(byte[]), empty.Array.GetType());
        text.Return(text.Generation);
    }
}
