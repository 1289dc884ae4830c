namespace PooledGen;

/// <summary>
/// Writing in place, at the position. A request that does not fit into the rest of a segment gets rented memory of its own, and
/// <see cref="Advance"/> copies from there; so does one beyond the end, where the gap is yet to be filled.
/// </summary>
public sealed partial class PooledStream
{
    private OwnedArray<byte> _staged;

    /// <summary>Gives room for bytes at the position; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">How many at least, in one piece; 0 for any number but none. One that fits a segment saves a copy.</param>
    /// <returns>The room. Bytes of the stream may lie there: what is written replaces them at once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or oversize where the pool refuses that.</exception>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many bytes; nothing was changed.</exception>
    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>Gives room for bytes at the position to asynchronous code; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">How many at least, in one piece; 0 for any number but none. One that fits a segment saves a copy.</param>
    /// <returns>The room. Bytes of the stream may lie there: what is written replaces them at once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or oversize where the pool refuses that.</exception>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many bytes; nothing was changed.</exception>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        ThrowIfDisposed();
        WriterContract.CheckSizeHint(sizeHint);
        if (_offset == _window.Length && Cursor <= _length)
        {
            ReserveBehindCursor(1);
            OpenWindow();
        }

        // What was staged stays so until Advance: that must know which of the two was written.
        bool fits = Math.Max(sizeHint, 1) <= _window.Length - _offset;
        return fits && !_staged.IsRented ? _window.AsMemory(_offset) : Stage(sizeHint);
    }

    /// <summary>Moves the position behind bytes that were written into the room handed out.</summary>
    /// <param name="count">How many: 0 to the length of that room.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The count is above the room that was handed out.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public void Advance(int count)
    {
        ThrowIfDisposed();
        if (_staged.IsRented)
        {
            WriterContract.CheckAdvance(count, _staged.Array.Length);
            Write(_staged.Array.AsSpan(0, count));
            ReturnStaged();
        }
        else
        {
            WriterContract.CheckAdvance(count, _window.Length - _offset);
            if (count > 0)
                Step(count);
        }
    }

    private Memory<byte> Stage(int sizeHint)
    {
        ArrayLimits.Check(sizeHint);
        int length = Math.Max(sizeHint, _segments.FirstLength);
        if (_staged.Array.Length < length)
        {
            var longer = new OwnedArray<byte>(_segments.Pool, length);
            ReturnStaged();
            _staged = longer;
        }

        return _staged.Array;
    }

    private void ReturnStaged()
    {
        OwnedArray<byte> staged = _staged;
        _staged = default;
        staged.Return();
    }
}
