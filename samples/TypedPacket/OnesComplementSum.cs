using System.Buffers.Binary;

namespace TypedPacket;

/// <summary>The sum of the checksums of IP, UDP and TCP: 16-bit words, a carry out of the top comes in at the bottom.</summary>
internal readonly record struct OnesComplementSum(ulong Total)
{
    public ushort Complement
    {
        get
        {
            ulong folded = Total;
            while (folded > ushort.MaxValue)
                folded = (folded & ushort.MaxValue) + (folded >> 16);

            return (ushort)~folded;
        }
    }

    public OnesComplementSum Add(ushort word) => new(Total + word);

    /// <summary>Adds big-endian words; an odd last byte is the high half of its word.</summary>
    public OnesComplementSum Add(ReadOnlySpan<byte> bytes)
    {
        ulong total = Total;
        for (; bytes.Length >= 2; bytes = bytes[2..])
            total += BinaryPrimitives.ReadUInt16BigEndian(bytes);

        return new(bytes.IsEmpty ? total : total + ((ulong)bytes[0] << 8));
    }
}
