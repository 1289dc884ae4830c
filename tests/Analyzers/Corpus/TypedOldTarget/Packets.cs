using System;
using System.IO;
using PooledGen;

namespace Corpus.TypedOldTarget
{
    [PooledBuffer(typeof(byte), MaxLength = 4096)]
    internal partial struct PacketBuffer
    {
    }

    internal static class Packets
    {
        public static Span<byte> Header(ReadOnlySpan<byte> source)
        {
            using var packet = PacketBuffer.Rent(source.Length);
            source.CopyTo(packet);
            return packet.Slice(0, 4); // PG0113
        }

        public static Span<byte> Whole(ReadOnlySpan<byte> source)
        {
            using (var packet = PacketBuffer.Rent(source.Length))
            {
                source.CopyTo(packet);
                Span<byte> span = packet.Span;
                return span; // PG0113
            }
        }

        public static int Length(ReadOnlySpan<byte> source)
        {
            using var packet = PacketBuffer.Rent(source.Length);
            source.CopyTo(packet);
            Span<byte> span = packet.Span;
            return span.IndexOf((byte)0);
        }

        public static byte[] Copy(ReadOnlySpan<byte> source)
        {
            using var packet = PacketBuffer.Rent(source.Length);
            source.CopyTo(packet);
            return packet.Span.ToArray();
        }

        public static void Write(Stream stream, ReadOnlySpan<byte> source)
        {
            var packet = PacketBuffer.Rent(source.Length); // PG0102
            source.CopyTo(packet);
            stream.Write(packet.ToArray(), 0, packet.Length);
            packet.Dispose();
        }
    }
}
