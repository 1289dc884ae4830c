using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

class Session(Packet.Owner owner, Action<Packet.Owner> ended) : IDisposable
{
    private readonly Packet.Owner _packet = Packet.RentOwner(64);

    public int Length => owner.Length + _packet.Length;

    public void Dispose()
    {
        owner.Dispose();
        owner.Dispose();
        ended(_packet);
    }
}

record struct Pair(Packet.Owner First, Packet.Owner Second);

record Message(Packet.Owner Body, int Number);
