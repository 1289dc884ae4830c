namespace PooledGen;

/// <summary>The position and the end. Both are 64 bits wide throughout.</summary>
public sealed partial class PooledStream
{
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
