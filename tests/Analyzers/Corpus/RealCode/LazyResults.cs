using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Corpus.RealCode;

// The code of an iterator runs when its result is enumerated, not when the iterator is called.
public static class LazyResults
{
    // The caller enumerates the words when the array is in the pool again.
    public static IEnumerable<(int Start, int Length)> Words(ReadOnlySpan<char> text)
    {
        char[] copy = ArrayPool<char>.Shared.Rent(text.Length);
        text.CopyTo(copy);
        IEnumerable<(int Start, int Length)> words = Split(copy, text.Length);
        ArrayPool<char>.Shared.Return(copy);
        return words; // PG0202
    }

    public static List<(int Start, int Length)> ListOfWords(ReadOnlySpan<char> text)
    {
        char[] copy = ArrayPool<char>.Shared.Rent(text.Length);
        try
        {
            text.CopyTo(copy);
            return Split(copy, text.Length).ToList();
        }
        finally
        {
            ArrayPool<char>.Shared.Return(copy);
        }
    }

    public static int CountWords(ReadOnlySpan<char> text)
    {
        int count = 0;
        char[] copy = ArrayPool<char>.Shared.Rent(text.Length); // PG0204
        text.CopyTo(copy);
        foreach ((int _, int length) in Split(copy, text.Length))
            count += length > 0 ? 1 : 0;

        ArrayPool<char>.Shared.Return(copy);
        return count;
    }

    private static IEnumerable<(int Start, int Length)> Split(char[] text, int length)
    {
        int start = 0;
        for (int i = 0; i < length; i++)
        {
            if (text[i] == '\0')
                throw new InvalidDataException("The text ends too early.");

            if (text[i] == ' ')
            {
                yield return (start, i - start);
                start = i + 1;
            }
        }

        yield return (start, length - start);
    }
}
