using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>Writing: into the window where the bytes fit, else over as many segments as it takes.</summary>
public sealed partial class PooledStream
{
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
    /// <param name="count">How many.</param>
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
}
