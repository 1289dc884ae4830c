namespace AisReader;

/// <summary>Writes a sentence as receivers do, within the 82 characters of the standard.</summary>
internal static class SentenceWriter
{
    public const int MaxLength = 82;
    public const int MaxPayload = 56;

    /// <summary>Gives the length of what was written, the line's end included. All numbers have one digit.</summary>
    public static int Write(Span<byte> destination, int fragmentCount, int fragmentNumber, int sequenceId, ReadOnlySpan<byte> payload, int fillBits)
    {
        // A message of one sentence needs no sequence id.
        ReadOnlySpan<byte> head = fragmentCount == 1 ? "!AIVDM,1,1,,A,"u8 : "!AIVDM,_,_,_,B,"u8;
        head.CopyTo(destination);
        if (fragmentCount > 1)
        {
            destination[7] = Digit(fragmentCount);
            destination[9] = Digit(fragmentNumber);
            destination[11] = Digit(sequenceId);
        }

        payload.CopyTo(destination[head.Length..]);
        int end = head.Length + payload.Length + 2;
        destination[end - 2] = (byte)',';
        destination[end - 1] = Digit(fillBits);

        byte sum = Sentence.Checksum(destination[1..end]);
        "*__\r\n"u8.CopyTo(destination[end..]);
        destination[end + 1] = Digit(sum >> 4);
        destination[end + 2] = Digit(sum & 0xF);
        return end + 5;
    }

    private static byte Digit(int value) => "0123456789ABCDEF"u8[value];
}
