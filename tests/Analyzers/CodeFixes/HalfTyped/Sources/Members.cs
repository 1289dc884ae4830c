using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

delegate PooledOwner<byte> Source(int length);

delegate void Sink(in Packet packet, PooledOwner<byte> owner);

class Connection
{
    public PooledOwner<byte> first, second;

    public event Action<PooledOwner<byte>> Received;

    public PooledOwner<byte> Last { get; set; }

    public PooledOwner<byte> this[int index] => index == 0 ? first : second;

    public Connection(PooledOwner<byte> owner) => Last = owner;

    public static implicit operator PooledOwner<byte>(Connection connection) => connection.Last;

    public void Raise() => Received?.Invoke(Last);
}
