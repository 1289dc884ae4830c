using System;
using System.Buffers;
using System.Buffers.Text;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using System.Text.Json;

namespace Corpus.Raw;

internal static class Parsers
{
    public static bool TryParseGuid(ReadOnlySpan<char> text, out Guid value)
    {
        value = default;
        char[] digits = ArrayPool<char>.Shared.Rent(32); // PG0203
        int count = 0;
        foreach (char c in text)
        {
            if (c is '-' or '{' or '}')
                continue;

            if (count == 32)
                return false;

            digits[count++] = c;
        }

        bool parsed = Guid.TryParseExact(digits.AsSpan(0, count), "N", out value);
        ArrayPool<char>.Shared.Return(digits);
        return parsed;
    }

    public static decimal[] Csv(string line)
    {
        string[] cells = line.Split(',');
        decimal[] numbers = ArrayPool<decimal>.Shared.Rent(cells.Length);
        try
        {
            int count = 0;
            foreach (string cell in cells)
            {
                if (decimal.TryParse(cell, CultureInfo.InvariantCulture, out decimal number))
                    numbers[count++] = number;
            }

            return numbers[..count];
        }
        finally
        {
            ArrayPool<decimal>.Shared.Return(numbers);
        }
    }

    public static string Unescape(ReadOnlySpan<char> text)
    {
        char[]? rented = text.Length > 128 ? ArrayPool<char>.Shared.Rent(text.Length) : null;
        try
        {
            Span<char> target = rented ?? stackalloc char[128];
            int written = 0;
            for (int i = 0; i < text.Length; i++)
            {
                if (text[i] == '\\' && i + 1 < text.Length)
                    i++;

                target[written++] = text[i];
            }

            return new string(target[..written]);
        }
        finally
        {
            if (rented is { } array)
                ArrayPool<char>.Shared.Return(array);
        }
    }

    public static string? Json(Stream stream, string property, int maxLength)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(maxLength);
        try
        {
            int length = stream.ReadAtLeast(buffer.AsSpan(0, maxLength), maxLength, throwOnEndOfStream: false);
            var reader = new Utf8JsonReader(buffer.AsSpan(0, length));
            while (reader.Read())
            {
                if (reader.TokenType == JsonTokenType.PropertyName && reader.ValueTextEquals(property))
                    return reader.Read() ? reader.GetString() : null;
            }

            return null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static JsonDocument? Document(Stream stream, int maxLength)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(maxLength);
        try
        {
            int length = stream.ReadAtLeast(buffer.AsSpan(0, maxLength), maxLength, throwOnEndOfStream: false);
            return JsonDocument.Parse(buffer); // PG0202, PG0205
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static int Number(ReadOnlySpan<char> text)
    {
        byte[] ascii = ArrayPool<byte>.Shared.Rent(text.Length); // PG0204
        int length = Encoding.ASCII.GetBytes(text, ascii);
        if (!Utf8Parser.TryParse(ascii.AsSpan(0, length), out int value, out _))
            throw new FormatException("Not a number.");

        ArrayPool<byte>.Shared.Return(ascii);
        return value;
    }

    public static string? Kind(Stream stream)
    {
        byte[] magic = ArrayPool<byte>.Shared.Rent(4);
        try
        {
            if (stream.Read(magic, 0, 4) < 4)
                return null;

            switch (magic[0])
            {
                case 0x1F:
                    return "gzip";
                case 0x50:
                    ArrayPool<byte>.Shared.Return(magic);
                    return "zip";
                default:
                    return Encoding.ASCII.GetString(magic, 0, 4);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(magic); // PG0218
        }
    }

    public static int CountWords(string text)
    {
        int[] starts = ArrayPool<int>.Shared.Rent(text.Length + 1); // PG0204
        int count = Split(starts);
        ReadOnlySpan<int> view = starts.AsSpan(0, count);
        int longest = 0;
        for (int i = 1; i < view.Length; i++)
            longest = Math.Max(longest, view[i] - view[i - 1]);

        ArrayPool<int>.Shared.Return(starts);
        return longest;

        int Split(int[] target)
        {
            int found = 0;
            for (int i = 0; i < text.Length; i++)
            {
                if (i == 0 || text[i - 1] == ' ')
                    target[found++] = i;
            }

            return found;
        }
    }

    public static List<string> Fields(string line, char separator)
    {
        char[] field = ArrayPool<char>.Shared.Rent(line.Length + 1); // PG0204
        var fields = new List<string>();
        int length = 0;
        bool quoted = false;
        foreach (char c in line)
        {
            switch (c)
            {
                case '"':
                    quoted = !quoted;
                    break;
                case var _ when c == separator && !quoted:
                    fields.Add(new string(field, 0, length));
                    length = 0;
                    break;
                default:
                    field[length++] = c;
                    break;
            }
        }

        ArrayPool<char>.Shared.Return(field);
        fields.Add(new string(field, 0, length)); // PG0202
        return fields;
    }
}
