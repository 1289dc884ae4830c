using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

static class Loops
{
    public static void Run(Stream stream, int count)
    {
        for (int i = 0; i < count; i++)
        {
            using var packet = Packet.Rent(512);
            stream.Write(packet.Span);
        }

        while (count-- > 0)
        {
            using (var other = Packet.Rent(count))
                other.Clear();
            Packet.Rent(5000).Dispose();
            Packet.Rent(-1);
        }
    }
}
