using System;
using System.Buffers.Binary;
using System.IO;
using System.Net.Sockets;
using System.Threading.Tasks;

namespace Corpus.Typed;

internal static class Packets
{
    public static int Receive(Socket socket, Span<byte> destination)
    {
        using var packet = PacketBuffer.Rent(1500);
        int read = socket.Receive(packet.Span);
        packet.Slice(0, read).CopyTo(destination);
        return read;
    }

    public static ushort Port(Stream stream)
    {
        var packet = PacketBuffer.Rent(8); // PG0101
        stream.ReadExactly(packet.Span);
        return BinaryPrimitives.ReadUInt16BigEndian(packet.Span);
    }

    public static bool TryReadKind(Stream stream, int length, out byte kind)
    {
        kind = 0;
        var packet = PacketBuffer.Rent(length); // PG0101
        if (stream.ReadAtLeast(packet.Span, length, throwOnEndOfStream: false) < length)
            return false;

        kind = packet.Kind;
        packet.Dispose();
        return true;
    }

    public static void Forward(Stream source, Stream destination, int length)
    {
        var packet = PacketBuffer.Rent(length); // PG0102
        source.ReadExactly(packet.Span);
        destination.Write(packet.Span);
        packet.Dispose();
    }

    public static void ForwardSafely(Stream source, Stream destination, int length)
    {
        var packet = PacketBuffer.Rent(length);
        try
        {
            source.ReadExactly(packet.Span);
            destination.Write(packet.Span);
        }
        finally
        {
            packet.Dispose();
        }
    }

    public static int Checksum(Stream stream, int length)
    {
        using (var packet = PacketBuffer.Rent(length, stackalloc byte[256]))
        {
            stream.ReadExactly(packet.Span);
            int sum = 0;
            foreach (byte value in packet)
                sum += value;

            return sum;
        }
    }

    public static byte Last(Stream stream, int length)
    {
        var packet = PacketBuffer.Rent(length); // PG0102
        stream.ReadExactly(packet.Span);
        Span<byte> view = packet.Span;
        packet.Dispose();
        return view[^1]; // PG0104
    }

    public static int Retry(Stream stream, int length)
    {
        using var packet = PacketBuffer.Rent(length);
        int read = stream.Read(packet.Span);
        if (read == 0)
        {
            packet.Dispose(); // PG0105
            return 0;
        }

        return packet[0];
    }

    public static byte Both(Stream stream, int length)
    {
        var packet = PacketBuffer.Rent(length);
        try
        {
            stream.ReadExactly(packet.Span);
            byte first = packet[0];
            packet.Dispose();
            return first;
        }
        finally
        {
            packet.Dispose(); // PG0105
        }
    }

    public static void Warm() => _ = PacketBuffer.Rent(4096); // PG0103

    public static void Touch(int length)
    {
        PacketBuffer.Rent(length).Clear(); // PG0101/PG0103
    }

    public static int FirstOf(int length)
    {
        using var packet = PacketBuffer.Rent(length);
        packet.Clear();
        var again = packet; // PG0106
        return again.Kind;
    }

    public static void Either(Stream stream, bool large)
    {
        using var packet = large ? PacketBuffer.Rent(4096) : PacketBuffer.Rent(64);
        stream.ReadExactly(packet.Span);
        stream.Write(packet);
    }

    public static int Nested(Stream stream)
    {
        using var outer = PacketBuffer.Rent(64);
        stream.ReadExactly(outer.Span);
        for (int i = 0; i < outer.Length; i++)
        {
            using var inner = PacketBuffer.Rent(outer[i] + 1);
            if (stream.Read(inner.Span) < inner.Length)
                return i;
        }

        return outer.Length;
    }

    public static async Task<int> ReadLater(Stream stream)
    {
        using var packet = PacketBuffer.Rent(16); // PG0114
        await Task.Yield();
        return stream.Read(packet.Span);
    }
}
