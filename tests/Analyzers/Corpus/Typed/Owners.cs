using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;
using PooledGen;

namespace Corpus.Typed;

internal static class Owners
{
    public static async Task<PooledOwner<byte>> ReceiveAsync(Stream stream)
    {
        using PooledOwner<byte> packet = PacketBuffer.RentOwner(1500);
        return packet.DetachSlice(0, await stream.ReadAsync(packet.Memory));
    }

    public static async Task CopyAsync(Stream source, Stream destination)
    {
        using PooledOwner<byte> block = PacketBuffer.RentOwner(4096);
        int read;
        while ((read = await source.ReadAsync(block.Memory)) > 0)
            await destination.WriteAsync(block.Memory[..read]);
    }

    public static async Task<byte> KindAsync(Stream stream)
    {
        PooledOwner<byte> owner = PacketBuffer.RentOwner(16); // PG0101
        await stream.ReadExactlyAsync(owner.Memory);
        return owner.Span[0];
    }

    public static async Task SendAsync(Stream stream, byte[] data)
    {
        PooledOwner<byte> owner = PacketBuffer.RentOwner(data.Length); // PG0102
        data.CopyTo(owner.Span);
        ValueTask write = stream.WriteAsync(owner.Memory);
        owner.Dispose(); // PG0108
        await write;
    }

    public static Task SendLater(Stream stream, byte[] data)
    {
        using PooledOwner<byte> owner = PacketBuffer.RentOwner(data.Length);
        data.CopyTo(owner.Span);
        return stream.WriteAsync(owner.Memory).AsTask(); // PG0108
    }

    public static async Task SendAllAsync(IReadOnlyList<Stream> streams, byte[] data)
    {
        using PooledOwner<byte> owner = PacketBuffer.RentOwner(data.Length);
        data.CopyTo(owner.Span);
        var writes = new List<Task>();
        foreach (Stream stream in streams)
            writes.Add(stream.WriteAsync(owner.Memory).AsTask());

        await Task.WhenAll(writes);
    }

    public static PooledOwner<byte> Load(string path)
    {
        using FileStream file = File.OpenRead(path);
        using var packet = PacketBuffer.Rent((int)file.Length);
        file.ReadExactly(packet.Span);
        return packet.Detach();
    }

    public static async Task PumpAsync(Stream stream, ChannelWriter<PooledOwner<byte>> output, CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            PooledOwner<byte> owner = await ReceiveAsync(stream);
            await output.WriteAsync(owner, cancellationToken);
        }
    }

    public static async Task DrainAsync(ChannelReader<PooledOwner<byte>> input, Stream stream)
    {
        await foreach (PooledOwner<byte> owner in input.ReadAllAsync())
        {
            using (owner)
                await stream.WriteAsync(owner.Memory);
        }
    }

    public static ReadOnlyMemory<byte> Header(Stream stream)
    {
        PooledOwner<byte> owner = PacketBuffer.RentOwner(16); // PG0102
        stream.ReadExactly(owner.Span);
        ReadOnlyMemory<byte> header = owner.Memory[..4];
        owner.Dispose();
        return header; // PG0104
    }

    public static void Drop(int length)
    {
        using var packet = PacketBuffer.Rent(length);
        packet.Clear();
        packet.Detach(); // PG0103
    }

    public static IMemoryOwner<byte> Boxed(int length) => PacketBuffer.RentOwner(length);

    public static void Twice(Stream stream)
    {
        PooledOwner<byte> owner = PacketBuffer.RentOwner(64); // PG0102
        stream.ReadExactly(owner.Span);
        owner.Dispose();
        stream.Flush();
        owner.Dispose(); // PG0105
    }

    public static void Shorten(Stream stream)
    {
        PooledOwner<byte> owner = PacketBuffer.RentOwner(64);
        try
        {
            owner = owner.DetachSlice(0, stream.Read(owner.Span));
            stream.Write(owner.Span);
        }
        finally
        {
            owner.Dispose();
        }
    }
}

internal sealed class Connection(Stream stream) : IDisposable
{
    private readonly PooledOwner<byte> _receive = PacketBuffer.RentOwner(4096);

    public int Receive() => stream.Read(_receive.Span);

    public void Dispose() => _receive.Dispose();
}

internal sealed class Session(Stream stream)
{
    private readonly PooledOwner<byte> _send = PacketBuffer.RentOwner(4096); // PG0109

    public void Send(byte value)
    {
        _send.Span[0] = value;
        stream.Write(_send.Span[..1]);
    }
}

internal sealed class Replaceable : IDisposable
{
    private PooledOwner<byte> _current;

    public void Replace(int length)
    {
        PooledOwner<byte> old = _current;
        _current = PacketBuffer.RentOwner(length);
        old.Dispose();
    }

    public void Dispose() => _current.Dispose();
}

// A late call gets the memory of the next rental: two calls, neither of which is wrong by itself.
internal sealed class Feed : IDisposable
{
    private readonly PooledOwner<byte> _page = PacketBuffer.RentOwner(256);
    private ReadOnlyMemory<byte> _last;

    public void Remember() => _last = _page.Memory;

    public void Dispose() => _page.Dispose();

    public byte Last() => _last.Span[0]; // beyond one frame: PG0104
}

internal sealed class Log : IDisposable
{
    private PooledOwner<byte> _lines = PacketBuffer.RentOwner(0);

    public ReadOnlyMemory<byte> Lines => _lines.Memory;

    public void Append(byte[] line)
    {
        int length = _lines.Length;
        _lines = _lines.Resize(length + line.Length);
        line.CopyTo(_lines.Span[length..]);
    }

    public void Dispose() => _lines.Dispose();
}

internal sealed class Leaking
{
    private PooledOwner<byte> _lines = PacketBuffer.RentOwner(0); // PG0109

    public void Append(byte value)
    {
        _lines = _lines.Resize(_lines.Length + 1);
        _lines[_lines.Length - 1] = value;
    }
}

internal sealed class Arrays
{
    private byte[]? _shown;

    public static async Task SendAsync(Stream stream, byte[] data)
    {
        using PooledOwner<byte> owner = PacketBuffer.RentOwner(data.Length);
        data.CopyTo(owner.Span);
        ArraySegment<byte> segment = owner.DangerousGetArray();
        await stream.WriteAsync(segment.Array!, segment.Offset, segment.Count);
    }

    public static byte[] Read(Stream stream)
    {
        using var packet = PacketBuffer.Rent(16);
        byte[] array = packet.DangerousGetArray().Array!;
        stream.ReadExactly(array, 0, packet.Length);
        return array; // PG0113
    }

    public static int Sum(int[] values)
    {
        using var copy = StrictBuffer.Rent(values.Length);
        int[] array = copy.DangerousGetArray().Array!;
        values.CopyTo(array, 0);
        int sum = 0;
        for (int i = 0; i < values.Length; i++)
            sum += array[i];

        return sum;
    }

    public void Show(Stream stream)
    {
        using var packet = PacketBuffer.Rent(16); // PG0104
        _shown = packet.DangerousGetArray().Array;
        stream.ReadExactly(_shown!, 0, packet.Length);
    }

    public static PooledOwner<byte> Concat(PooledBufferWriter<byte> writer, byte[] tail)
    {
        PooledOwner<byte> owner = writer.Detach();
        int length = owner.Length;
        owner = owner.Resize(length + tail.Length);
        tail.CopyTo(owner.Span[length..]);
        return owner;
    }
}
