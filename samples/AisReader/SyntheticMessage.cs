namespace AisReader;

/// <summary>Makes up messages of ships in the North Sea. What the program does not read is random.</summary>
internal sealed class SyntheticMessage
{
    /// <summary>Type 5 has 424 bits, the longest here.</summary>
    public const int MaxLength = (424 + 5) / 6;

    // A fixed seed: every run has the same ships.
    private readonly Random _random = new(Seed: 1371);
    private int _index;

    // Type 5 takes two sentences, the others one: ten sentences for nine messages.
    private static ReadOnlySpan<byte> Types => [1, 1, 1, 2, 3, 4, 5, 18, 24];

    /// <summary>Writes the payload of the next message and gives its length.</summary>
    public int Next(Span<byte> payload, out int fillBits)
    {
        int type = Types[_index++ % Types.Length];
        int bits = type == 5 ? 424 : 168;
        int length = (bits + 5) / 6;
        fillBits = length * 6 - bits;

        var writer = new SixBitWriter(payload[..length]);
        writer.Write(type, 6);
        writer.Write(0, 2); // not repeated
        writer.Write(_random.Next(201_000_000, 776_000_000), 30);
        if (type <= 3)
        {
            writer.Write(_random.Next(), 23); // status, speed
            writer.Write(_random.Next(2 * Position.UnitsADegree, 8 * Position.UnitsADegree), 28);
            writer.Write(_random.Next(52 * Position.UnitsADegree, 60 * Position.UnitsADegree), 27);
        }

        writer.Fill(_random);
        return length;
    }
}
