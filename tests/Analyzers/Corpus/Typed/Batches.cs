using System;
using System.Collections.Generic;
using System.IO;
using PooledGen;

namespace Corpus.Typed;

internal static class Batches
{
    public static float Centre(ReadOnlySpan<Particle> source)
    {
        using var particles = Particle.Buffer.Rent(source.Length);
        source.CopyTo(particles);
        float sum = 0;
        foreach (ref Particle particle in particles.Span)
            sum += particle.X * particle.Mass;

        return sum;
    }

    public static long Hash(IEnumerable<string> lines)
    {
        long hash = 0;
        foreach (string line in lines)
        {
            using var block = TextBuffer.Rent(1024);
            int length = Math.Min(line.Length, block.Length);
            line.AsSpan(0, length).ToUpperInvariant(block.Span);
            hash = (hash * 31) + block[0];
        }

        return hash;
    }

    public static long HashExactly(IEnumerable<string> lines)
    {
        long hash = 0;
        foreach (string line in lines)
        {
            using var upper = TextBuffer.Rent(line.Length);
            line.AsSpan().ToUpperInvariant(upper.Span);
            hash = (hash * 31) + upper.Length;
        }

        return hash;
    }

    public static void Blocks(Stream stream, int count, List<PooledOwner<byte>> blocks)
    {
        for (int i = 0; i < count; i++)
        {
            PooledOwner<byte> block = PacketBuffer.RentOwner(4096);
            blocks.Add(block);
            stream.ReadExactly(block.Span);
        }
    }

    public static void Large(Stream stream)
    {
        using var image = PacketBuffer.Rent(1_000_000); // PG0111
        stream.ReadExactly(image.Span);
    }

    public static int TooLarge()
    {
        using var numbers = StrictBuffer.Rent(5000); // PG0110
        return numbers.Length;
    }

    public static int Negative()
    {
        const int Size = 4 - 8;
        using var numbers = StrictBuffer.Rent(Size); // PG0110
        return numbers.Length;
    }

    public static int AsLongAsAllowed()
    {
        using var numbers = StrictBuffer.Rent(4096);
        using var nothing = StrictBuffer.Rent(0);
        return numbers.Length + nothing.Length;
    }

    public static int Count(IEnumerable<string> names, int max)
    {
        var seen = NameBuffer.Rent(max); // PG0101
        int count = 0;
        foreach (string name in names)
        {
            if (seen.Slice(0, count).Contains(name))
                continue;

            if (count == max)
                return -1;

            seen[count++] = name;
        }

        seen.Dispose();
        return count;
    }
}

internal static class Helpers
{
    public static PacketBuffer Framed(int length, in RentalScope scope = default)
    {
        var packet = PacketBuffer.Rent(length + 4, in scope);
        packet[0] = (byte)length;
        return packet;
    }

    public static int Send(Stream stream, int length)
    {
        using var packet = Framed(length);
        stream.Write(packet.Span);
        return Sum(packet) + SumByValue(packet);
    }

    public static int Leak(int length)
    {
        var packet = Framed(length); // PG0101
        return Sum(in packet);
    }

    public static int Sum(in PacketBuffer packet)
    {
        int sum = 0;
        foreach (byte value in packet)
            sum += value;

        return sum;
    }

    public static int SumByValue(PacketBuffer packet)
    {
        int sum = 0;
        foreach (byte value in packet.Span)
            sum += value;

        return sum;
    }

    // Takes the rental over: by value is right here.
    public static void Finish(PacketBuffer packet, Stream stream)
    {
        stream.Write(packet.Span);
        packet.Dispose();
    }

    public static void Handed(Stream stream)
    {
        var packet = PacketBuffer.Rent(16);
        Finish(packet, stream);
    }

    public static PooledOwner<byte> Keep(PacketBuffer packet) => packet.Detach();
}
