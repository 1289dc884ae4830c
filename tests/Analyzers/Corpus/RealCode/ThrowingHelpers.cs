using System;
using System.Buffers;
using System.IO;

namespace Corpus.RealCode;

// Helpers that are called between a Rent and its Return: which of them can fail where the code is right.
internal sealed class ThrowingHelpers
{
    // The helper in between does nothing but return.
    private byte[]? _window = ArrayPool<byte>.Shared.Rent(3);

    private void ReturnWindow()
    {
        byte[]? window = _window;
        _window = null;
        if (window != null)
            ArrayPool<byte>.Shared.Return(window);
    }

    public void Replace(int length)
    {
        byte[] replacement = ArrayPool<byte>.Shared.Rent(length);
        Array.Copy(_window!, replacement, 3);
        ReturnWindow();
        _window = replacement;
    }

    // A helper that can fail.
    private static void Check(int length)
    {
        if (length > 1000)
            throw new InvalidDataException("The length is over the limit.");
    }

    public void ReplaceChecked(int length)
    {
        byte[] replacement = ArrayPool<byte>.Shared.Rent(length); // PG0204
        Check(length);
        ReturnWindow();
        _window = replacement;
    }

    // What was handed to a caller's variable is lost as well when the rest of the method fails.
    public static void ReadMemory(ref Memory<byte> value, Stream stream, int length)
    {
        Memory<byte> memory = ArrayPool<byte>.Shared.Rent(length).AsMemory(0, length); // PG0204
        Span<byte> span = memory.Span;
        Fill(stream, ref span);
        value = memory;
    }

    private static void Fill(Stream stream, ref Span<byte> target) => stream.ReadExactly(target);

    // Decoding, hashing of spans and argument checks fail only where the code is wrong.
    public static string Reverse(ReadOnlySpan<char> text)
    {
        char[] reversed = ArrayPool<char>.Shared.Rent(text.Length);
        Span<char> target = reversed.AsSpan(0, text.Length);
        Reverse(text, target);
        string result = new(target);
        ArrayPool<char>.Shared.Return(reversed);
        return result;
    }

    private static void Reverse(ReadOnlySpan<char> source, Span<char> target)
    {
        if (source.Length > target.Length)
            throw new ArgumentException("The target is too short.", nameof(target));

        for (int i = 0; i < source.Length; i++)
            target[source.Length - 1 - i] = source[i];
    }

    // A helper that takes elements out of an array, or casts, fails only where the code is wrong, as the same does in the method itself.
    public static int[] Doubled(int[] values, int start, int end)
    {
        int[] larger = ArrayPool<int>.Shared.Rent(values.Length * 2);
        Array.Copy(values, start, larger, 0, end - start);
        ArrayPool<int>.Shared.Return(values);
        ClearBehind(larger, end - start, 4);
        return larger;
    }

    private static void ClearBehind(int[] values, int end, int count)
    {
        for (int i = 0; i < count; i++)
            values[end + i] = 0;
    }

    // A pool of the project's own, and text that is put together: its format is part of the code.
    private sealed class LocalPool : ArrayPool<char>
    {
        public static LocalPool Instance { get; } = new();

        public override char[] Rent(int minimumLength) => new char[minimumLength];

        public override void Return(char[] array, bool clearArray = false)
        {
        }
    }

    public static string Title(int number)
    {
        char[] text = ArrayPool<char>.Shared.Rent(64);
        int length = AppendNumber(text, number);
        string title = new(text, 0, length);
        ArrayPool<char>.Shared.Return(text);
        return title;
    }

    private static int AppendNumber(Span<char> target, int number)
    {
        char[] digits = LocalPool.Instance.Rent(16);
        bool isFormatted = number.TryFormat(digits, out int count);
        if (count <= target.Length)
            digits.AsSpan(0, count).CopyTo(target);

        LocalPool.Instance.Return(digits);
        if (!isFormatted)
            throw new FormatException("The number has no such format.");
        return count <= target.Length ? count : throw new OutOfMemoryException(nameof(target));
    }

    private static int ParseNumber(ReadOnlySpan<char> text)
        => int.TryParse(text, out int number) ? number : throw new FormatException("This is no number.");

    public static int NumberOf(ReadOnlySpan<char> text)
    {
        char[] copy = ArrayPool<char>.Shared.Rent(text.Length); // PG0204
        text.CopyTo(copy);
        int number = ParseNumber(copy.AsSpan(0, text.Length));
        ArrayPool<char>.Shared.Return(copy);
        return number;
    }
}
