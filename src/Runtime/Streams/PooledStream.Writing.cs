using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// Writing: into the window where the bytes fit, else over as many segments as needed; or in place, at the position. A request for room that does not
/// fit into the rest of a segment gets rented memory of its own, and <see cref="Advance"/> copies from there; so does one beyond the end, where the gap
/// is yet to be filled.
/// </summary>
public sealed partial class PooledStream
{
    private OwnedArray<byte> _staged;

    // The position that room was handed out for; -1 before the first time. Reads and writes only move the position forward, away from it.
    // MoveTo and SetLength, which could bring the position back to it, end the room explicitly: the fast paths have nothing to do.
    private long _roomPosition = -1;
    private bool _roomHasEnded;

    /// <summary>Writes bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">What to write.</param>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override void Write(ReadOnlySpan<byte> buffer)
#else
    public void Write(ReadOnlySpan<byte> buffer)
#endif
    {
        byte[] window = _window;
        int offset = _offset;

        // Equality is left to the slow path, so that a closed window needs no test of its own.
        if ((uint)buffer.Length < (uint)(window.Length - offset))
        {
            buffer.CopyTo(window.AsSpan(offset));
            Step(buffer.Length);
        }
        else
        {
            WriteSlow(buffer);
        }
    }

    /// <summary>Writes bytes at the position, which moves behind them.</summary>
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

    /// <summary>Writes a byte at the position, which moves behind it.</summary>
    /// <param name="value">The byte.</param>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments; nothing was written.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override void WriteByte(byte value)
    {
        byte[] window = _window;
        int offset = _offset;
        if ((uint)offset < (uint)window.Length)
        {
            window[offset] = value;
            Step(1);
        }
        else
        {
            WriteByteSlow(value);
        }
    }

    /// <summary>Writes bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">The first byte to write.</param>
    /// <param name="count">The number of bytes.</param>
    /// <param name="cancellationToken">Whether to report cancellation instead.</param>
    /// <returns>A completed task.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        => CompletedWrites.Write(this, buffer, offset, count, cancellationToken);

#if NET
    /// <summary>Writes bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">What to write.</param>
    /// <param name="cancellationToken">Whether to report cancellation instead.</param>
    /// <returns>A completed task.</returns>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        => CompletedWrites.Write(this, buffer, cancellationToken);
#endif

    /// <summary>Gives room for bytes at the position; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">The least number of bytes, in one piece; 0 for any number above 0. A hint that fits into a segment saves a copy.</param>
    /// <returns>
    /// The room, until the position moves or the length is set. Bytes of the stream may lie there: what is written replaces them at once.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="IOException">The stream would be longer than 2^30 segments.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many bytes; nothing was changed.</exception>
    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>Gives room for bytes at the position to asynchronous code; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">The least number of bytes, in one piece; 0 for any number above 0. A hint that fits into a segment saves a copy.</param>
    /// <returns>
    /// The room, until the position moves or the length is set. Bytes of the stream may lie there: what is written replaces them at once.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or it is oversize and the pool refuses that.</exception>
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Step(int count)
    {
        _offset += count;
        if (Cursor > _length)
            _length = Cursor;
    }

    // Apart, because stack memory in WriteByte would cost its fast path a guard.
    private void WriteByteSlow(byte value) => WriteSlow(stackalloc byte[] { value });

    private void WriteSlow(ReadOnlySpan<byte> buffer)
    {
        ThrowIfDisposed();
        ReserveBehindCursor(buffer.Length);
        Extend(Cursor); // MemoryStream does so even where nothing is written
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

    // Bytes of this stream: one piece would be overwritten by the one before it. In a single piece they move as a whole.
    private bool LiesWhereItGoes(ReadOnlySpan<byte> buffer)
    {
        long end = Cursor + buffer.Length;
        for (long position = Cursor; position < end;)
        {
            Segment<byte> segment = _segments[_segments.IndexOf(position)];
            if ((position > Cursor || segment.End < end) && buffer.Overlaps(segment.Array))
                return true;

            position = segment.End;
        }

        return false;
    }

    private void ReserveBehindCursor(int count)
    {
        if (count > _segments.MaxCapacity - Cursor)
            throw new IOException($"The stream would be longer than {_segments.MaxCapacity} bytes.");

        Reserve(Cursor + count);
    }

    internal static void CheckRange(byte[] buffer, int offset, int count)
    {
        if (buffer is null)
            throw new ArgumentNullException(nameof(buffer));

        if (offset < 0)
            throw new ArgumentOutOfRangeException(nameof(offset), offset, "An offset is 0 or more.");

        if (count < 0 || count > buffer.Length - offset)
            throw new ArgumentOutOfRangeException(nameof(count), count, $"The array has {buffer.Length} elements, the part begins at {offset}.");
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
