using System.Buffers;

namespace PooledGen.Interop.Tests.Migrations.Framing;

/// <summary>Before: a payload in an array of <see cref="ArrayPool{T}"/>. A copy that is disposed too returns the array twice.</summary>
public struct ArrayPoolFrame(int length) : IMemoryOwner<byte>
{
    private byte[]? _array = ArrayPool<byte>.Shared.Rent(length);

    public readonly Memory<byte> Memory => _array.AsMemory(0, length);

    public void Dispose()
    {
        if (_array is null)
            return;

        ArrayPool<byte>.Shared.Return(_array);
        _array = null;
    }
}
