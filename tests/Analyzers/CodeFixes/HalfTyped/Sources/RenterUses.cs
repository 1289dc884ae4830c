using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

static class Uses
{
    public static int Sum(int n)
    {
        var packet = Packet.Rent(n);
        Fill(packet);
        Packet copy = packet;
        int sum = 0;
        foreach (byte value in packet)
            sum += value;
        packet.Dispose();
        return sum + copy[0];
    }

    private static void Fill(Packet packet)
    {
        for (int i = 0; i < packet.Length; i++)
            packet[i] = (byte)i;
    }
}
