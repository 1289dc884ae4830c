using System.Globalization;

namespace AisReader;

/// <summary>
/// One line of a receiver: <c>!AIVDM,count,number,sequence id,channel,payload,fill bits*checksum</c>. It lies where the line lies.
/// </summary>
public readonly ref struct Sentence
{
    /// <summary>The standard says 82; some receivers put more in.</summary>
    public const int MaxLength = 1024;

    /// <summary>How many sentences the message has: 1 to 9.</summary>
    public int FragmentCount { get; private init; }

    /// <summary>Which of them this is: 1 to <see cref="FragmentCount"/>.</summary>
    public int FragmentNumber { get; private init; }

    /// <summary>Tells messages of several sentences apart, together with the channel. 0 where the field is empty.</summary>
    public byte SequenceId { get; private init; }

    /// <summary>The radio channel. 0 where the field is empty.</summary>
    public byte Channel { get; private init; }

    public ReadOnlySpan<byte> Payload { get; private init; }

    public int FillBits { get; private init; }

    /// <summary>Reads a line without its end. What follows the checksum is ignored: some receivers append fields of their own.</summary>
    public static Damage Parse(ReadOnlySpan<byte> line, out Sentence sentence)
    {
        sentence = default;
        if (line.Length > MaxLength)
            return Damage.OverLong;

        line = WithoutTagBlock(line);
        if (line.IsEmpty || line[0] is not ((byte)'!' or (byte)'$'))
            return Damage.NotASentence;

        int end = line.IndexOf((byte)'*');
        if (end < 0 || !IsChecksum(line[(end + 1)..], Checksum(line[1..end])))
            return Damage.BadChecksum;

        ReadOnlySpan<byte> rest = line[..end];
        return IsAis(NextField(ref rest)) ? ParseFields(rest, out sentence) : Damage.UnknownType;
    }

    /// <summary>Of what lies between the first character and the asterisk.</summary>
    public static byte Checksum(ReadOnlySpan<byte> content)
    {
        byte sum = 0;
        foreach (byte character in content)
            sum ^= character;

        return sum;
    }

    private static Damage ParseFields(ReadOnlySpan<byte> fields, out Sentence sentence)
    {
        int count = Digit(NextField(ref fields));
        int number = Digit(NextField(ref fields));
        ReadOnlySpan<byte> sequenceId = NextField(ref fields);
        ReadOnlySpan<byte> channel = NextField(ref fields);
        ReadOnlySpan<byte> payload = NextField(ref fields);
        int fillBits = Digit(fields);
        sentence = new Sentence
        {
            FragmentCount = count,
            FragmentNumber = number,
            SequenceId = sequenceId.IsEmpty ? (byte)0 : sequenceId[0],
            Channel = channel.IsEmpty ? (byte)0 : channel[0],
            Payload = payload,
            FillBits = fillBits,
        };

        bool isNumbered = number >= 1 && number <= count && (sequenceId.IsEmpty || Digit(sequenceId) >= 0);
        if (!isNumbered || channel.Length > 1 || payload.IsEmpty || fields.Contains((byte)','))
            return Damage.BadField;

        if (!AisReader.Payload.IsArmour(payload))
            return Damage.BadArmour;

        return fillBits is < 0 or > 5 || (fillBits > 0 && number < count) ? Damage.BadFillBits : Damage.None;
    }

    /// <summary>Some receivers write a block of their own before the sentence: <c>\source and time*checksum\</c>.</summary>
    private static ReadOnlySpan<byte> WithoutTagBlock(ReadOnlySpan<byte> line)
    {
        int end = line.IsEmpty || line[0] != '\\' ? -1 : line[1..].IndexOf((byte)'\\');
        return end < 0 ? line : line[(end + 2)..];
    }

    private static bool IsChecksum(ReadOnlySpan<byte> digits, byte sum)
        => digits.Length >= 2
            && byte.TryParse(digits[..2], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out byte stated)
            && stated == sum;

    /// <summary>A talker that is an AIS station of some kind, and what it received (VDM) or sent itself (VDO).</summary>
    private static bool IsAis(ReadOnlySpan<byte> field)
        => field is [(byte)'!', var first, var second, (byte)'V', (byte)'D', (byte)'M' or (byte)'O']
            && (first == 'A' ? "BDINRSTX"u8.Contains(second) : (first, second) is ((byte)'B', (byte)'S') or ((byte)'S', (byte)'A'));

    private static int Digit(ReadOnlySpan<byte> field) => field is [>= (byte)'0' and <= (byte)'9' and var digit] ? digit - '0' : -1;

    private static ReadOnlySpan<byte> NextField(scoped ref ReadOnlySpan<byte> rest)
    {
        int comma = rest.IndexOf((byte)',');
        ReadOnlySpan<byte> field = comma < 0 ? rest : rest[..comma];
        rest = comma < 0 ? default : rest[(comma + 1)..];
        return field;
    }
}
