using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

class Cache : IDisposable
{
    private readonly Dictionary<string, PooledOwner<byte>> _entries = new();
    private PooledOwner<byte> _current;
    private PooledOwner<byte> _never = Packet.RentOwner(10);

    public void Add(string key, Packet packet)
    {
        _current = packet.Detach();
        _entries[key] = _current;
    }

    public void Dispose()
    {
        foreach (var (key, owner) in _entries)
            owner.Dispose();
        _current.Dispose();
    }
}
