using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

static class Nesting
{
    public static int Run(Stream stream)
    {
        PooledOwner<byte> owner = default;
        try
        {
            lock (stream)
            {
                owner = Packet.RentOwner(16);
                try { stream.Write(owner.Span); }
                catch (IOException) when (owner.Length > 5) { return 1; }
                finally { stream.Flush(); }
            }
        }
        catch { owner.Dispose(); throw; }
        finally { owner.Dispose(); }

        checked { return stream.ReadByte() + owner.Length; }
    }
}
