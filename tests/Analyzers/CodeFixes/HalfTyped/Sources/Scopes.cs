using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

static class Scoped
{
    public static Packet Rent(int length, in RentalScope scope = default)
    {
        var packet = Packet.Rent(length, in scope);
        packet.Clear();
        return packet;
    }

    public static Span<byte> Leak(out ReadOnlySpan<byte> rest)
    {
        using var packet = Rent(16);
        rest = packet.Slice(4);
        return packet.Span;
    }
}
