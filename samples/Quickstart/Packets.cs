using System.Buffers;

namespace Quickstart;

/// <summary>The same work three times: one buffer for each packet, filled and summed up. Only where the buffer comes from differs.</summary>
internal static class Packets
{
    public const int Count = 100_000;
    public const int MaxLength = 1500;

    public static long WithNew()
    {
        long sum = 0;
        for (int i = 0; i < Count; i++)
        {
            var packet = new byte[LengthOf(i)];
            sum += Use(packet);
        }

        return sum;
    }

    public static long WithArrayPool()
    {
        long sum = 0;
        for (int i = 0; i < Count; i++)
        {
            int length = LengthOf(i);
            byte[] array = ArrayPool<byte>.Shared.Rent(length);
            try
            {
                sum += Use(array.AsSpan(0, length)); // the array is longer than the packet
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
        }

        return sum;
    }

    public static long WithPooledGen()
    {
        long sum = 0;
        for (int i = 0; i < Count; i++)
        {
            using var packet = PacketBuffer.Rent(LengthOf(i));
            sum += Use(packet);
        }

        return sum;
    }

    private static int LengthOf(int packet) => 1 + (packet * 7919 % MaxLength);

    private static long Use(Span<byte> packet)
    {
        packet.Fill((byte)packet.Length);
        return packet[0] + packet[^1];
    }
}
