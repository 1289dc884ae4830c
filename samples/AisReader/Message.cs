namespace AisReader;

/// <summary>What the program reads of a message: its type, its sender and, of the reports of large ships, the position.</summary>
public readonly record struct Message(int Type, int Mmsi, Position? Position)
{
    public const int LastType = 27;

    private const int HeaderBits = 38;
    private const int PositionEnd = 116;

    public static Damage Decode(Payload payload, out Message message)
    {
        message = default;
        if (payload.BitCount < HeaderBits)
            return Damage.TooShort;

        int type = (int)payload.Unsigned(0, 6);
        if (type is 0 or > LastType)
            return Damage.UnknownType;

        Position? position = type <= 3 && payload.BitCount >= PositionEnd
            ? AisReader.Position.At(longitude: payload.Signed(61, 28), latitude: payload.Signed(89, 27))
            : null;
        message = new Message(type, (int)payload.Unsigned(8, 30), position);
        return Damage.None;
    }
}
