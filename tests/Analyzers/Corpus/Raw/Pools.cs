using System;
using System.Buffers;
using System.IO;
using System.Runtime.InteropServices;

namespace Corpus.Raw;

/// <summary>Pools of one's own, and pointers.</summary>
internal sealed unsafe class Pools(ArrayPool<float> samples)
{
    private static readonly ArrayPool<int> s_small = ArrayPool<int>.Create(1024, 16);

    public float Peak(ReadOnlySpan<float> signal)
    {
        float[] copy = samples.Rent(signal.Length);
        try
        {
            signal.CopyTo(copy);
            float peak = 0;
            foreach (float value in copy.AsSpan(0, signal.Length))
                peak = Math.Max(peak, Math.Abs(value));

            return peak;
        }
        finally
        {
            samples.Return(copy);
        }
    }

    public float Energy(ReadOnlySpan<float> signal)
    {
        float[] squares = samples.Rent(signal.Length);
        try
        {
            for (int i = 0; i < signal.Length; i++)
                squares[i] = signal[i] * signal[i];

            float sum = 0;
            foreach (float value in squares.AsSpan()) // PG0205
                sum += value;

            return sum;
        }
        finally
        {
            samples.Return(squares);
        }
    }

    public static int Histogram(ReadOnlySpan<byte> data, byte wanted)
    {
        int[] counts = s_small.Rent(256); // PG0203
        Array.Clear(counts, 0, 256);
        foreach (byte value in data)
            counts[value]++;

        return counts[wanted];
    }

    public static int Sum(ReadOnlySpan<int> values)
    {
        int[] copy = s_small.Rent(values.Length);
        try
        {
            values.CopyTo(copy);
            fixed (int* start = copy)
            {
                int sum = 0;
                for (int* p = start; p < start + values.Length; p++)
                    sum += *p;

                return sum;
            }
        }
        finally
        {
            s_small.Return(copy);
        }
    }

    public static int First(ReadOnlySpan<int> values)
    {
        int[] copy = s_small.Rent(values.Length); // PG0204?
        values.CopyTo(copy);
        ref int first = ref copy[0];
        s_small.Return(copy);
        return first; // PG0202
    }

    public static T Read<T>(Stream stream)
        where T : unmanaged
    {
        byte[] bytes = ArrayPool<byte>.Shared.Rent(sizeof(T));
        try
        {
            stream.ReadExactly(bytes, 0, sizeof(T));
            return MemoryMarshal.Read<T>(bytes);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    public static void Write(Stream stream, int count, Func<int, byte> next)
    {
        var array = ArrayPool<byte>.Shared.Rent(count);
        var alias = array;
        try
        {
            for (int i = 0; i < count; i++)
                alias[i] = next(i);

            stream.Write(array, 0, count);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(alias);
        }
    }

    public static void WriteAll(Stream stream, int count, Func<int, byte> next)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(count);
        try
        {
            for (int i = 0; i < count; i++)
                array[i] = next(i);

            stream.Write(array); // PG0205
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    // The loop's own rental each time round, given back each time.
    public static void Tile(Stream stream, ReadOnlySpan<int> sizes)
    {
        foreach (int size in sizes)
        {
            byte[] tile = ArrayPool<byte>.Shared.Rent(size);
            try
            {
                tile.AsSpan(0, size).Fill(0xFF);
                stream.Write(tile, 0, size);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(tile);
            }
        }
    }

    public static void WithEither(Stream stream, bool wide, int count)
    {
        byte[]? narrow = null;
        char[]? text = null;
        try
        {
            if (wide)
                text = ArrayPool<char>.Shared.Rent(count);
            else
                narrow = ArrayPool<byte>.Shared.Rent(count);

            stream.WriteByte(wide ? (byte)text![0] : narrow![0]);
        }
        finally
        {
            if (text != null)
                ArrayPool<char>.Shared.Return(text);

            if (narrow != null)
                ArrayPool<byte>.Shared.Return(narrow);
        }
    }

    public static byte Middle(Stream stream, int count)
    {
        MemoryPool<byte> pool = MemoryPool<byte>.Shared;
        IMemoryOwner<byte>? owner = null;
        try
        {
            owner = pool.Rent(count);
            Span<byte> view = owner.Memory.Span[..count];
            stream.ReadExactly(view);
            return view[count / 2];
        }
        finally
        {
            owner?.Dispose();
        }
    }

    public static int Digest(Stream stream, int count)
    {
        IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(count); // PG0203
        stream.ReadExactly(owner.Memory.Span[..count]);
        var hash = new HashCode();
        hash.AddBytes(owner.Memory.Span[..count]);
        if (count > 16)
            owner.Dispose();

        return hash.ToHashCode();
    }

    public static int Median(ReadOnlySpan<int> values)
    {
        int[] sorted = s_small.Rent(values.Length);
        try
        {
            values.CopyTo(sorted);
            Array.Sort(sorted, 0, values.Length);
            return sorted[values.Length / 2];
        }
        finally
        {
            ArrayPool<int>.Shared.Return(sorted); // PG0214
        }
    }
}
