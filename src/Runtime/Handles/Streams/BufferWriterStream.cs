namespace PooledGen;

/// <summary>A stream that appends to a writer. Its only state is whether it was disposed. Like the writer it is not thread-safe.</summary>
/// <remarks>Asynchronous members complete synchronously. The task reports exceptions, except for invalid arguments.</remarks>
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

    // Does not dispose the writer, because the writer's owner does so.
    protected override void Dispose(bool disposing)
    {
        _isDisposed = true;
        base.Dispose(disposing);
    }

    private void ThrowIfDisposed()
    {
        if (_isDisposed)
            throw new ObjectDisposedException(nameof(Stream), "This stream of a PooledBufferWriter was disposed. The writer itself remains valid.");
    }

    private static NotSupportedException CreateNotSupported()
        => new("The stream of a PooledBufferWriter only appends. Use PooledStream to read, to seek or to set a length.");
}

/// <summary>Members of a writer of bytes.</summary>
public static class PooledBufferWriterExtensions
{
    /// <summary>A stream whose writes are appended to this writer.</summary>
    /// <remarks>
    /// It cannot be read and cannot seek; <see cref="PooledStream"/> can. Disposing the stream does not dispose the writer. The compiler prefers this
    /// method to those of CommunityToolkit.HighPerformance, which take an IBufferWriter or an IMemoryOwner: the writer is both.
    /// </remarks>
    /// <param name="writer">The writer.</param>
    /// <returns>The stream: a new object with each call.</returns>
    /// <exception cref="ArgumentNullException">The writer is null.</exception>
    public static Stream AsStream(this PooledBufferWriter<byte> writer) => new BufferWriterStream(writer ?? throw new ArgumentNullException(nameof(writer)));
}
