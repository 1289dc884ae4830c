using System;
using System.Buffers;
using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

namespace Corpus.RealCode;

// What throws, and what does not where the code is right.
internal sealed class Exceptions
{
    private sealed class Arguments
    {
        public int Value { get; set; }
    }

    private byte[] _block = new byte[4];

    public static int IndexOfZero(in ReadOnlySequence<byte> input)
    {
        byte[] rented = ArrayPool<byte>.Shared.Rent((int)input.Length);
        input.CopyTo(rented);
        try
        {
            return rented.AsSpan(0, (int)input.Length).IndexOf((byte)0);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }

    public static int WithArguments(Stream stream, bool wantsArguments)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(100);
        Arguments? arguments = null;
        if (wantsArguments)
            arguments = new Arguments { Value = 3 };

        try
        {
            return stream.Read(buffer, 0, 100) + (arguments?.Value ?? 0);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    [Conditional("COUNTS_BLOCKS")]
    private static void CountBlock(int length) => throw new InvalidOperationException(length.ToString());

    public void Grow()
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(_block.Length * 2);
        CountBlock(larger.Length);
        Debug.WriteLine("grown");
        _block.CopyTo(larger, 0);
        byte[] old = _block;
        _block = larger;
        ArrayPool<byte>.Shared.Return(old);
    }

    // Only the code of the finally block is in between.
    public static int ReadAndClose(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            return stream.Read(buffer, 0, 512);
        }
        finally
        {
            stream.Dispose();
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static int ReadPinned(Stream stream, GCHandle handle)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            return stream.Read(buffer, 0, 512);
        }
        finally
        {
            if (handle.IsAllocated)
                handle.Free();
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

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

    // After a failed read somebody may still write into the array: it is dropped on purpose.
    public static int ReadOrDrop(Stream stream)
    {
        byte[]? buffer = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            return stream.Read(buffer, 0, 512);
        }
        catch
        {
            buffer = null;
            throw;
        }
        finally
        {
            if (buffer != null)
                ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static int ReadAndForget(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512); // PG0204
        int read = stream.Read(buffer, 0, 512);
        ArrayPool<byte>.Shared.Return(buffer);
        return read;
    }

    [DllImport("libc", EntryPoint = "memcpy")]
    private static extern unsafe void* CopyBytes(void* target, void* source, nuint count);

    [DllImport("blocks", EntryPoint = "read_block", PreserveSig = false)]
    private static extern unsafe void ReadBlock(void* target, int count);

    public static unsafe byte[] CopyOf(byte* source, int count)
    {
        byte[] copy = ArrayPool<byte>.Shared.Rent(count);
        fixed (byte* target = copy)
        {
            CopyBytes(target, source, (nuint)count);
        }

        return copy;
    }

    public static unsafe byte FirstOfBlock(int count)
    {
        byte[] block = ArrayPool<byte>.Shared.Rent(count); // PG0204
        fixed (byte* target = block)
        {
            ReadBlock(target, count);
        }

        byte first = block[0];
        ArrayPool<byte>.Shared.Return(block);
        return first;
    }

    // What goes wrong in a task is thrown where the task is awaited, and there a finally block returns the array.
    public static ValueTask<int> ReadIntoAsync(Stream stream, Memory<byte> target)
    {
        byte[] shared = ArrayPool<byte>.Shared.Rent(target.Length);
        return FinishAsync(stream.ReadAsync(shared, 0, target.Length), shared, target);

        static async ValueTask<int> FinishAsync(Task<int> reading, byte[] array, Memory<byte> target)
        {
            try
            {
                int read = await reading.ConfigureAwait(false);
                array.AsSpan(0, read).CopyTo(target.Span);
                return read;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
        }
    }

    public static int ReadBlocking(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512); // PG0204
        int read = stream.ReadAsync(buffer, 0, 512).Result;
        ArrayPool<byte>.Shared.Return(buffer);
        return read;
    }

    public static async Task<int> ReadAwaited(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512); // PG0204
        int read = await stream.ReadAsync(buffer, 0, 512);
        ArrayPool<byte>.Shared.Return(buffer);
        return read;
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
