using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;

namespace Corpus.Raw;

internal static class TextBuilding
{
    private const int StackLimit = 256;

    public static string Reverse(string text)
    {
        char[]? rented = null;
        Span<char> buffer = text.Length <= StackLimit
            ? stackalloc char[StackLimit]
            : (rented = ArrayPool<char>.Shared.Rent(text.Length)); // PG0204?
        buffer = buffer[..text.Length];
        text.CopyTo(buffer);
        buffer.Reverse();
        string result = buffer.ToString();
        if (rented is not null)
            ArrayPool<char>.Shared.Return(rented);

        return result;
    }

    public static string ToHex(ReadOnlySpan<byte> bytes)
    {
        char[] digits = ArrayPool<char>.Shared.Rent(bytes.Length * 2);
        try
        {
            for (int i = 0; i < bytes.Length; i++)
            {
                digits[2 * i] = Digit(bytes[i] >> 4);
                digits[(2 * i) + 1] = Digit(bytes[i] & 15);
            }

            return new string(digits, 0, bytes.Length * 2);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(digits);
        }

        static char Digit(int value) => (char)(value < 10 ? '0' + value : 'a' + value - 10);
    }

    public static string StripDashes(string text)
    {
        char[] kept = ArrayPool<char>.Shared.Rent(text.Length);
        try
        {
            int count = 0;
            foreach (char c in text)
            {
                if (c != '-')
                    kept[count++] = c;
            }

            return new string(kept); // PG0205
        }
        finally
        {
            ArrayPool<char>.Shared.Return(kept);
        }
    }

    public static string? Trim(string? text)
    {
        char[] buffer = ArrayPool<char>.Shared.Rent(1024); // PG0203
        if (string.IsNullOrEmpty(text))
            return text;

        text.CopyTo(0, buffer, 0, Math.Min(text.Length, 1024));
        string result = new string(buffer, 0, Math.Min(text.Length, 1024)).Trim();
        ArrayPool<char>.Shared.Return(buffer);
        return result;
    }

    public static void WriteInvariant(TextWriter writer, double value)
    {
        char[] buffer = ArrayPool<char>.Shared.Rent(64);
        try
        {
            int written;
            while (!value.TryFormat(buffer, out written, "R", CultureInfo.InvariantCulture))
            {
                char[] larger = ArrayPool<char>.Shared.Rent(buffer.Length * 2);
                ArrayPool<char>.Shared.Return(buffer);
                buffer = larger;
            }

            writer.Write(buffer, 0, written);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(buffer);
        }
    }

    public static string ReadAll(TextReader reader)
    {
        char[] buffer = ArrayPool<char>.Shared.Rent(1024);
        int length = 0;
        try
        {
            int read;
            while ((read = reader.Read(buffer, length, buffer.Length - length)) > 0)
            {
                length += read;
                if (length < buffer.Length)
                    continue;

                char[] larger = ArrayPool<char>.Shared.Rent(buffer.Length * 2); // PG0204?
                buffer.AsSpan(0, length).CopyTo(larger);
                char[] old = buffer;
                buffer = larger;
                ArrayPool<char>.Shared.Return(old);
            }

            return new string(buffer, 0, length);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(buffer);
        }
    }

    public static string Decode(ReadOnlySpan<byte> utf8)
    {
        int max = Encoding.UTF8.GetMaxCharCount(utf8.Length);
        char[] chars = ArrayPool<char>.Shared.Rent(max);
        try
        {
            int length = Encoding.UTF8.GetChars(utf8, chars);
            return new string(chars, 0, length);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(chars);
        }
    }

    public static string JoinSorted(IReadOnlyCollection<string> names)
    {
        string[] sorted = ArrayPool<string>.Shared.Rent(names.Count);
        try
        {
            int i = 0;
            foreach (string name in names)
                sorted[i++] = name;

            Array.Sort(sorted, 0, names.Count, StringComparer.Ordinal);
            return string.Join(", ", sorted, 0, names.Count);
        }
        finally
        {
            ArrayPool<string>.Shared.Return(sorted, clearArray: true);
        }
    }
}

internal ref struct CharBuilder
{
    private char[]? _rented;
    private Span<char> _chars;
    private int _length;

    public void Append(char c)
    {
        if (_length == _chars.Length)
            Grow(1);

        _chars[_length++] = c;
    }

    public void Dispose()
    {
        char[]? rented = _rented;
        this = default;
        if (rented != null)
            ArrayPool<char>.Shared.Return(rented);
    }

    public void GrowTwice()
    {
        char[] larger = ArrayPool<char>.Shared.Rent(Math.Max(16, _chars.Length * 2)); // PG0204?
        _chars[.._length].CopyTo(larger);
        char[]? old = _rented;
        _chars = _rented = larger;
        if (old != null)
            ArrayPool<char>.Shared.Return(larger); // PG0202
    }

    private void Grow(int additional)
    {
        char[] larger = ArrayPool<char>.Shared.Rent(Math.Max(_length + additional, _chars.Length * 2)); // PG0204?
        _chars[.._length].CopyTo(larger);
        char[]? old = _rented;
        _chars = _rented = larger;
        if (old != null)
            ArrayPool<char>.Shared.Return(old);
    }
}
