using System;
using System.Buffers;
using System.Buffers.Binary;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Corpus.Raw;

internal static class StreamCopying
{
    public static void Copy(Stream source, Stream destination, int bufferSize)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(bufferSize);
        try
        {
            int read;
            while ((read = source.Read(buffer, 0, buffer.Length)) != 0)
                destination.Write(buffer, 0, read);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static async Task<long> CopyAsync(Stream source, Stream destination, IProgress<long>? progress, CancellationToken cancellationToken)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(81920);
        long total = 0;
        try
        {
            while (true)
            {
                int read = await source.ReadAsync(new Memory<byte>(buffer), cancellationToken).ConfigureAwait(false);
                if (read == 0)
                    return total;

                await destination.WriteAsync(new ReadOnlyMemory<byte>(buffer, 0, read), cancellationToken).ConfigureAwait(false);
                total += read;
                progress?.Report(total);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static bool CopyUntilCancelled(Stream source, Stream destination, CancellationToken cancellationToken)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(4096); // PG0203
        int read;
        while ((read = source.Read(buffer, 0, buffer.Length)) > 0)
        {
            if (cancellationToken.IsCancellationRequested)
                return false;

            destination.Write(buffer, 0, read);
        }

        ArrayPool<byte>.Shared.Return(buffer);
        return true;
    }

    public static void Skip(Stream source, long count)
    {
        byte[] sink = ArrayPool<byte>.Shared.Rent(4096); // PG0204
        while (count > 0)
        {
            int read = source.Read(sink, 0, (int)Math.Min(count, sink.Length));
            if (read == 0)
                break;

            count -= read;
        }

        ArrayPool<byte>.Shared.Return(sink);
    }

    public static int CountLines(Stream source, int blockSize)
    {
        byte[] block = ArrayPool<byte>.Shared.Rent(blockSize);
        int lines = 0;
        try
        {
            while (source.Read(block, 0, blockSize) > 0) // PG0222
            {
                foreach (byte value in block) // PG0205
                {
                    if (value == '\n')
                        lines++;
                }
            }

            return lines;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }
    }

    public static void CopyExactly(Stream source, Stream destination, int length)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            source.ReadExactly(buffer, 0, length);
            destination.Write(buffer, 0, length);
            ArrayPool<byte>.Shared.Return(buffer);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer); // PG0218
        }
    }

    public static async Task<uint> ReadMagicAsync(Stream source)
    {
        byte[] header = ArrayPool<byte>.Shared.Rent(4);
        try
        {
            await source.ReadExactlyAsync(header.AsMemory(0, 4));
            return BinaryPrimitives.ReadUInt32BigEndian(header);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(header);
        }
    }

    public static bool SameContent(Stream left, Stream right)
    {
        byte[] first = ArrayPool<byte>.Shared.Rent(4096);
        byte[] second = ArrayPool<byte>.Shared.Rent(4096); // PG0203
        try
        {
            while (true)
            {
                int read = left.ReadAtLeast(first.AsSpan(0, 4096), 4096, throwOnEndOfStream: false);
                if (right.ReadAtLeast(second.AsSpan(0, 4096), 4096, throwOnEndOfStream: false) != read)
                    return false;

                if (!first.AsSpan(0, read).SequenceEqual(second.AsSpan(0, read)))
                    return false;

                if (read < 4096)
                    return true;
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(first);
        }
    }
}
