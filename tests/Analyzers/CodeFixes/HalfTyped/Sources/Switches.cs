using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

static class Switches
{
    public static int Run(object value, bool isLong)
    {
        PooledOwner<byte> owner = isLong ? Packet.RentOwner(1000) : default;
        switch (value)
        {
            case int n and > 0 when n < 100:
                owner.Dispose();
                return n;
            case string { Length: var length }:
                goto default;
            case null:
                break;
            default:
                owner.Span[0] = 1;
                goto case null;
        }

        return value switch { PooledOwner<byte> other => other.Length, _ => owner.Length };
    }
}
