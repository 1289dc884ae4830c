using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

static class Streams
{
    public static long Copy(Stream source)
    {
        using PooledStream body = Packet.Pool.CreateStream();
        using PooledBufferWriter<byte> buffer = Packet.Pool.CreateBufferWriter();
        source.CopyTo(body);
        buffer.Write(new byte[] { 1, 2, 3 });
        ArrayPool<byte> pool = Packet.Pool.AsArrayPool();
        byte[] array = pool.Rent(16);
        pool.Return(array);
        return body.Length + buffer.WrittenCount;
    }
}
