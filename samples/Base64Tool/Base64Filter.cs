using System.Buffers;

namespace Base64Tool;

/// <summary>Lets a Base64 text pass, chunk by chunk, and refuses anything else with its position.</summary>
internal struct Base64Filter(bool ignoreWhitespace)
{
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private static readonly SearchValues<char> s_digits = SearchValues.Create(Alphabet);

    private long _position; // of the chunk's first character in the whole text
    private int _inGroup; // characters of the current group of four
    private char _lastDigit;
    private bool _padded; // nothing but padding may follow

    /// <summary>Moves what is Base64 to the start of the chunk.</summary>
    /// <returns>How many characters that is.</returns>
    /// <exception cref="FormatException">Something else is in the text.</exception>
    public int Apply(Span<char> chunk)
    {
        int kept = 0;
        for (int i = 0; i < chunk.Length; i++)
        {
            Span<char> digits = Digits(chunk[i..]);
            if (!digits.IsEmpty)
            {
                AcceptDigits(digits, _position + i);
                digits.CopyTo(chunk[kept..]);
                kept += digits.Length;
                i += digits.Length;
            }

            if (i == chunk.Length)
                break;

            if (chunk[i] == '=')
            {
                AcceptPadding(_position + i);
                chunk[kept++] = '=';
            }
            else if (!ignoreWhitespace || !IsWhitespace(chunk[i]))
            {
                throw Unexpected(chunk[i], _position + i);
            }
        }

        _position += chunk.Length;
        return kept;
    }

    /// <summary>To be called after the last chunk.</summary>
    /// <exception cref="FormatException">A part of the last group is missing.</exception>
    public readonly void End()
    {
        if (_inGroup > 0)
            throw new FormatException($"The text ends at position {_position}, with {_inGroup} of a group's 4 characters.");
    }

    private static Span<char> Digits(Span<char> text)
    {
        int end = text.IndexOfAnyExcept(s_digits);
        return end < 0 ? text : text[..end];
    }

    // What Convert passes over.
    private static bool IsWhitespace(char character) => character is ' ' or '\t' or '\r' or '\n';

    private static FormatException Unexpected(char character, long position) => new(IsWhitespace(character)
        ? $"White space at position {position}: --ignore-whitespace passes over it."
        : $"U+{(int)character:X4} at position {position} is no Base64 character.");

    private void AcceptDigits(ReadOnlySpan<char> digits, long position)
    {
        if (_padded)
            throw new FormatException($"'{digits[0]}' at position {position} follows the padding.");

        _lastDigit = digits[^1];
        _inGroup = (_inGroup + digits.Length) % 4;
    }

    private void AcceptPadding(long position)
    {
        // Two digits make one byte, three make two.
        if (_inGroup < 2)
            throw new FormatException($"'=' at position {position} is no padding: it is character {_inGroup + 1} of its group of 4.");

        // The rest of the last digit's six bits belongs to no byte. Convert lets anything pass there, the vectorised decoder does not.
        int rest = _inGroup == 2 ? 0b1111 : 0b0011;
        if (!_padded && (Alphabet.AsSpan().IndexOf(_lastDigit) & rest) != 0)
            throw new FormatException($"'{_lastDigit}' before the padding at position {position} says more than whole bytes.");

        _padded = true;
        _inGroup = (_inGroup + 1) % 4;
    }
}
