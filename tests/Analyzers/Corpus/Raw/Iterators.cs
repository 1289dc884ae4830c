using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Corpus.Raw;

internal static class Iterators
{
    public static IEnumerable<string> Lines(TextReader reader, int maxLength)
    {
        char[] line = ArrayPool<char>.Shared.Rent(maxLength);
        try
        {
            int length = 0;
            for (int c; (c = reader.Read()) >= 0;)
            {
                if (c == '\n' || length == maxLength)
                {
                    yield return new string(line, 0, length);
                    length = 0;
                }
                else
                {
                    line[length++] = (char)c;
                }
            }

            if (length > 0)
                yield return new string(line, 0, length);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(line);
        }
    }

    public static IEnumerable<int> Window(IEnumerable<int> source, int size)
    {
        int[] window = ArrayPool<int>.Shared.Rent(size); // PG0203/PG0204
        int count = 0;
        foreach (int value in source)
        {
            window[count++ % size] = value;
            if (count < size)
                continue;

            yield return window.Take(size).Sum();
            if (count > 1_000_000)
                yield break;
        }

        ArrayPool<int>.Shared.Return(window);
    }

    public static IEnumerable<long> Totals(IEnumerable<int[]> rows)
    {
        foreach (int[] row in rows)
        {
            int[] sorted = ArrayPool<int>.Shared.Rent(row.Length);
            long total = 0;
            try
            {
                row.CopyTo(sorted, 0);
                Array.Sort(sorted); // PG0205
                for (int i = 0; i < row.Length / 2; i++)
                    total += sorted[i];
            }
            finally
            {
                ArrayPool<int>.Shared.Return(sorted);
            }

            yield return total;
        }
    }

    public static int[] Distinct(IEnumerable<int> source, int max)
    {
        int[] seen = ArrayPool<int>.Shared.Rent(max);
        int count = 0;
        try
        {
            foreach (int value in source)
            {
                if (seen.AsSpan(0, count).Contains(value))
                    continue;

                seen[count++] = value;
                if (count == max)
                    break;
            }

            return [.. seen.AsSpan(0, count)];
        }
        finally
        {
            ArrayPool<int>.Shared.Return(seen);
        }
    }

    public static int Longest(IEnumerable<string> words)
    {
        bool[] lengths = ArrayPool<bool>.Shared.Rent(64);
        Array.Clear(lengths);
        try
        {
            foreach (string word in words)
            {
                if (word.Length < 64)
                    lengths[word.Length] = true;
            }

            return Array.LastIndexOf(lengths, true, 63);
        }
        finally
        {
            ArrayPool<bool>.Shared.Return(lengths);
        }
    }
}
