namespace AisReader;

/// <summary>Writes a payload in its armour, number after number.</summary>
internal ref struct SixBitWriter(Span<byte> characters)
{
    private readonly Span<byte> _characters = characters;
    private int _characterCount;
    private uint _rest;
    private int _restLength;

    /// <summary>Writes up to 32 bits.</summary>
    public void Write(long value, int count)
    {
        for (int bit = count - 1; bit >= 0; bit--)
        {
            _rest = _rest << 1 | (uint)(value >> bit & 1);
            if (++_restLength == 6)
                EndCharacter();
        }
    }

    /// <summary>Writes random bits to the end.</summary>
    public void Fill(Random random)
    {
        while (_characterCount < _characters.Length)
            Write(random.Next(), 6 - _restLength);
    }

    private void EndCharacter()
    {
        _characters[_characterCount++] = Payload.Armour((int)_rest);
        _rest = 0;
        _restLength = 0;
    }
}
