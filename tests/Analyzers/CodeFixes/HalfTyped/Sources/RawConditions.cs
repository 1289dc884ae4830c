using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

class Conditions
{
    private byte[]? _buffer;

    public void Run(int n, bool isOurs)
    {
        byte[] array = n > 256 ? ArrayPool<byte>.Shared.Rent(n) : Array.Empty<byte>();
        _buffer ??= ArrayPool<byte>.Shared.Rent(16);
        if (array is { Length: > 0 } && isOurs)
            ArrayPool<byte>.Shared.Return(array);
        if (n > 256 && !isOurs)
            ArrayPool<byte>.Shared.Return(array);
        if (Interlocked.Exchange(ref _buffer, null) is byte[] old)
            ArrayPool<byte>.Shared.Return(old);
        (array, _buffer) = (_buffer, array);
    }
}
