using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Corpus.Raw;

internal static class AsyncIo
{
    public static async Task SendAsync(Socket socket, string path, CancellationToken cancellationToken)
    {
        await using FileStream file = File.OpenRead(path);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(8192);
        try
        {
            int read;
            while ((read = await file.ReadAsync(buffer, cancellationToken)) > 0)
                await socket.SendAsync(buffer.AsMemory(0, read), SocketFlags.None, cancellationToken);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static async Task<int> ReceiveAsync(Socket socket, Func<ReadOnlyMemory<byte>, int> parse)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(1500); // PG0203
        int read = await socket.ReceiveAsync(buffer.AsMemory(0, 1500), SocketFlags.None);
        if (read > 0)
        {
            int result = parse(buffer.AsMemory(0, read));
            ArrayPool<byte>.Shared.Return(buffer);
            return result;
        }

        return -1;
    }

    public static async Task LogAsync(Stream log, ReadOnlyMemory<byte> line)
    {
        byte[] copy = ArrayPool<byte>.Shared.Rent(line.Length); // PG0204
        line.CopyTo(copy);
        ValueTask write = log.WriteAsync(copy.AsMemory(0, line.Length));
        ArrayPool<byte>.Shared.Return(copy);
        await write; // PG0202
    }

    // The task goes on behind the finally: nothing here waits for it.
    public static Task WriteAsync(Stream stream, ReadOnlySpan<byte> data)
    {
        byte[] copy = ArrayPool<byte>.Shared.Rent(data.Length);
        try
        {
            data.CopyTo(copy);
            return stream.WriteAsync(copy, 0, data.Length); // PG0202
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(copy);
        }
    }

    public static async IAsyncEnumerable<ReadOnlyMemory<byte>> BlocksAsync(
        Stream stream, int size, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        byte[] block = ArrayPool<byte>.Shared.Rent(size);
        try
        {
            int read;
            while ((read = await stream.ReadAtLeastAsync(block.AsMemory(0, size), size, throwOnEndOfStream: false, cancellationToken)) > 0)
                yield return block.AsMemory(0, read);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }
    }

    public static async Task<byte> FirstByteAsync(Stream stream)
    {
        IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(1); // PG0203
        await stream.ReadExactlyAsync(owner.Memory[..1]);
        return owner.Memory.Span[0];
    }

    public static async Task<long> CountAsync(Stream stream, byte wanted)
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(4096);
        long count = 0;
        int read;
        while ((read = await stream.ReadAsync(owner.Memory)) > 0)
        {
            foreach (byte value in owner.Memory.Span[..read])
                count += value == wanted ? 1 : 0;
        }

        return count;
    }

    public static IMemoryOwner<byte> Load(string path, out int length)
    {
        using FileStream file = File.OpenRead(path);
        length = (int)file.Length;
        IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(length); // PG0204?
        try
        {
            file.ReadExactly(owner.Memory.Span[..length]);
            return owner;
        }
        catch (IOException)
        {
            owner.Dispose();
            throw;
        }
    }

    public static async Task<bool> TryPingAsync(Stream stream, TimeSpan timeout)
    {
        byte[] ping = ArrayPool<byte>.Shared.Rent(8); // PG0203/PG0204
        using var cancellation = new CancellationTokenSource(timeout);
        try
        {
            await stream.ReadExactlyAsync(ping, 0, 8, cancellation.Token);
            ArrayPool<byte>.Shared.Return(ping);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    public static async Task FanOutAsync(Stream source, IReadOnlyList<Stream> targets)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(4096);
        Task[] writes = ArrayPool<Task>.Shared.Rent(targets.Count);
        try
        {
            int read = await source.ReadAsync(buffer.AsMemory(0, 4096));
            for (int i = 0; i < targets.Count; i++)
                writes[i] = targets[i].WriteAsync(buffer, 0, read);

            await Task.WhenAll(writes); // PG0205
        }
        finally
        {
            ArrayPool<Task>.Shared.Return(writes); // PG0206
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
