namespace PooledGen.Bench.Scenarios.Rivals;

/// <summary>Gives back what was written to it. It never waits and allocates nothing: what it shows is the work around a connection.</summary>
internal sealed class MemoryEcho : Stream
{
    private readonly byte[] _bytes = new byte[64 * 1024];
    private int _read;
    private int _written;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        int count = Math.Min(buffer.Length, _written - _read);
        _bytes.AsSpan(_read, count).CopyTo(buffer);
        _read += count;
        if (_read == _written)
            _read = _written = 0;

        return count;
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        buffer.CopyTo(_bytes.AsSpan(_written));
        _written += buffer.Length;
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(Read(buffer.Span));

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Write(buffer.Span);
        return ValueTask.CompletedTask;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
