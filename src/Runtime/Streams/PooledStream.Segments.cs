using System.Buffers;

namespace PooledGen;

/// <summary>
/// Where the bytes are. The window is the segment in which the position lies; it is closed, an empty array, whenever a fast path must
/// not be taken: no segment there yet, the position beyond the end, or the stream disposed.
/// </summary>
public sealed partial class PooledStream
{
    private SegmentList<byte> _segments;

    private byte[] _window = [];
    private long _windowStart;
    private int _offset;

    /// <summary>Where the next byte is read or written.</summary>
    private long Cursor => _windowStart + _offset;

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
    /// <returns><see langword="false"/> where the bytes lie in several segments.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public bool TryGetBuffer(out ArraySegment<byte> buffer)
    {
        ThrowIfDisposed();
        byte[] first = _segments.Count == 0 ? [] : _segments.First.Array;
        bool isOne = _length <= first.Length;
        buffer = isOne ? new(first, 0, (int)_length) : default;
        return isOne;
    }

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
}
