using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

class Receiver
{
    public async Task<PooledOwner<byte>> ReceiveAsync(Stream stream, CancellationToken cancellation)
    {
        using PooledOwner<byte> packet = Packet.RentOwner(1500);
        int read = await stream.ReadAsync(packet.Memory, cancellation);
        if (read == 0)
            throw new EndOfStreamException();
        return packet.Slice(0, read);
    }

    public async Task SendAsync(Stream stream)
    {
        var packet = Packet.RentOwner(100);
        Task task = stream.WriteAsync(packet.Memory).AsTask();
        packet.Dispose();
        await task;
    }
}
