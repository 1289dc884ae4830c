using System;

namespace Corpus.Typed;

// Loops that end in the middle.
internal static class Loops
{
    public static int IndexOfZero(ReadOnlySpan<byte> source)
    {
        var buffer = PacketBuffer.Rent(128);
        int start = 0;
        while (true)
        {
            ReadOnlySpan<byte> part = source.Slice(start, Math.Min(128, source.Length - start));
            part.CopyTo(buffer.Span);
            int index = buffer.Span[..part.Length].IndexOf((byte)0);
            if (index >= 0)
            {
                buffer.Dispose();
                return start + index;
            }

            start += part.Length;
            if (start == source.Length)
            {
                buffer.Dispose();
                break;
            }
        }

        return -1;
    }

    public static int CountLetters(string text)
    {
        var letters = PacketBuffer.Rent(16);
        int position = 0;
        int count = 0;
        do
        {
            if (position == text.Length)
            {
                letters.Dispose();
                return count;
            }

            if (char.IsLetter(text[position++]))
                letters[count++ % 16] = 1;
        }
        while (true);
    }

    // The way out that was forgotten.
    public static int FirstLetter(string text)
    {
        var letters = PacketBuffer.Rent(8); // PG0101
        for (int position = 0; ; position++)
        {
            if (position == text.Length)
                return -1;

            letters[0] = (byte)text[position];
            if (char.IsLetter((char)letters[0]))
            {
                letters.Dispose();
                return position;
            }
        }
    }
}
