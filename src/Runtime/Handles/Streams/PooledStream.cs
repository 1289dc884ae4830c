using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

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
/// <example>
/// <code>
/// using PooledGen;
///
/// using PooledStream stream = PacketBuffer.Pool.CreateStream();
/// using FileStream file = File.OpenRead("data.bin");
/// await file.CopyToAsync(stream);
///
/// stream.Position = 0;
/// await stream.CopyToAsync(Stream.Null);
///
/// [PooledBuffer&lt;byte&gt;(MaxLength = 64 * 1024)]
/// public partial struct PacketBuffer;
/// </code>
/// </example>
public sealed class PooledStream : Stream, IBufferWriter<byte>
{
    private SegmentList _segments;
    private long _length;
    private int _disposed;

    // The window is the segment in which the position lies. It is closed (empty) whenever the fast paths must not run: no segment is there yet, the
    // position is beyond the end, or the stream is disposed.
    private Window<byte> _window;
    private long _windowStart;
    private int _offset;

    /// <summary>Creates an empty stream, which rents with the first byte.</summary>
    /// <param name="pool">The pool that the segments are rented from.</param>
    /// <param name="segmentLength">
    /// The length up to which segments grow: 1 to the pool's <c>MaxLength</c>; 0 for the largest size class up to 64 KB. The stream has at most 2^30 segments.
    /// </param>
    /// <param name="budget">
    /// The budget that the segments count against; null for none. A member that would grow the stream throws an <see cref="InsufficientMemoryException"/> if
    /// the budget does not admit it, and changes nothing.
    /// </param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or above the pool's <c>MaxLength</c>.</exception>
    public PooledStream(BufferPool<byte> pool, int segmentLength = 0, BufferBudget? budget = null)
        => _segments = new SegmentList(pool ?? throw new ArgumentNullException(nameof(pool)), segmentLength, budget);

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
    /// <exception cref="ArgumentOutOfRangeException">
    /// The value is negative, above 2^30 segments, or more than 2 GB longer than the stream and above the memory that the process may use.
    /// </exception>
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

    // The next result is often the same as the last one, so reading in blocks allocates only one task.
    private Task<int>? _lastRead;

    /// <summary>Reads bytes at the position, and moves the position after them.</summary>
    /// <param name="buffer">The destination.</param>
    /// <returns>The number of bytes read: less than requested only at the end of the stream, and 0 after the last byte.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
#if NET
    public override int Read(Span<byte> buffer)
#else
    public int Read(Span<byte> buffer)
#endif
    {
        ThrowIfDisposed();
        int total = (int)Math.Min(buffer.Length, Math.Max(0, _length - Cursor));
        buffer = buffer.Slice(0, total);
        while (!buffer.IsEmpty)
        {
            if (_offset == _window.Length)
                OpenWindow();

            int count = Math.Min(buffer.Length, _window.Length - _offset);
            _window.AsSpan(_offset, count).CopyTo(buffer);
            _offset += count;
            buffer = buffer.Slice(count);
        }

        return total;
    }

    /// <summary>Reads bytes at the position, and moves the position after them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">The index in the array at which the first byte is stored.</param>
    /// <param name="count">The greatest number of bytes.</param>
    /// <returns>The number of bytes read: less than requested only at the end of the stream, and 0 after the last byte.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override int Read(byte[] buffer, int offset, int count)
    {
        CheckRange(buffer, offset, count);
        return Read(new Span<byte>(buffer, offset, count));
    }

    /// <summary>Reads a byte at the position, and moves the position after it.</summary>
    /// <returns>The byte, or -1 at the end.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override int ReadByte()
    {
        int offset = _offset;
        if ((uint)offset < (uint)_window.Length && Cursor < _length)
        {
            _offset = offset + 1;
            return _window[offset];
        }

        return ReadByteSlow();
    }

    /// <summary>Reads bytes at the position, and moves the position after them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">The index in the array at which the first byte is stored.</param>
    /// <param name="count">The greatest number of bytes.</param>
    /// <param name="cancellationToken">A token that is checked once, at the beginning.</param>
    /// <returns>A completed task with the number of bytes read; 0 at the end.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        CheckRange(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled<int>(cancellationToken);

        try
        {
            int read = Read(new Span<byte>(buffer, offset, count));
            Task<int>? last = _lastRead;
            return last is not null && last.Result == read ? last : _lastRead = Task.FromResult(read);
        }
        catch (Exception exception)
        {
            return Task.FromException<int>(exception);
        }
    }

#if NET
    /// <summary>Reads bytes at the position, and moves the position after them.</summary>
    /// <param name="buffer">The destination.</param>
    /// <param name="cancellationToken">A token that is checked once, at the beginning.</param>
    /// <returns>A completed task with the number of bytes read; 0 at the end.</returns>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
            return ValueTask.FromCanceled<int>(cancellationToken);

        try
        {
            return new ValueTask<int>(Read(buffer.Span));
        }
        catch (Exception exception)
        {
            return ValueTask.FromException<int>(exception);
        }
    }
#endif

    /// <summary>Writes all bytes, wherever the position is. The position stays, unless the stream is written into itself.</summary>
    /// <param name="stream">The destination.</param>
    /// <exception cref="ObjectDisposedException">This stream was disposed.</exception>
    public void WriteTo(Stream stream)
    {
        if (stream is null)
            throw new ArgumentNullException(nameof(stream));

        // A stream that is written into itself: written bytes must not overwrite bytes that are still to be read.
        if (stream == this)
            Write(ToArray());
        else
            Copy(GetReadOnlySequence(), stream);
    }

    /// <summary>Copies all bytes, wherever the position is, into a new array.</summary>
    /// <returns>An array of <see cref="Length"/> bytes that is not pooled.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many bytes.</exception>
    public byte[] ToArray()
    {
        ArrayLimits.Check(Length);
        return GetReadOnlySequence().ToArray();
    }

#if NET
    /// <summary>Writes the bytes from the position to the end, and moves the position there. Writes nothing if there are none.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="bufferSize">Positive; not used, because no buffer is needed.</param>
    /// <exception cref="ObjectDisposedException">A stream was disposed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        CheckCopy(destination, bufferSize);
        if (TryTakeRest(out ReadOnlySequence<byte> rest))
            Copy(rest, destination);
    }
#endif

    /// <summary>Writes the bytes from the position to the end, and moves the position there. Writes nothing if there are none.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="bufferSize">Positive; not used, because no buffer is needed.</param>
    /// <param name="cancellationToken">A token that is checked once, at the beginning, and passed on to the destination.</param>
    /// <returns>A task that ends with the destination's last write.</returns>
    /// <exception cref="ObjectDisposedException">A stream was disposed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        CheckCopy(destination, bufferSize);
        return cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken)
            : TryTakeRest(out ReadOnlySequence<byte> rest) ? CopyAsync(rest, destination, cancellationToken)
            : Task.CompletedTask;
    }

    // False if nothing is left. The caller then writes nothing, because a write of 0 bytes begins the response of a server.
    private bool TryTakeRest(out ReadOnlySequence<byte> rest)
    {
        rest = default;
        if (Cursor >= _length)
            return false;

        rest = GetReadOnlySequence().Slice(Cursor);
        MoveTo(_length);
        return true;
    }

    // Passes arrays, which every stream takes without a copy of its own. Native memory has none.
    private static void Copy(ReadOnlySequence<byte> source, Stream destination)
    {
        foreach (ReadOnlyMemory<byte> memory in source)
        {
            if (MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> part))
                destination.Write(part.Array!, part.Offset, part.Count);
#if NET
            else
                destination.Write(memory.Span);
#endif
        }
    }

    private static async Task CopyAsync(ReadOnlySequence<byte> source, Stream destination, CancellationToken cancellationToken)
    {
        foreach (ReadOnlyMemory<byte> memory in source)
        {
#if NET
            await destination.WriteAsync(memory, cancellationToken).ConfigureAwait(false);
#else
            MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> part);
            await destination.WriteAsync(part.Array!, part.Offset, part.Count, cancellationToken).ConfigureAwait(false);
#endif
        }
    }

    private void CheckCopy(Stream destination, int bufferSize)
    {
        if (destination is null)
            throw new ArgumentNullException(nameof(destination));

        if (bufferSize <= 0)
            throw new ArgumentOutOfRangeException(nameof(bufferSize), bufferSize, "A buffer's size is 1 or more.");

        ThrowIfDisposed();
        if (!destination.CanWrite)
        {
            throw destination.CanRead
                ? new NotSupportedException("The destination cannot be written.")
                : new ObjectDisposedException(nameof(destination), "The destination was disposed.");
        }
    }

    private int ReadByteSlow()
    {
        ThrowIfDisposed();
        if (Cursor >= _length)
            return -1;

        OpenWindow();
        return _window[_offset++];
    }

    private OwnedArray<byte> _staged;

    // The position for which room was handed out last; -1 before the first time. Reads and writes only move the position forward, away from it.
    // MoveTo and SetLength could bring the position back to it, so they end the room explicitly. The fast paths need no code for this.
    private long _roomPosition = -1;
    private bool _roomHasEnded;

    /// <summary>Writes bytes at the position, and moves the position after them.</summary>
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

    /// <summary>Writes bytes at the position, and moves the position after them.</summary>
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

    /// <summary>Writes a byte at the position, and moves the position after it.</summary>
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

    /// <summary>Writes bytes at the position, and moves the position after them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">The first byte to write.</param>
    /// <param name="count">The number of bytes.</param>
    /// <param name="cancellationToken">A token that is checked once, at the beginning.</param>
    /// <returns>A completed task.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        => CompletedWrites.Write(this, buffer, offset, count, cancellationToken);

#if NET
    /// <summary>Writes bytes at the position, and moves the position after them.</summary>
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

    /// <summary>Moves the position after the bytes that the caller wrote into the room.</summary>
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
            // With a budget, room for the copy comes first: a budget may refuse it now, and not when the bytes are written.
            if (_segments.Budget is not null)
                ReserveBehindCursor((int)_segments.Pool.BytesFor(length, member: null));

            OwnedArray<byte> old = _staged;
            _staged = new OwnedArray<byte>(_segments.Pool, length, _segments.Budget);
            old.Return();
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
