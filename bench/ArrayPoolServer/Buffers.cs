using System.Buffers;
using PooledGen;

namespace RespServer;

/// <summary>What a client has sent.</summary>
internal ref struct InputBuffer : IDisposable
{
    private byte[]? _array;
    private int _length;

    public readonly Span<byte> this[Range range] => _array.AsSpan(0, _length)[range];

    public static InputBuffer Rent(int length) => new() { _array = ArrayPool<byte>.Shared.Rent(length), _length = length };

    public PooledOwner<byte> Detach()
    {
        var owner = new PooledOwner<byte>(_array, 0, _length);
        _array = null;
        return owner;
    }

    public void Dispose()
    {
        if (_array is not null)
            ArrayPool<byte>.Shared.Return(_array);

        _array = null;
    }

    public static implicit operator Span<byte>(InputBuffer buffer) => buffer._array.AsSpan(0, buffer._length);
}

/// <summary>The replies that are sent together.</summary>
internal static class ReplyBuffer
{
    public static PooledUtf8Writer CreateWriter() => new(16 * 1024);
}

/// <summary>A large value.</summary>
internal static class ValueBuffer
{
    public static PooledOwner<byte> RentOwner(int length) => PooledOwner<byte>.Rent(length);
}
