using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Corpus.RealCode;

// Where the length of the array, and where the requested length is meant.
internal static class Lengths
{
    private static async ValueTask<bool> ReadFullyAsync(Stream stream, byte[] buffer, CancellationToken cancellation = default)
    {
        int total = 0;
        int read;
        while ((read = await stream.ReadAsync(buffer, total, buffer.Length - total, cancellation)) > 0)
        {
            total += read;
            if (total >= buffer.Length)
                return true;
        }

        return total >= buffer.Length;
    }

    private static bool ReadMemory(Span<byte> target, out int count)
    {
        target.Clear();
        count = target.Length;
        return true;
    }

    private static int ReadSome(Stream stream, byte[] buffer) => stream.Read(buffer, 0, buffer.Length);

    public static async ValueTask<bool> HasMagic(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(6);
        try
        {
            return await ReadFullyAsync(stream, buffer) && buffer[0] == 0xFD; // PG0205
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static string? ReadString(int length)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(length * 2);
        try
        {
            return ReadMemory(buffer, out int count) // PG0205
                ? Encoding.Unicode.GetString(buffer, 0, count)
                : null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    // To fill an array as far as it goes is what its length is for.
    public static byte[] ReadAll(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(4096);
        try
        {
            int read = ReadSome(stream, buffer);
            return buffer[..read];
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static int TotalLength(int count, Action<string[], int> fill)
    {
        string[] names = ArrayPool<string>.Shared.Rent(count);
        try
        {
            fill(names, count);
            IEnumerable<string> all = count == names.Length ? names : names.Take(count);
            int total = 0;
            foreach (string name in all)
                total += name.Length;

            return total;
        }
        finally
        {
            ArrayPool<string>.Shared.Return(names, clearArray: true);
        }
    }

    // Nobody's old data is left in an array that is filled to its end.
    public static void WriteNoise(Stream stream, Random random)
    {
        byte[] noise = ArrayPool<byte>.Shared.Rent(1024);
        try
        {
            random.NextBytes(noise);
            stream.Write(noise);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(noise);
        }
    }

    // All of it is written.
    public static double[] Noise(int count, Random random)
    {
        double[] values = ArrayPool<double>.Shared.Rent(count);
        foreach (ref double value in values.AsSpan())
            value = random.NextDouble();

        return values;
    }

    // As much as fits is one of the results.
    private static int Print(string text, Span<char> target)
    {
        if (text.TryCopyTo(target))
            return text.Length;

        text.AsSpan(0, target.Length).CopyTo(target);
        return target.Length;
    }

    public static string Cut(string text)
    {
        char[] buffer = ArrayPool<char>.Shared.Rent(4096);
        try
        {
            return new string(buffer, 0, Print(text, buffer));
        }
        finally
        {
            ArrayPool<char>.Shared.Return(buffer);
        }
    }

    // To fill an array from its end is no reading.
    public static int[] Order(int count)
    {
        int[] order = ArrayPool<int>.Shared.Rent(count * 2);
        for (int i = 0; i < count; i++)
            order[^(i + 1)] = i;

        return order;
    }

    // A test of one variable decides for those that were assigned together with it.
    public static bool AreEqual(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        byte[]? leftRented = null;
        byte[]? rightRented = null;
        Span<byte> first = left.Length <= 256 ? stackalloc byte[256] : (leftRented = ArrayPool<byte>.Shared.Rent(left.Length));
        Span<byte> second = left.Length <= 256 ? stackalloc byte[256] : (rightRented = ArrayPool<byte>.Shared.Rent(left.Length));
        left.CopyTo(first);
        right.CopyTo(second);
        bool areEqual = first[..left.Length].SequenceEqual(second[..left.Length]);
        if (leftRented != null)
        {
            ArrayPool<byte>.Shared.Return(leftRented);
            ArrayPool<byte>.Shared.Return(rightRented!);
        }

        return areEqual;
    }

    public static int Layers(ReadOnlySpan<int> cells)
    {
        ushort[]? offsets = null;
        byte[]? layers = null;
        int count = 0;
        for (int i = 0; i < cells.Length; i++)
        {
            if (cells[i] < 2)
                continue;

            if (offsets == null)
            {
                offsets = new ushort[64];
                layers = ArrayPool<byte>.Shared.Rent(4096);
            }

            offsets[i] = (ushort)count;
            layers![count++] = (byte)cells[i];
        }

        if (offsets != null)
            ArrayPool<byte>.Shared.Return(layers!);
        return count;
    }

    // A copy of the whole array, of which only the part with the data goes on.
    public static void WriteCopies(Stream stream, TextWriter text, int length)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            stream.ReadExactly(buffer, 0, length);
            stream.Write(buffer.ToArray(), 0, length);
            stream.Write(buffer.ToArray().AsSpan(0, length));
            stream.Write(buffer.ToArray()[..length]);
            stream.Write([.. buffer.ToArray().Take(length)]);
            text.Write(Convert.ToHexString(buffer)[..(2 * length)]);
            text.Write(Convert.ToHexString(buffer).Substring(0, 2 * length));
            stream.Write(buffer.ToArray()); // PG0205
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private struct Move
    {
        private const int Unknown = int.MaxValue;

        public int Score;
        public int Depth;

        public void Reset()
        {
            Score = Unknown;
            Depth = 0;
        }

        public void Deepen()
        {
            Depth = Score;
        }
    }

    // Every element is set anew before one is read.
    public static int Deepest(int count)
    {
        Move[] moves = ArrayPool<Move>.Shared.Rent(count);
        for (int i = 0; i < moves.Length; i++)
            moves[i].Reset();

        int deepest = 0;
        for (int i = 0; i < count; i++)
            deepest = Math.Max(deepest, moves[i].Depth);

        ArrayPool<Move>.Shared.Return(moves);
        return deepest;
    }

    public static int Deepened(int count)
    {
        Move[] moves = ArrayPool<Move>.Shared.Rent(count);
        for (int i = 0; i < moves.Length; i++) // PG0205
            moves[i].Deepen();

        int depth = moves[0].Depth;
        ArrayPool<Move>.Shared.Return(moves);
        return depth;
    }

    // An element that is changed in its place shows nothing to anyone.
    public static double[] Halve(double[] sums, int count)
    {
        double[] halves = ArrayPool<double>.Shared.Rent(count);
        sums.AsSpan(0, count).CopyTo(halves);
        for (int i = 0; i < halves.Length; i++)
            halves[i] /= 2;

        double[] result = halves[..count];
        double total = 0;
        for (int i = 0; i < halves.Length; i++) // PG0205
            total += halves[i];

        ArrayPool<double>.Shared.Return(halves);
        result[0] = total;
        return result;
    }

    private static int Fill(Stream stream, ref byte[] buffer)
    {
        int total = 0;
        int read;
        while ((read = stream.Read(buffer, total, buffer.Length - total)) > 0)
        {
            total += read;
            if (total == buffer.Length)
                Array.Resize(ref buffer, 2 * total);
        }

        return total;
    }

    private static byte[] ReadToEnd(Stream stream, byte[] buffer)
    {
        int total = 0;
        int read;
        while ((read = stream.Read(buffer, total, buffer.Length - total)) > 0)
        {
            total += read;
            if (total == buffer.Length)
                Array.Resize(ref buffer, 2 * total);
        }

        return buffer[..total];
    }

    // A buffer that is full grows, so its length is room.
    public static int Sum(Stream stream)
    {
        byte[] rented = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            byte[] buffer = rented;
            int length = Fill(stream, ref buffer);
            return buffer.AsSpan(0, length).Count((byte)1) + ReadToEnd(stream, rented).Length;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }
}
