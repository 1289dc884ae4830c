using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Collects elements in rented segments and gives them as a <see cref="ReadOnlySequence{T}"/>, without copying them and without a limit to the total. It is
/// reusable: <see cref="Clear"/> returns the segments and starts again. Dispose it once it is no longer needed; until then its segments count as in use.
/// </summary>
/// <remarks>
/// The first segment takes about 4 KB, each further one twice as much, up to the segment length. After warm-up nothing is allocated: the
/// writer keeps the segment objects. Instances are not thread-safe, except that any thread may call Dispose.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
public sealed class PooledSequenceWriter<T> : IBufferWriter<T>, IDisposable
{
    private SegmentList<T> _segments;
    private Window<T> _window; // of the last segment; empty if there is none
    private int _offset;
    private int _disposed;

    /// <summary>Creates a writer whose segments are of the pool's largest size class up to 64 KB.</summary>
    /// <param name="pool">The pool that the segments are rented from.</param>
    public PooledSequenceWriter(BufferPool<T> pool)
        : this(pool, SegmentList<T>.DefaultLength(pool ?? throw new ArgumentNullException(nameof(pool))))
    {
    }

    /// <summary>Creates a writer.</summary>
    /// <param name="pool">The pool that the segments are rented from.</param>
    /// <param name="segmentLength">The length up to which segments grow: 1 to the pool's <c>MaxLength</c>. A larger size hint gets a longer segment.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is not positive or above the pool's <c>MaxLength</c>.</exception>
    public PooledSequenceWriter(BufferPool<T> pool, int segmentLength)
        => _segments = new SegmentList<T>(pool ?? throw new ArgumentNullException(nameof(pool)), segmentLength);

    /// <summary>The number of written elements.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public long WrittenCount
    {
        get
        {
            ThrowIfDisposed();
            return _segments.Count == 0 ? 0 : _segments.Last.Start + _offset;
        }
    }

    /// <summary>The elements written so far, without a copy. Valid until the writer is cleared or disposed; it does not grow with the writer.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public ReadOnlySequence<T> WrittenSequence
    {
        get
        {
            ThrowIfDisposed();
            return _segments.Count == 0 ? ReadOnlySequence<T>.Empty : new(_segments.First, 0, _segments.Last, _offset);
        }
    }

    /// <summary>Gives room for further elements; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">The least number of elements, in one piece; 0 for any number above 0.</param>
    /// <returns>All the free room of a segment. Its content is arbitrary.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public Span<T> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _window.AsSpan(_offset);
    }

    /// <summary>Gives room for further elements to asynchronous code; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">The least number of elements, in one piece; 0 for any number above 0.</param>
    /// <returns>All the free room of a segment. Its content is arbitrary.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public Memory<T> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _window.AsMemory(_offset);
    }

    /// <summary>Adds the elements that the caller wrote into the free room.</summary>
    /// <param name="count">The number of elements: 0 to the length of that room.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The count is above the room that was handed out.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Advance(int count)
    {
        // Equality takes the slow path, so that an empty window, which may mean disposed, takes it as well.
        if ((uint)count >= (uint)(_window.Length - _offset))
        {
            ThrowIfDisposed();
            WriterContract.CheckAdvance(_segments.Pool, nameof(PooledSequenceWriter<T>), count, _window.Length - _offset);
        }

        _offset += count;
    }

    /// <summary>Adds elements, over as many segments as needed.</summary>
    /// <param name="source">The elements.</param>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Write(ReadOnlySpan<T> source)
    {
        ThrowIfDisposed();
        while (!source.IsEmpty)
        {
            Span<T> room = GetSpan();
            int count = Math.Min(source.Length, room.Length);
            source.Slice(0, count).CopyTo(room);
            _offset += count;
            source = source.Slice(count);
        }
    }

    /// <summary>Copies the written elements.</summary>
    /// <param name="destination">At least <see cref="WrittenCount"/> elements.</param>
    /// <exception cref="ArgumentException">The destination is shorter; nothing was copied.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void CopyTo(Span<T> destination)
    {
        if (WrittenCount > destination.Length)
            throw BufferErrors.DestinationTooShort($"{nameof(PooledSequenceWriter<T>)} of {_segments.Pool.Name}", destination.Length, WrittenCount);

        WrittenSequence.CopyTo(destination);
    }

    /// <summary>Copies the written elements into a new array.</summary>
    /// <returns>An array of <see cref="WrittenCount"/> elements that is not pooled.</returns>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements.</exception>
    public T[] ToArray()
    {
        ArrayLimits.Check(WrittenCount);
        return WrittenSequence.ToArray();
    }

    /// <summary>Returns all segments and starts again.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();
        ReturnSegments();
    }

    /// <summary>Returns all segments. A second call does nothing.</summary>
    public void Dispose()
    {
        // An exchange, so that only one of two threads returns the segments.
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
            ReturnSegments();
    }

    private void ReturnSegments()
    {
        _window = default;
        _offset = 0;
        _segments.Truncate(0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Reserve(int sizeHint)
    {
        // As an unsigned number a negative hint is a large one. Equality takes the slow path, because a hint of 0 needs room for one element.
        if ((uint)sizeHint >= (uint)(_window.Length - _offset))
            ReserveSlow(sizeHint);
    }

    private void ReserveSlow(int sizeHint)
    {
        ThrowIfDisposed();
        WriterContract.CheckSizeHint(_segments.Pool, nameof(PooledSequenceWriter<T>), sizeHint);
        if (Math.Max(sizeHint, 1) <= _window.Length - _offset)
            return;

        ArrayLimits.Check(sizeHint);

        // The chain keeps no segment in which nothing was written.
        Segment<T> segment = _segments.Count > 0 && _offset == 0 ? _segments.Replace(sizeHint) : _segments.Append(sizeHint, _offset);
        _window = segment.Window;
        _offset = 0;
    }

    private void ThrowIfDisposed()
    {
        if (_disposed != 0)
            throw DisposedErrors.OfWriter(_segments.Pool.Name, nameof(PooledSequenceWriter<T>));
    }
}
