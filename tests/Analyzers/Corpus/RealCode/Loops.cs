using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;

namespace Corpus.RealCode;

// Loops that end in the middle.
internal static class Loops
{
    public static int IndexOfZero(ReadOnlySpan<byte> source)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(128);
        int start = 0;
        while (true)
        {
            ReadOnlySpan<byte> part = source.Slice(start, Math.Min(128, source.Length - start));
            part.CopyTo(buffer);
            int index = buffer.AsSpan(0, part.Length).IndexOf((byte)0);
            if (index >= 0)
            {
                ArrayPool<byte>.Shared.Return(buffer);
                return start + index;
            }

            start += part.Length;
            if (start == source.Length)
            {
                ArrayPool<byte>.Shared.Return(buffer);
                break;
            }
        }

        return -1;
    }

    public static int CountDigits(ReadOnlySpan<char> text)
    {
        char[] digits = ArrayPool<char>.Shared.Rent(16);
        int count = 0;
        int position = 0;
        do
        {
            if (position == text.Length)
            {
                ArrayPool<char>.Shared.Return(digits);
                return count;
            }

            char c = text[position++];
            if (c is < '0' or > '9')
                continue;

            if (count == digits.Length)
            {
                char[] larger = ArrayPool<char>.Shared.Rent(count * 2);
                digits.AsSpan(0, count).CopyTo(larger);
                ArrayPool<char>.Shared.Return(digits);
                digits = larger;
            }

            digits[count++] = c;
        }
        while (true);
    }

    public static bool TryFormat(ReadOnlySpan<int> values, Span<char> target)
    {
        for (int size = 16; ; size *= 2)
        {
            char[] attempt = ArrayPool<char>.Shared.Rent(size);
            if (values[0].TryFormat(attempt, out int written))
            {
                bool fits = attempt.AsSpan(0, written).TryCopyTo(target);
                ArrayPool<char>.Shared.Return(attempt);
                return fits;
            }

            ArrayPool<char>.Shared.Return(attempt);
        }
    }

    public static int Retry(Func<int> ask, int limit)
    {
        int tries = 0;
    again:
        byte[] buffer = ArrayPool<byte>.Shared.Rent(64);
        buffer[0] = (byte)tries;
        if (buffer[0] < limit)
        {
            ArrayPool<byte>.Shared.Return(buffer);
            tries++;
            goto again;
        }

        ArrayPool<byte>.Shared.Return(buffer);
        return tries;
    }

    public static int ByKind(int kind)
    {
        int[] buffer = ArrayPool<int>.Shared.Rent(64);
        switch (kind)
        {
            case 0:
                ArrayPool<int>.Shared.Return(buffer);
                return 1;
            case 1:
                buffer[0] = kind;
                int first = buffer[0];
                ArrayPool<int>.Shared.Return(buffer);
                return first;
            default:
                ArrayPool<int>.Shared.Return(buffer);
                return 2;
        }
    }

    public static int ByLocalFunction(int count)
    {
        int[] buffer = ArrayPool<int>.Shared.Rent(count);
        while (true)
        {
            buffer[0]++;
            if (buffer[0] == count)
                return End();
        }

        int End()
        {
            int first = buffer[0];
            ArrayPool<int>.Shared.Return(buffer);
            return first;
        }
    }

    public static IEnumerable<int> Numbers(int count)
    {
        int[] buffer = ArrayPool<int>.Shared.Rent(count);
        try
        {
            for (int i = 0; ; i++)
            {
                if (i == count)
                    yield break;

                yield return buffer[i];
            }
        }
        finally
        {
            ArrayPool<int>.Shared.Return(buffer);
        }
    }

    public static async IAsyncEnumerable<int> ReadAll(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(256);
        try
        {
            while (true)
            {
                int read = await stream.ReadAsync(buffer.AsMemory(0, 256));
                if (read == 0)
                    yield break;

                for (int i = 0; i < read; i++)
                    yield return buffer[i];
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static int TryAgain(Func<Stream> open, byte[] expected)
    {
        for (int tries = 0; ; tries++)
        {
            byte[] buffer = ArrayPool<byte>.Shared.Rent(expected.Length);
            try
            {
                using Stream stream = open();
                stream.ReadExactly(buffer.AsSpan(0, expected.Length));
                return buffer.AsSpan(0, expected.Length).SequenceEqual(expected) ? tries : -1;
            }
            catch (IOException) when (tries < 3)
            {
                continue;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(buffer);
            }
        }
    }

    // The way out that was forgotten.
    public static int FirstLetter(string text)
    {
        char[] letters = ArrayPool<char>.Shared.Rent(8); // PG0203
        int position = 0;
        while (true)
        {
            if (position == text.Length)
                return -1;

            letters[0] = text[position];
            if (letters[0] is >= 'a' and <= 'z')
            {
                ArrayPool<char>.Shared.Return(letters);
                return position;
            }

            position++;
        }
    }
}
