using System.Buffers;

namespace PooledGen;

/// <summary>
/// A <see cref="MemoryStream"/> over rented segments: readable, writable and seekable, without copying when it grows and without a
/// limit at 2 GB. Dispose it; until then its segments count as in use.
/// </summary>
/// <remarks>
/// <para>What MemoryStream promises holds here: writing or growing beyond the end fills with zeros, asynchronous members complete at
/// once. Unlike there, nothing can be read after Dispose: the memory belongs to others then.</para>
/// <para>The first segment takes about 4 KB, each further one twice as much, up to the segment length. <c>SetLength(0)</c> returns all
/// segments; a stream used again like this allocates nothing after warm-up. Not safe for use by several threads at a time; Dispose may
/// come from any thread.</para>
/// </remarks>
public sealed partial class PooledStream : Stream, IBufferWriter<byte>
{
    private long _length;
    private int _disposed;

    /// <summary>Creates an empty stream whose segments are of the pool's largest size class up to 64 KB.</summary>
    /// <param name="pool">Where the segments come from.</param>
    public PooledStream(BufferPool<byte> pool)
        : this(pool, SegmentList<byte>.DefaultLength(pool ?? throw new ArgumentNullException(nameof(pool))))
    {
    }

    /// <summary>Creates an empty stream.</summary>
    /// <param name="pool">Where the segments come from.</param>
    /// <param name="segmentLength">To what length segments grow: 1 to the pool's <c>MaxLength</c>. The stream ends at 2^30 of them.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is not positive or above the pool's <c>MaxLength</c>.</exception>
    public PooledStream(BufferPool<byte> pool, int segmentLength)
        => _segments = new SegmentList<byte>(pool ?? throw new ArgumentNullException(nameof(pool)), segmentLength);

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanRead => _disposed == 0;

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanSeek => _disposed == 0;

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanWrite => _disposed == 0;

    /// <summary>Does nothing: there is nothing behind this stream.</summary>
    public override void Flush()
    {
    }

    /// <summary>Does nothing but heed the cancellation.</summary>
    /// <param name="cancellationToken">Whether to report cancellation.</param>
    /// <returns>A completed or cancelled task.</returns>
    public override Task FlushAsync(CancellationToken cancellationToken)
        => cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;

    /// <summary>Returns all segments. A second call does nothing.</summary>
    /// <param name="disposing">Always true: there is no finalizer.</param>
    protected override void Dispose(bool disposing)
    {
        // Exchanged, so that of two threads one returns.
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            _length = 0;
            CloseWindow(0);
            _segments.Truncate(0);
            ReturnStaged();
        }

        base.Dispose(disposing);
    }

    private void ThrowIfDisposed()
    {
        if (_disposed != 0)
            throw DisposedErrors.OfStream(_segments.Pool.Name);
    }
}
