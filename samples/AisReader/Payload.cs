using System.Buffers;

namespace AisReader;

/// <summary>The bits of a message in their armour: each character of the sentence stands for six.</summary>
/// <param name="characters">The characters, all of them armour.</param>
/// <param name="fillBits">How many bits at the end do not belong to the message.</param>
public readonly ref struct Payload(ReadOnlySpan<byte> characters, int fillBits)
{
    private static readonly SearchValues<byte> s_armour =
        SearchValues.Create("0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW`abcdefghijklmnopqrstuvw"u8);

    private readonly ReadOnlySpan<byte> _characters = characters;

    public int BitCount { get; } = characters.Length * 6 - fillBits;

    public static bool IsArmour(ReadOnlySpan<byte> characters) => !characters.ContainsAnyExcept(s_armour);

    /// <summary>0 to 39 are '0' to 'W', 40 to 63 are '`' to 'w'.</summary>
    public static byte Armour(int sixBits) => (byte)(sixBits < 40 ? sixBits + '0' : sixBits - 40 + '`');

    public static int SixBits(byte character) => character < '`' ? character - '0' : character - '`' + 40;

    /// <summary>Up to 32 bits as a number; the first is the highest.</summary>
    public uint Unsigned(int start, int count)
    {
        int end = (start + count + 5) / 6;
        ulong bits = 0;
        foreach (byte character in _characters[(start / 6)..end])
            bits = bits << 6 | (uint)SixBits(character);

        return (uint)(bits >> (end * 6 - start - count) & ((1UL << count) - 1));
    }

    /// <summary>Up to 32 bits as a number in two's complement.</summary>
    public int Signed(int start, int count) => (int)Unsigned(start, count) << (32 - count) >> (32 - count);
}
