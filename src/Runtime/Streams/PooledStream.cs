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
/// segments; a stream used again like this allocates nothing after warm-up. Instances are not thread-safe, except that any thread may call Dispose.</para>
/// </remarks>
public sealed partial class PooledStream : Stream, IBufferWriter<byte>
{
    private SegmentList<byte> _segments;
    private long _length;
    private int _disposed;

    // The window is the segment in which the position lies. It is closed, an empty array, whenever a fast path must not be taken: no segment there
    // yet, the position beyond the end, or the stream disposed.
    private byte[] _window = [];
    private long _windowStart;
    private int _offset;

    /// <summary>Creates an empty stream whose segments are of the pool's largest size class up to 64 KB.</summary>
    /// <param name="pool">The pool that the segments are rented from.</param>
    public PooledStream(BufferPool<byte> pool)
        : this(pool, SegmentList<byte>.DefaultLength(pool ?? throw new ArgumentNullException(nameof(pool))))
    {
    }

    /// <summary>Creates an empty stream.</summary>
    /// <param name="pool">The pool that the segments are rented from.</param>
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

    /// <summary>How many bytes the stream has.</summary>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Length
    {
        get
        {
            ThrowIfDisposed();
            return _length;
        }
    }

    /// <summary>Where the next byte is read or written; it may lie beyond the end.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Position
    {
        get
        {
            ThrowIfDisposed();
            return Cursor;
        }

        set
        {
            if (value < 0)
                throw new ArgumentOutOfRangeException(nameof(value), value, "A position is 0 or more.");

            ThrowIfDisposed();
            MoveTo(value);
        }
    }

    /// <summary>Moves the position; beyond the end too, which changes nothing until something is written there.</summary>
    /// <param name="offset">How far, from the origin.</param>
    /// <param name="origin">The start, the position or the end.</param>
    /// <returns>The new position.</returns>
    /// <exception cref="ArgumentException">There is no such origin.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The new position would be above <see cref="long.MaxValue"/>.</exception>
    /// <exception cref="IOException">The new position would be before the start; the old one stays.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Seek(long offset, SeekOrigin origin)
    {
        ThrowIfDisposed();
        long start = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => Cursor,
            SeekOrigin.End => _length,
            _ => throw new ArgumentException($"There is no seek origin {(int)origin}.", nameof(origin)),
        };

        if (offset > long.MaxValue - start)
            throw new ArgumentOutOfRangeException(nameof(offset), offset, "A position has 63 bits.");

        if (start + offset < 0)
            throw new IOException($"Cannot seek to {start + offset}, which is before the start of the stream.");

        MoveTo(start + offset);
        return Cursor;
    }

    /// <summary>
    /// Moves the end: fills with zeros, or cuts off and returns the segments that are no longer needed. A position beyond the new end moves
    /// there. Room that was handed out ends: what is written into it afterwards may overwrite memory that belongs to others.
    /// </summary>
    /// <param name="value">The new length.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative, or above 2^30 segments.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void SetLength(long value)
    {
        if (value < 0 || value > _segments.MaxCapacity)
            throw new ArgumentOutOfRangeException(nameof(value), value, $"A length is 0 to {_segments.MaxCapacity}.");

        ThrowIfDisposed();
        long position = Math.Min(Cursor, value);
        if (value > _length)
        {
            Reserve(value);
            Extend(value);
        }
        else
        {
            CloseWindow(position);
            _length = value;
            _segments.Truncate(value == 0 ? 0 : _segments.IndexOf(value - 1) + 1);
            ReturnStaged();
        }

        _roomHasEnded = true;
        MoveTo(position);
    }

    /// <summary>All bytes of the stream, wherever the position is, not copied. Valid until the stream is shortened or disposed.</summary>
    /// <returns>The bytes from the start to the end; it does not grow with the stream.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public ReadOnlySequence<byte> GetReadOnlySequence()
    {
        ThrowIfDisposed();
        if (_length == 0)
            return ReadOnlySequence<byte>.Empty;

        Segment<byte> last = _segments[_segments.IndexOf(_length - 1)];
        return new(_segments.First, 0, last, (int)(_length - last.Start));
    }

    /// <summary>Gives the array behind the stream while that is one: while there is one segment's worth of bytes.</summary>
    /// <param name="buffer">All bytes of the stream, not copied; valid until the stream is shortened or disposed.</param>
    /// <returns><see langword="false"/> if the bytes lie in several segments.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public bool TryGetBuffer(out ArraySegment<byte> buffer)
    {
        ThrowIfDisposed();
        byte[] first = _segments.Count == 0 ? [] : _segments.First.Array;
        bool isOne = _length <= first.Length;
        buffer = isOne ? new(first, 0, (int)_length) : default;
        return isOne;
    }

    /// <summary>Does nothing: there is nothing behind this stream.</summary>
    public override void Flush()
    {
    }

    /// <summary>Does nothing but heed the cancellation.</summary>
    /// <param name="cancellationToken">Whether to report cancellation.</param>
    /// <returns>A completed or cancelled task.</returns>
    public override Task FlushAsync(CancellationToken cancellationToken)
        => CompletedWrites.Flush(cancellationToken);

    /// <summary>Returns all segments. A second call does nothing.</summary>
    /// <param name="disposing">Always true: there is no finalizer.</param>
    protected override void Dispose(bool disposing)
    {
        // An exchange, so that only one of two threads returns the segments.
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

    /// <summary>Where the next byte is read or written.</summary>
    private long Cursor => _windowStart + _offset;

    private void CloseWindow(long position)
    {
        _window = [];
        _windowStart = position;
        _offset = 0;
    }

    /// <summary>Opens the segment of the position, which lies below the capacity and not beyond the end.</summary>
    private void OpenWindow()
    {
        long position = Cursor;
        Segment<byte> segment = _segments[_segments.IndexOf(position)];
        _window = segment.Array;
        _windowStart = segment.Start;
        _offset = (int)(position - segment.Start);
    }

    /// <summary>Rents segments up to a position; all of them or none.</summary>
    private void Reserve(long capacity)
    {
        int count = _segments.Count;
        try
        {
            while (_segments.Capacity < capacity)
                _segments.Append();
        }
        catch
        {
            _segments.Truncate(count);
            throw;
        }
    }

    /// <summary>Moves the end up to a position below the capacity and fills with zeros: a rented array holds what its last user left.</summary>
    private void Extend(long length)
    {
        while (_length < length)
        {
            Segment<byte> segment = _segments[_segments.IndexOf(_length)];
            int count = (int)(Math.Min(segment.End, length) - _length);
            Array.Clear(segment.Array, (int)(_length - segment.Start), count);
            _length += count;
        }
    }

    // The window stays open where it holds the new position as well. A move to where the position is, as Seek(0, Current) makes it, is none.
    private void MoveTo(long position)
    {
        if (position != Cursor)
            _roomHasEnded = true;

        long offset = position - _windowStart;
        if (offset >= 0 && offset <= _window.Length && position <= _length)
            _offset = (int)offset;
        else
            CloseWindow(position);
    }
}
