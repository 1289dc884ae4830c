using System.Text;

namespace PooledGen.Interop.Tests;

/// <summary>Code that takes arrays, and code that keeps one in a field.</summary>
public partial class ArrayTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct PacketBuffer;

    [PooledBuffer<int>(MaxLength = 64 * 1024)]
    private partial struct IndexBuffer;

    [Fact]
    public async Task Stream_GetsTheArrayOfAnOwner()
    {
        using var stream = new MemoryStream();
        using PooledOwner<byte> owner = PacketBuffer.RentOwner(100);
        owner.Span.Fill(7);

        ArraySegment<byte> array = owner.DangerousGetArray();
        await stream.WriteAsync(array.Array!, array.Offset, array.Count);

        Assert.Equal(owner.ToArray(), stream.ToArray());
    }

    [Fact]
    public void Encoding_GetsTheArrayOfARenter()
    {
        string text = "grün";

        using var packet = PacketBuffer.Rent(Encoding.UTF8.GetMaxByteCount(text.Length));
        int written = Encoding.UTF8.GetBytes(text, 0, text.Length, packet.DangerousGetArray().Array!, 0);

        Assert.Equal(text, Encoding.UTF8.GetString(packet.Span[..written]));
    }

    [Fact]
    public void Loop_TakesTheSpanOnce()
    {
        using PooledOwner<int> owner = IndexBuffer.RentOwner(100);

        Span<int> indices = owner.Span;
        for (int i = 0; i < indices.Length; i++)
            indices[i] = i;

        Assert.Equal(Enumerable.Range(0, 100), owner.ToArray());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(10_000)]
    [InlineData(100_000)]
    public void Builder_WithTheArrayInAField_KeepsEveryElement(int count)
    {
        var list = new IndexList();
        for (int i = 0; i < count; i++)
            list.Add(i);

        Assert.Equal(Enumerable.Range(0, count), list.Items.ToArray());
        list.Dispose();
        Assert.Equal(0, IndexBuffer.Pool.GetStatistics().InUse);
        list.Add(5);
        Assert.Equal([5], list.Items.ToArray());
        list.Dispose();
        Assert.Equal((0, 0), (IndexBuffer.Pool.GetStatistics().InUse, IndexBuffer.Pool.GetStatistics().MisuseCount));
    }

    private sealed class IndexList : IDisposable
    {
        private PooledOwner<int> _owner = IndexBuffer.RentOwner(0);
        private int[] _array = [];
        private int _count;

        public ReadOnlySpan<int> Items => _array.AsSpan(0, _count);

        public void Add(int index)
        {
            if (_count == _owner.Length)
                Grow();

            _array[_count++] = index;
        }

        public void Dispose()
        {
            _owner.Dispose();
            _owner = IndexBuffer.RentOwner(0);
            (_array, _count) = ([], 0);
        }

        private void Grow()
        {
            _owner = _owner.Resize(_count + 1);
            _owner = _owner.Resize(_owner.Capacity); // all that the array has room for
            _array = _owner.DangerousGetArray().Array!;
        }
    }
}
