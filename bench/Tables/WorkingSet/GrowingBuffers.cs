using System.Buffers;

namespace PooledGen.Bench.Tables.WorkingSet;

[PooledBuffer<byte>(MaxLength = 1024 * 1024)]
internal partial struct StreamBuffer;

/// <summary>The writer of this library.</summary>
internal sealed class PooledGrowingBuffer : IGrowingBuffer
{
    private readonly PooledBufferWriter<byte> _writer = StreamBuffer.Pool.CreateBufferWriter();

    public static IGrowingBuffer Create() => new PooledGrowingBuffer();

    public ReadOnlySpan<byte> WrittenSpan => _writer.WrittenSpan;

    public void Advance(int count) => _writer.Advance(count);

    public Memory<byte> GetMemory(int sizeHint = 0) => _writer.GetMemory(sizeHint);

    public Span<byte> GetSpan(int sizeHint = 0) => _writer.GetSpan(sizeHint);

    public void Dispose() => _writer.Dispose();
}

/// <summary>As it is written over an array pool: from 256 bytes on each array is twice as long as the one before.</summary>
internal sealed class ArrayPoolGrowingBuffer : IGrowingBuffer
{
    private byte[] _array = ArrayPool<byte>.Shared.Rent(256);
    private int _length;

    public static IGrowingBuffer Create() => new ArrayPoolGrowingBuffer();

    public ReadOnlySpan<byte> WrittenSpan => _array.AsSpan(0, _length);

    public void Advance(int count) => _length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (_array.Length - _length < Math.Max(sizeHint, 1))
            Grow(sizeHint);

        return _array.AsMemory(_length);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_array);
        _array = [];
        _length = 0;
    }

    private void Grow(int sizeHint)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(_length + sizeHint, 2 * _array.Length));
        _array.AsSpan(0, _length).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = larger;
    }
}
