using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace Corpus.RealCode;

// What public code did before it was fixed, in a few lines of our own each. fixes.tsv beside the program of the measurement lists the fixes.
internal static class Fixes
{
    // ValveResourceFormat fea85acc5: the box around a model became very large, because it held what an earlier renter had left.
    public static float Highest(Stream stream, int count)
    {
        float[] numbers = ArrayPool<float>.Shared.Rent(count * 16);
        Span<Matrix4x4> matrices = MemoryMarshal.Cast<float, Matrix4x4>(numbers.AsSpan());
        try
        {
            stream.ReadExactly(MemoryMarshal.AsBytes(numbers.AsSpan(0, count * 16)));
            float highest = 0;
            foreach (Matrix4x4 matrix in matrices) // PG0205
                highest = Math.Max(highest, matrix.M42);
            return highest;
        }
        finally
        {
            ArrayPool<float>.Shared.Return(numbers);
        }
    }

    // PlayTazUO/TazUO#579: an icon could not be loaded, because more was read than the file has.
    public static int ReadIcon(Stream file)
    {
        int length = (int)file.Length;
        byte[] icon = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            file.ReadExactly(icon, 0, icon.Length); // PG0205
            return icon.AsSpan(0, length).IndexOf((byte)1);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(icon);
        }
    }

    // dotnet/runtime#104223: nothing was returned where nothing was found.
    public static KeyValuePair<string, object?>[] Copy(IEnumerable<KeyValuePair<string, object?>> tags)
    {
        KeyValuePair<string, object?>[] rented = ArrayPool<KeyValuePair<string, object?>>.Shared.Rent(32); // PG0203
        int count = 0;
        foreach (KeyValuePair<string, object?> tag in tags.Take(32))
            rented[count++] = tag;
        if (count == 0)
            return [];

        KeyValuePair<string, object?>[] copy = rented.AsSpan(0, count).ToArray();
        ArrayPool<KeyValuePair<string, object?>>.Shared.Return(rented, clearArray: true);
        return copy;
    }

    // dotnet/runtime#129158: the array was lost where the stream ended early or the caller cancelled.
    public static async Task<int> ReadHeader(Stream stream, CancellationToken cancellation)
    {
        byte[] header = ArrayPool<byte>.Shared.Rent(30); // PG0204
        await stream.ReadExactlyAsync(header.AsMemory(0, 30), cancellation);
        int signature = BitConverter.ToInt32(header, 0);
        ArrayPool<byte>.Shared.Return(header);
        return signature;
    }

    // MagicOnion 8179ca5a: the array behind the span was never returned.
    public static int[] Numbers(in ReadOnlySequence<byte> sequence, bool isReversed)
    {
        byte[] rented;
        ReadOnlySpan<byte> span;
        if (isReversed)
        {
            rented = ArrayPool<byte>.Shared.Rent((int)sequence.Length); // PG0203
            sequence.CopyTo(rented);
            rented.AsSpan(0, (int)sequence.Length).Reverse();
            span = rented.AsSpan(0, (int)sequence.Length);
        }
        else
        {
            span = sequence.FirstSpan;
        }

        return MemoryMarshal.Cast<byte, int>(span).ToArray();
    }

    // AdvancedSharpAdbClient 383d688: the array was not rented any more, but still returned.
    public sealed class Frame : IDisposable
    {
        public byte[]? Data { get; private set; }

        public void Read(Stream stream, int length)
        {
            if (Data is null || Data.Length < length)
                Data = new byte[length];
            stream.ReadExactly(Data, 0, length);
        }

        public void Dispose()
        {
            if (Data is not null)
                ArrayPool<byte>.Shared.Return(Data); // PG0214
            Data = null;
        }
    }

    // LinkDotNet.StringBuilder fa3bc0f: nothing kept the array that the builder grew into, but its span.
    public ref struct Builder
    {
        private Span<char> _text;
        private char[]? _rented;

        public void EnsureCapacity(int capacity)
        {
            if (_text.Length >= capacity)
                return;

            Span<char> larger = ArrayPool<char>.Shared.Rent(capacity); // PG0203
            _text.CopyTo(larger);
            if (_rented is not null)
                ArrayPool<char>.Shared.Return(_rented);
            _text = larger;
            _rented = null;
        }
    }
}
