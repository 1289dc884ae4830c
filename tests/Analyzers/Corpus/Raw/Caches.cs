using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Corpus.Raw;

public sealed class BlockCache(int blockSize) : IDisposable
{
    private readonly Dictionary<long, byte[]> _blocks = [];
    private byte[]? _scratch;

    public ReadOnlySpan<byte> Get(long index, Stream source)
    {
        if (_blocks.TryGetValue(index, out byte[]? block))
            return block.AsSpan(0, blockSize);

        byte[] fresh = ArrayPool<byte>.Shared.Rent(blockSize); // PG0204?
        source.Position = index * blockSize;
        source.ReadExactly(fresh, 0, blockSize);
        _blocks.Add(index, fresh);
        return fresh.AsSpan(0, blockSize);
    }

    public bool Evict(long index)
    {
        if (!_blocks.Remove(index, out byte[]? block))
            return false;

        ArrayPool<byte>.Shared.Return(block);
        return true;
    }

    // A caller that still holds the span of Get sees another user's bytes.
    public void Clear()
    {
        foreach (byte[] block in _blocks.Values)
            ArrayPool<byte>.Shared.Return(block); // beyond one frame: PG0202

        _blocks.Clear();
    }

    public Span<byte> Scratch()
    {
        _scratch ??= ArrayPool<byte>.Shared.Rent(blockSize);
        return _scratch.AsSpan(0, blockSize);
    }

    public void Dispose()
    {
        Clear();
        if (_scratch != null)
            ArrayPool<byte>.Shared.Return(_scratch); // PG0208
    }
}

public sealed class Renderer
{
    private byte[] _page = [];
    private readonly ConcurrentQueue<byte[]> _free = new();

    public int Render(ReadOnlySpan<byte> text)
    {
        _page = ArrayPool<byte>.Shared.Rent(text.Length * 2);
        int written = Escape(text, _page);
        ArrayPool<byte>.Shared.Return(_page); // PG0208
        return written;
    }

    public int Last() => _page.Length; // beyond one frame: PG0202

    public byte[] Take(int length) => _free.TryDequeue(out byte[]? array) && array.Length >= length ? array : ArrayPool<byte>.Shared.Rent(length);

    public void Give(byte[] array)
    {
        if (_free.Count < 8)
            _free.Enqueue(array);
        else
            ArrayPool<byte>.Shared.Return(array);
    }

    public void RenderAll(IReadOnlyList<byte[]> texts, Action<ReadOnlyMemory<byte>> sink)
    {
        using var perThread = new ThreadLocal<byte[]>(() => ArrayPool<byte>.Shared.Rent(4096), trackAllValues: true);
        Parallel.ForEach(texts, text => sink(perThread.Value.AsMemory(0, Escape(text, perThread.Value))));
        foreach (byte[] array in perThread.Values)
            ArrayPool<byte>.Shared.Return(array);
    }

    public void RenderSync(byte[] text, Action<int> report)
    {
        byte[] page = ArrayPool<byte>.Shared.Rent(text.Length * 2);
        try
        {
            Parallel.For(0, text.Length, i => page[i] = text[i]);
            report(page[0]);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(page);
        }
    }

    private static int Escape(ReadOnlySpan<byte> text, Span<byte> target)
    {
        int written = 0;
        foreach (byte c in text)
        {
            if (c is (byte)'<' or (byte)'&')
                target[written++] = (byte)'\\';

            target[written++] = c;
        }

        return written;
    }
}
