using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// Writing: into the window if the bytes fit, otherwise over as many segments as needed; or in place, at the position. A request for room that does not
/// fit into the rest of a segment gets rented memory of its own, and <see cref="Advance"/> copies from there. So does a request beyond the end, because the
/// gap is not filled yet.
/// </summary>
public sealed partial class PooledStream
{
    private OwnedArray<byte> _staged;

    // The position for which room was handed out last; -1 before the first time. Reads and writes only move the position forward, away from it.
    // MoveTo and SetLength could bring the position back to it, so they end the room explicitly. The fast paths need no code for this.
    private long _roomPosition = -1;
    private bool _roomHasEnded;

    /// <summary>Writes bytes at the position, and moves the position behind them.</summary>
    /// <param name="buffer">The bytes.</param>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override void Write(ReadOnlySpan<byte> buffer)
#else
    public void Write(ReadOnlySpan<byte> buffer)
#endif
    {
        int offset = _offset;

        // Equality takes the slow path, so that a closed window needs no test of its own.
        if ((uint)buffer.Length < (uint)(_window.Length - offset))
        {
            buffer.CopyTo(_window.AsSpan(offset));
            Step(buffer.Length);
        }
        else
        {
            WriteSlow(buffer);
        }
    }

    /// <summary>Writes bytes at the position, and moves the position behind them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">The first byte to write.</param>
    /// <param name="count">The number of bytes.</param>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void Write(byte[] buffer, int offset, int count)
    {
        CheckRange(buffer, offset, count);
        Write(new ReadOnlySpan<byte>(buffer, offset, count));
    }

    /// <summary>Writes a byte at the position, and moves the position behind it.</summary>
    /// <param name="value">The byte.</param>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void WriteByte(byte value)
    {
        int offset = _offset;
        if ((uint)offset < (uint)_window.Length)
        {
            _window[offset] = value;
            Step(1);
        }
        else
        {
            WriteByteSlow(value);
        }
    }

    /// <summary>Writes bytes at the position, and moves the position behind them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">The first byte to write.</param>
    /// <param name="count">The number of bytes.</param>
    /// <param name="cancellationToken">A token that is checked once, at the beginning.</param>
    /// <returns>A completed task.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        => CompletedWrites.Write(this, buffer, offset, count, cancellationToken);

#if NET
    /// <summary>Writes bytes at the position, and moves the position behind them.</summary>
    /// <param name="buffer">The bytes.</param>
    /// <param name="cancellationToken">A token that is checked once, at the beginning.</param>
    /// <returns>A completed task.</returns>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        => CompletedWrites.Write(this, buffer, cancellationToken);
#endif

    /// <summary>Gives room for bytes at the position; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">The least number of bytes, in one piece; 0 for any number above 0. A hint that fits into a segment saves a copy.</param>
    /// <returns>
    /// The room, valid until the position moves or the length is set. Bytes of the stream may lie there: writing replaces them at once.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many bytes; nothing was changed.</exception>
    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>Gives room for bytes at the position to asynchronous code; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">The least number of bytes, in one piece; 0 for any number above 0. A hint that fits into a segment saves a copy.</param>
    /// <returns>
    /// The room, valid until the position moves or the length is set. Bytes of the stream may lie there: writing replaces them at once.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many bytes; nothing was changed.</exception>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        ThrowIfDisposed();
        WriterContract.CheckSizeHint(_segments.Pool, nameof(PooledStream), sizeHint);
        if (_offset == _window.Length && Cursor <= _length)
        {
            ReserveBehindCursor(1);
            OpenWindow();
        }

        // Staged room stays staged until it ends, because Advance must know which of the two memories was written.
        if (!HasRoom)
            ReturnStaged();

        bool fits = Math.Max(sizeHint, 1) <= _window.Length - _offset;
        Memory<byte> room = fits && !_staged.IsRented ? _window.AsMemory(_offset) : Stage(sizeHint);
        _roomPosition = Cursor;
        _roomHasEnded = false;
        return room;
    }

    /// <summary>Moves the position behind the bytes that the caller wrote into the room.</summary>
    /// <remarks>
    /// Room belongs to the position at which it was requested. <see cref="Seek"/>, <see cref="Position"/>, <see cref="SetLength"/>, reading and
    /// writing end it: ask for room again after them, and after each Advance.
    /// </remarks>
    /// <param name="count">The number of bytes: 0 to the length of that room.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The count is above the room that was handed out, or that room has ended.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public void Advance(int count)
    {
        ThrowIfDisposed();
        if (count != 0)
            AdvanceInRoom(count);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Step(int count)
    {
        _offset += count;
        if (Cursor > _length)
            _length = Cursor;
    }

    // A method of its own, because stack memory in WriteByte would add a stack guard to its fast path.
    private void WriteByteSlow(byte value) => WriteSlow(stackalloc byte[] { value });

    private void WriteSlow(ReadOnlySpan<byte> buffer)
    {
        ThrowIfDisposed();
        ReserveBehindCursor(buffer.Length);
        Extend(Cursor); // MemoryStream does so even if nothing is written
        if (LiesWhereItGoes(buffer))
            buffer = buffer.ToArray();

        while (!buffer.IsEmpty)
        {
            if (_offset == _window.Length)
                OpenWindow();

            int count = Math.Min(buffer.Length, _window.Length - _offset);
            buffer.Slice(0, count).CopyTo(_window.AsSpan(_offset));
            Step(count);
            buffer = buffer.Slice(count);
        }
    }

    // Whether the bytes lie in this stream, where they are written to. With several pieces, one would overwrite the next; a single piece moves as a whole.
    private bool LiesWhereItGoes(ReadOnlySpan<byte> buffer)
    {
        long end = Cursor + buffer.Length;
        for (long position = Cursor; position < end;)
        {
            Segment segment = _segments[_segments.IndexOf(position)];
            if ((position > Cursor || segment.End < end) && buffer.Overlaps(segment.Window.AsSpan(0)))
                return true;

            position = segment.End;
        }

        return false;
    }

    private void ReserveBehindCursor(int count)
    {
        long limit = LimitFor(Cursor);
        if (count > limit - Cursor)
        {
            throw new IOException(
                $"Cannot write {count} bytes at position {Cursor} of this {Subject}: it would be longer than {limit} bytes. "
                + "Nothing was written.");
        }

        Reserve(Cursor + count);
    }

    internal static void CheckRange(byte[] buffer, int offset, int count)
    {
        if (buffer is null)
            throw new ArgumentNullException(nameof(buffer));

        if (offset < 0)
            throw new ArgumentOutOfRangeException(nameof(offset), offset, "The offset into the array must be 0 or more.");

        if (count < 0 || count > buffer.Length - offset)
        {
            throw new ArgumentOutOfRangeException(
                nameof(count), count, $"The array has {buffer.Length} bytes; {count} from offset {offset} on were requested.");
        }
    }

    private void AdvanceInRoom(int count)
    {
        if (count > 0 && !HasRoom)
            ThrowNoRoom(count);

        WriterContract.CheckAdvance(_segments.Pool, nameof(PooledStream), count, _staged.IsRented ? _staged.Window.Length : _window.Length - _offset);
        if (_staged.IsRented)
        {
            Write(_staged.Window.AsSpan(0, count));
            ReturnStaged();
        }
        else
        {
            // The rest of the room stays valid: code that writes into one span and advances in several steps is common.
            Step(count);
            _roomPosition = Cursor;
        }
    }

    private bool HasRoom => _roomPosition == Cursor && !_roomHasEnded;

    [DoesNotReturn]
    private void ThrowNoRoom(int count) => throw new InvalidOperationException(_roomPosition < 0
        ? $"Cannot advance this {Subject} by {count} bytes: no room was asked for. Call GetSpan or GetMemory first."
        : $"Cannot advance this {Subject} by {count} bytes: the room was handed out for position {_roomPosition}, and the stream has been moved or its "
            + $"length set since. Call GetSpan or GetMemory again: the position is {Cursor} now.");

    private Memory<byte> Stage(int sizeHint)
    {
        ArrayLimits.Check(sizeHint);
        int length = Math.Max(sizeHint, _segments.FirstLength);
        if (_staged.Window.Length < length)
        {
            var longer = new OwnedArray<byte>(_segments.Pool, length);
            ReturnStaged();
            _staged = longer;
        }

        return _staged.Window.AsMemory(0);
    }

    private void ReturnStaged()
    {
        OwnedArray<byte> staged = _staged;
        _staged = default;
        staged.Return();
    }
}
