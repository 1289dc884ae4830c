using System.Buffers;
using System.Runtime.CompilerServices;

namespace Quickstart;

/// <summary>A mistake with pools: a buffer is returned twice. Two later renters then share one array, or do not.</summary>
internal static class TwoReturns
{
    public static bool SharesAnArrayWithArrayPool()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Packets.MaxLength);
        ArrayPool<byte>.Shared.Return(array);
#pragma warning disable PG0218 // the analyzer sees the second Return; here it is on purpose
        ArrayPool<byte>.Shared.Return(array);
#pragma warning restore PG0218

#pragma warning disable PG0203 // neither is returned: the pool must not have this array twice any longer
        return ReferenceEquals(ArrayPool<byte>.Shared.Rent(Packets.MaxLength), ArrayPool<byte>.Shared.Rent(Packets.MaxLength));
#pragma warning restore PG0203
    }

    public static bool SharesAnArrayWithPooledGen()
    {
        var packet = PacketBuffer.Rent(Packets.MaxLength);
        packet.Dispose();
#pragma warning disable PG0105 // the analyzer sees the second Dispose, too
        packet.Dispose();
#pragma warning restore PG0105

        using var first = PacketBuffer.Rent(Packets.MaxLength);
        using var second = PacketBuffer.Rent(Packets.MaxLength);
        return Unsafe.AreSame(ref first[0], ref second[0]);
    }
}
