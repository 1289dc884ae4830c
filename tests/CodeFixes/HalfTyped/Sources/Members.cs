using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

delegate Packet.Owner Source(int length);

delegate void Sink(in Packet packet, Packet.Owner owner);

class Connection
{
    public Packet.Owner first, second;

    public event Action<Packet.Owner> Received;

    public Packet.Owner Last { get; set; }

    public Packet.Owner this[int index] => index == 0 ? first : second;

    public Connection(Packet.Owner owner) => Last = owner;

    public static implicit operator Packet.Owner(Connection connection) => connection.Last;

    public void Raise() => Received?.Invoke(Last);
}
