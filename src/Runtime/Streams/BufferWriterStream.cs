namespace PooledGen;

/// <summary>A stream that appends to a writer. It has no state but whether it was disposed, and belongs to one thread at a time as the writer does.</summary>
/// <remarks>Asynchronous members complete at once. The task reports what fails, except for bad arguments.</remarks>
internal sealed class BufferWriterStream(PooledBufferWriter<byte> writer) : Stream
{
    private bool _isDisposed;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => !_isDisposed;

    public override long Length => throw CreateNotSupported();

    public override long Position
    {
        get => throw CreateNotSupported();
        set => throw CreateNotSupported();
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        ThrowIfDisposed();
        PooledStream.CheckRange(buffer, offset, count);
        writer.Write(new ReadOnlySpan<byte>(buffer, offset, count));
    }

    public override void WriteByte(byte value)
    {
        ThrowIfDisposed();
        writer.Write([value]);
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        => CompletedWrites.Write(this, buffer, offset, count, cancellationToken);

#if NET
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        ThrowIfDisposed();
        writer.Write(buffer);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        => CompletedWrites.Write(this, buffer, cancellationToken);
#endif

    public override void Flush()
    {
    }

    public override Task FlushAsync(CancellationToken cancellationToken)
        => CompletedWrites.Flush(cancellationToken);

    public override int Read(byte[] buffer, int offset, int count) => throw CreateNotSupported();

    public override long Seek(long offset, SeekOrigin origin) => throw CreateNotSupported();

    public override void SetLength(long value) => throw CreateNotSupported();

    // The writer stays as it is: its owner disposes it.
    protected override void Dispose(bool disposing)
    {
        _isDisposed = true;
        base.Dispose(disposing);
    }

    private void ThrowIfDisposed()
    {
        if (_isDisposed)
            throw new ObjectDisposedException(nameof(Stream), "This stream of a PooledBufferWriter was disposed. The writer itself goes on.");
    }

    private static NotSupportedException CreateNotSupported()
        => new("The stream of a PooledBufferWriter only appends. Use PooledStream to read, to seek or to set a length.");
}
