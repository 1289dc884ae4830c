using System;
using System.Buffers;
using System.IO;
using PooledGen;

namespace Corpus.Typed;

/// <summary>Code on its way from raw arrays to PooledGen, which still rents arrays through the adapter.</summary>
internal sealed class HalfMigrated
{
    private static readonly ArrayPool<byte> s_packets = PacketBuffer.Pool.AsArrayPool();

    private readonly ArrayPool<string> _names = NameBuffer.Pool.AsArrayPool();

    public static int Checksum(ReadOnlySpan<byte> data)
    {
        byte[] copy = s_packets.Rent(data.Length);
        data.CopyTo(copy);
        int sum = 0;
        foreach (byte value in copy.AsSpan(0, data.Length))
            sum += value;

        s_packets.Return(copy);
        return sum;
    }

    public static int ReadHeader(Stream stream)
    {
        byte[] header = s_packets.Rent(16);
        try
        {
            return stream.Read(header, 0, 16);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(header); // PG0214
        }
    }

    public static void Write(Stream stream, int length)
    {
        using PooledOwner<byte> block = PacketBuffer.RentOwner(length);
        byte[] array = block.DangerousGetArray().Array!;
        stream.Write(array, 0, length);
        ArrayPool<byte>.Shared.Return(array); // PG0214
    }

    public int CountShort(string[] all)
    {
        string[] names = _names.Rent(all.Length);
        int count = 0;
        foreach (string name in all)
        {
            if (name.Length < 8)
                names[count++] = name;
        }

        _names.Return(names);
        return count;
    }
}
