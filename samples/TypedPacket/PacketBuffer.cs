using System.Buffers.Binary;
using System.Net;
using PooledGen;

namespace TypedPacket;

/// <summary>A UDP datagram in a pooled buffer: the generator adds the rental, this part gives the bytes their names.</summary>
/// <remarks>The generated <c>Length</c> is the buffer's own; the header's field of that name is <see cref="DatagramLength"/>.</remarks>
[PooledBuffer<byte>(MaxLength = 64 * 1024)]
public partial struct PacketBuffer
{
    public const int HeaderLength = 8;
    public const int MaxPayloadLength = ushort.MaxValue - HeaderLength;

    /// <summary>Rents a datagram with an empty header. The scope, passed on, confines it to the caller's block instead of this one.</summary>
    public static PacketBuffer RentFor(ReadOnlySpan<byte> payload, in RentalScope scope = default)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(payload.Length, MaxPayloadLength, nameof(payload));

        PacketBuffer packet = Rent(HeaderLength + payload.Length, in scope);
        packet[..HeaderLength].Clear(); // a rented buffer holds what its last user left
        packet.DatagramLength = (ushort)packet.Length;
        payload.CopyTo(packet.Payload);
        return packet;
    }

    public ushort SourcePort
    {
        get => BinaryPrimitives.ReadUInt16BigEndian(Span);
        set => BinaryPrimitives.WriteUInt16BigEndian(Span, value);
    }

    public ushort DestinationPort
    {
        get => BinaryPrimitives.ReadUInt16BigEndian(Slice(2));
        set => BinaryPrimitives.WriteUInt16BigEndian(Slice(2), value);
    }

    /// <summary>Header and payload together, in bytes.</summary>
    public ushort DatagramLength
    {
        get => BinaryPrimitives.ReadUInt16BigEndian(Slice(4));
        set => BinaryPrimitives.WriteUInt16BigEndian(Slice(4), value);
    }

    public ushort Checksum
    {
        get => BinaryPrimitives.ReadUInt16BigEndian(Slice(6));
        set => BinaryPrimitives.WriteUInt16BigEndian(Slice(6), value);
    }

    /// <summary>What follows the header.</summary>
    public Span<byte> Payload => Slice(HeaderLength);

    /// <summary>Writes the checksum that belongs to the datagram as it is. Zero would mean "none", so it is sent as its other form, 0xFFFF.</summary>
    public void Seal(IPAddress source, IPAddress destination)
    {
        Checksum = 0;
        ushort complement = SumFor(source, destination).Complement;
        Checksum = complement == 0 ? ushort.MaxValue : complement;
    }

    /// <summary>Whether the datagram is still what was sealed: its sum with the checksum is all ones.</summary>
    public bool IsIntact(IPAddress source, IPAddress destination) => SumFor(source, destination).Complement == 0;

    // RFC 768: a pseudo-header of addresses, protocol and length, then the datagram.
    private OnesComplementSum SumFor(IPAddress source, IPAddress destination)
    {
        const ushort UdpProtocol = 17;
        return new OnesComplementSum()
            .Add(source.GetAddressBytes())
            .Add(destination.GetAddressBytes())
            .Add(UdpProtocol)
            .Add(DatagramLength)
            .Add(Span);
    }
}
