using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

class RawMistakes : IDisposable
{
    private byte[] _array = ArrayPool<byte>.Shared.Rent(64);

    public byte Run(Stream stream, string[] names)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(100);
        stream.Write(array);
        ArrayPool<byte>.Shared.Return(array);
        ArrayPool<byte>.Shared.Return(array);
        string[] strings = ArrayPool<string>.Shared.Rent(5);
        names.CopyTo(strings, 0);
        ArrayPool<string>.Shared.Return(strings);
        return array[0];
    }

    public void Dispose() => ArrayPool<byte>.Shared.Return(_array);
}
