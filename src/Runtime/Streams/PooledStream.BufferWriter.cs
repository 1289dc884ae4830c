using System.Diagnostics.CodeAnalysis;

namespace PooledGen;

/// <summary>
/// Writing in place, at the position. A request that does not fit into the rest of a segment gets rented memory of its own, and
/// <see cref="Advance"/> copies from there; so does one beyond the end, where the gap is yet to be filled.
/// </summary>
public sealed partial class PooledStream
{
    private OwnedArray<byte> _staged;

    // The position that room was handed out for; -1 before the first time. Reads and writes only move the position forward, away from it.
    // MoveTo and SetLength, which could bring the position back to it, end the room explicitly: the fast paths have nothing to do.
    private long _roomPosition = -1;
    private bool _roomHasEnded;

    /// <summary>Gives room for bytes at the position; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">How many at least, in one piece; 0 for any number but none. One that fits a segment saves a copy.</param>
    /// <returns>
    /// The room, until the position moves or the length is set. Bytes of the stream may lie there: what is written replaces them at once.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or oversize where the pool refuses that.</exception>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many bytes; nothing was changed.</exception>
    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>Gives room for bytes at the position to asynchronous code; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">How many at least, in one piece; 0 for any number but none. One that fits a segment saves a copy.</param>
    /// <returns>
    /// The room, until the position moves or the length is set. Bytes of the stream may lie there: what is written replaces them at once.
    /// </returns>
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

        // Room that was staged stays so until it ends: Advance must know which of the two was written.
        if (!HasRoom)
            ReturnStaged();

        bool fits = Math.Max(sizeHint, 1) <= _window.Length - _offset;
        Memory<byte> room = fits && !_staged.IsRented ? _window.AsMemory(_offset) : Stage(sizeHint);
        _roomPosition = Cursor;
        _roomHasEnded = false;
        return room;
    }

    /// <summary>Moves the position behind bytes that were written into the room handed out.</summary>
    /// <remarks>
    /// Room belongs to the position that it was asked for. <see cref="Seek"/>, <see cref="Position"/>, <see cref="SetLength"/>, reading and
    /// writing end it: ask for room again after them, and after each Advance.
    /// </remarks>
    /// <param name="count">How many: 0 to the length of that room.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The count is above the room that was handed out, or that room has ended.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public void Advance(int count)
    {
        ThrowIfDisposed();
        if (count != 0)
            AdvanceInRoom(count);
    }

    private void AdvanceInRoom(int count)
    {
        if (count > 0 && !HasRoom)
            ThrowNoRoom(count);

        WriterContract.CheckAdvance(count, _staged.IsRented ? _staged.Array.Length : _window.Length - _offset);
        if (_staged.IsRented)
        {
            Write(_staged.Array.AsSpan(0, count));
            ReturnStaged();
        }
        else
        {
            // What is left of the room goes on: code that writes into one span and advances in several steps is common.
            Step(count);
            _roomPosition = Cursor;
        }
    }

    private bool HasRoom => _roomPosition == Cursor && !_roomHasEnded;

    [DoesNotReturn]
    private void ThrowNoRoom(int count) => throw new InvalidOperationException(_roomPosition < 0
        ? $"Cannot advance the stream by {count} bytes: no room was asked for. Call GetSpan or GetMemory first."
        : $"Cannot advance the stream by {count} bytes: the room was handed out for position {_roomPosition}, and the stream has been moved or its "
            + $"length set since. Call GetSpan or GetMemory again: the position is {Cursor} now.");

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
