using System;
using System.Buffers;
using System.IO;
using System.IO.Compression;

namespace Corpus.Raw;

internal static class Compression
{
    public static byte[] Compress(ReadOnlySpan<byte> data)
    {
        byte[] target = ArrayPool<byte>.Shared.Rent(BrotliEncoder.GetMaxCompressedLength(data.Length));
        try
        {
            if (!BrotliEncoder.TryCompress(data, target, out int written))
                throw new InvalidDataException("Not compressible.");

            return target[..written];
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(target);
        }
    }

    public static byte[] Decompress(ReadOnlySpan<byte> data)
    {
        int size = data.Length * 4;
        byte[] target = ArrayPool<byte>.Shared.Rent(size); // PG0204
        int written;
        while (!BrotliDecoder.TryDecompress(data, target, out written))
        {
            ArrayPool<byte>.Shared.Return(target);
            size *= 2;
            target = ArrayPool<byte>.Shared.Rent(size); // PG0204
        }

        byte[] result = target.AsSpan(0, written).ToArray();
        ArrayPool<byte>.Shared.Return(target);
        return result;
    }

    public static byte[] DecompressOrGrow(ReadOnlySpan<byte> data)
    {
        int size = Math.Max(data.Length * 4, 256);
        byte[] target = ArrayPool<byte>.Shared.Rent(size); // PG0203
        int written;
        while (!BrotliDecoder.TryDecompress(data, target, out written))
        {
            size *= 2;
            target = ArrayPool<byte>.Shared.Rent(size); // PG0203
        }

        try
        {
            return target.AsSpan(0, written).ToArray();
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(target);
        }
    }

    public static void Gzip(Stream source, Stream destination)
    {
        using var gzip = new GZipStream(destination, CompressionLevel.Fastest, leaveOpen: true);
        byte[] block = ArrayPool<byte>.Shared.Rent(16 * 1024);
        try
        {
            int read;
            do
            {
                read = source.Read(block.AsSpan());
                gzip.Write(block.AsSpan(0, read));
            }
            while (read > 0);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }
    }

    public static int CompressTo(ReadOnlySpan<byte> data, Span<byte> destination)
    {
        byte[] work = ArrayPool<byte>.Shared.Rent(destination.Length); // PG0204
        Span<byte> view = work.AsSpan(0, destination.Length);
        bool fits = BrotliEncoder.TryCompress(data, view, out int written);
        ArrayPool<byte>.Shared.Return(work);
        if (!fits)
            return -1;

        view[..written].CopyTo(destination); // PG0202
        return written;
    }

    public static byte[] RunLengths(ReadOnlySpan<byte> data)
    {
        byte[] output = ArrayPool<byte>.Shared.Rent(16);
        int length = 0;
        try
        {
            for (int i = 0; i < data.Length;)
            {
                int run = 1;
                while (i + run < data.Length && run < 255 && data[i + run] == data[i])
                    run++;

                if (length + 2 > output.Length)
                {
                    byte[] larger = ArrayPool<byte>.Shared.Rent(output.Length * 2); // PG0204?
                    Array.Copy(output, larger, length);
                    ArrayPool<byte>.Shared.Return(output);
                    output = larger;
                }

                output[length++] = (byte)run;
                output[length++] = data[i];
                i += run;
            }

            return output.AsSpan(0, length).ToArray();
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(output);
        }
    }
}
