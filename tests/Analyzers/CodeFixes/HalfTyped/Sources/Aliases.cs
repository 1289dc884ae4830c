using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;
using Buffer = Packet;
using Handle = PooledGen.PooledOwner<byte>;
using static Packet;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

class Aliased
{
    public Handle Take()
    {
        var buffer = Buffer.Rent(16);
        buffer.Dispose();
        buffer.Dispose();
        return RentOwner(8);
    }
}
