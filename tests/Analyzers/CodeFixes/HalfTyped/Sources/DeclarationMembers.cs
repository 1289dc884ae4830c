using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 1500)]
public partial struct Datagram
{
    private static readonly int s_header = 8;

    public ushort Port
    {
        get => (ushort)(this[0] << 8 | this[1]);
        set => (this[0], this[1]) = ((byte)(value >> 8), (byte)value);
    }

    public static Datagram Parse(ReadOnlySpan<byte> source, in RentalScope scope = default)
    {
        var datagram = Rent(source.Length, scope);
        source.CopyTo(datagram);
        return datagram;
    }
}
