using System.Buffers.Binary;
using PooledGen;

namespace TypedPacket;

/// <summary>A UDP datagram in a pooled buffer: the generator adds the rental, this part gives the bytes their names.</summary>
/// <remarks>The generated <c>Length</c> is the buffer's own; the header's field of that name is <see cref="DatagramLength"/>.</remarks>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
public partial struct PacketBuffer
{
    public const int HeaderLength = 8;

    public ushort SourcePort
    {
        readonly get => BinaryPrimitives.ReadUInt16BigEndian(Span);
        readonly set => BinaryPrimitives.WriteUInt16BigEndian(Span, value);
    }
}
