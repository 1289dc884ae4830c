using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

class Session(PooledOwner<byte> owner, Action<PooledOwner<byte>> ended) : IDisposable
{
    private readonly PooledOwner<byte> _packet = Packet.RentOwner(64);

    public int Length => owner.Length + _packet.Length;

    public void Dispose()
    {
        owner.Dispose();
        owner.Dispose();
        ended(_packet);
    }
}

record struct Pair(PooledOwner<byte> First, PooledOwner<byte> Second);

record Message(PooledOwner<byte> Body, int Number);
