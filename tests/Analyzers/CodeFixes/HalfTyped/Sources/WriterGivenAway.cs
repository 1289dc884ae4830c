using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

static class Lost
{
    public static PooledOwner<byte> Build(byte[] data)
    {
        var writer = Packet.CreateWriter();
        try
        {
            writer.Append(data);
            if (data.Length > 5)
                return default;
            return writer.Detach();
        }
        catch (Exception e) when (e is InvalidOperationException { Message: { Length: > 0 } })
        {
            writer.Dispose();
            throw;
        }
    }
}
