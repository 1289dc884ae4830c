using System.Buffers;

namespace PooledGen;

/// <summary>
/// A stream like <see cref="MemoryStream"/>, over rented segments: readable, writable and seekable, without copying when it grows and without a
/// limit at 2 GB. Dispose it; until then its segments count as in use.
/// </summary>
/// <remarks>
/// <para>The stream behaves as MemoryStream does: writing or growing beyond the end fills with zeros, and asynchronous members complete synchronously. Unlike
/// a MemoryStream it cannot be read after Dispose, because the memory may then belong to other rentals.</para>
/// <para>The first segment takes about 4 KB, each further one twice as much, up to the segment length. <c>SetLength(0)</c> returns all
/// segments; a stream used again like this allocates nothing after warm-up. Instances are not thread-safe, except that any thread may call Dispose.</para>
/// </remarks>
public sealed partial class PooledStream : Stream, IBufferWriter<byte>
{
    private SegmentList _segments;
    private long _length;
    private int _disposed;

    // The window is the segment in which the position lies. It is closed (empty) whenever the fast paths must not run: no segment is there yet, the
    // position is beyond the end, or the stream is disposed.
    private Window<byte> _window;
    private long _windowStart;
    private int _offset;

    /// <summary>Creates an empty stream whose segments are of the pool's largest size class up to 64 KB.</summary>
    /// <param name="pool">The pool that the segments are rented from.</param>
    public PooledStream(BufferPool<byte> pool)
        : this(pool, SegmentList.DefaultLength(pool ?? throw new ArgumentNullException(nameof(pool))))
    {
    }

    /// <summary>Creates an empty stream.</summary>
    /// <param name="pool">The pool that the segments are rented from.</param>
    /// <param name="segmentLength">The length up to which segments grow: 1 to the pool's <c>MaxLength</c>. The stream has at most 2^30 segments.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is not positive or above the pool's <c>MaxLength</c>.</exception>
    public PooledStream(BufferPool<byte> pool, int segmentLength)
        => _segments = new SegmentList(pool ?? throw new ArgumentNullException(nameof(pool)), segmentLength);

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanRead => _disposed == 0;

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanSeek => _disposed == 0;

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanWrite => _disposed == 0;

    /// <summary>The number of bytes.</summary>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override long Length
    {
        get
        {
            ThrowIfDisposed();
            return _length;
        }
    }

    /// <summary>The position at which the next byte is read or written. It may lie beyond the end.</summary>
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
                throw new ArgumentOutOfRangeException(nameof(value), value, $"A position in this {Subject} must be 0 or more.");

            ThrowIfDisposed();
            MoveTo(value);
        }
    }

    /// <summary>Moves the position. It may lie beyond the end, which changes nothing until bytes are written there.</summary>
    /// <param name="offset">The distance from the origin.</param>
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
            _ => throw new ArgumentException($"There is no seek origin {(int)origin} in this {Subject}.", nameof(origin)),
        };

        if (offset > long.MaxValue - start)
        {
            throw new ArgumentOutOfRangeException(
                nameof(offset), offset, $"Cannot seek {offset} bytes from {start} in this {Subject}: the position would be above the largest long.");
        }

        if (start + offset < 0)
            throw new IOException($"Cannot seek to {start + offset} in this {Subject}: that is before its start.");

        MoveTo(start + offset);
        return Cursor;
    }

    /// <summary>
    /// Moves the end: fills with zeros, or cuts off and returns the segments that are no longer needed. A position beyond the new end moves to it. Room that
    /// was handed out ends: writing into it afterwards may overwrite memory of other rentals.
    /// </summary>
    /// <param name="value">The new length.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative, above 2^30 segments, or more than 2 GB longer than the stream and above the memory that the process may use.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void SetLength(long value)
    {
        long limit = LimitFor(value);
        if (value < 0 || value > limit)
            throw new ArgumentOutOfRangeException(nameof(value), value, $"The length of this {Subject} must be 0 to {limit}.");

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

    /// <summary>All bytes of the stream, wherever the position is, without a copy. Valid until the stream is shortened or disposed.</summary>
    /// <returns>The bytes from the start to the end; it does not grow with the stream.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public ReadOnlySequence<byte> GetReadOnlySequence()
    {
        ThrowIfDisposed();
        if (_length == 0)
            return ReadOnlySequence<byte>.Empty;

        Segment last = _segments[_segments.IndexOf(_length - 1)];
        return new(_segments.First, 0, last, (int)(_length - last.Start));
    }

    /// <summary>Gives the stream's array if all bytes lie in the first segment.</summary>
    /// <param name="buffer">All bytes of the stream, without a copy; valid until the stream is shortened or disposed.</param>
    /// <returns><see langword="false"/> if the bytes lie in several segments, or in native memory.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public bool TryGetBuffer(out ArraySegment<byte> buffer)
    {
        ThrowIfDisposed();
        Window<byte> first = _segments.Count == 0 ? default : _segments.First.Window;
        buffer = default;
        return _length <= first.Length && first.TryGetArray((int)_length, out buffer);
    }

    /// <summary>Does nothing: this stream has nothing to flush.</summary>
    public override void Flush()
    {
    }

    /// <summary>Only checks for cancellation.</summary>
    /// <param name="cancellationToken">The token that is checked.</param>
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

    private string Subject => $"{nameof(PooledStream)} of {_segments.Pool.Name}";

    private void ThrowIfDisposed()
    {
        if (_disposed != 0)
            throw DisposedErrors.OfStream(_segments.Pool.Name);
    }

    /// <summary>The position at which the next byte is read or written.</summary>
    private long Cursor => _windowStart + _offset;

    private void CloseWindow(long position)
    {
        _window = default;
        _windowStart = position;
        _offset = 0;
    }

    /// <summary>Opens the segment of the position, which lies below the capacity and not beyond the end.</summary>
    private void OpenWindow()
    {
        long position = Cursor;
        Segment segment = _segments[_segments.IndexOf(position)];
        _window = segment.Window;
        _windowStart = segment.Start;
        _offset = (int)(position - segment.Start);
    }

    /// <summary>The greatest length that is possible, where the stream is to grow to a length.</summary>
    private long LimitFor(long length)
    {
#if NET
        // A span is shorter, so only a gap is that long. It is rented and filled for real, so one that no memory can hold is refused at once. Nothing smaller
        // asks, because the answer is an allocation.
        if (length - _segments.Capacity > int.MaxValue)
            return Math.Min(_segments.MaxCapacity, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);

#endif
        return _segments.MaxCapacity;
    }

    /// <summary>Rents segments up to a position: all of them, or none if that fails.</summary>
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

    /// <summary>Moves the end up to a position below the capacity and fills with zeros, because a rented array holds the bytes of its last user.</summary>
    private void Extend(long length)
    {
        while (_length < length)
        {
            Segment segment = _segments[_segments.IndexOf(_length)];
            int count = (int)(Math.Min(segment.End, length) - _length);
            segment.Window.AsSpan((int)(_length - segment.Start), count).Clear();
            _length += count;
        }
    }

    // The window stays open if it contains the new position too. A move to the current position, such as Seek(0, Current), does not end the room.
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
