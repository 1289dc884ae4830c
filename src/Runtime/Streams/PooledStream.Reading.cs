namespace PooledGen;

/// <summary>Reading: up to the end, over as many segments as it takes.</summary>
public sealed partial class PooledStream
{
    /// <summary>Reads bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">Where they go.</param>
    /// <returns>How many there were: less than asked for only at the end, where it is 0.</returns>
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

    /// <summary>Reads bytes at the position, which moves behind them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">Where the first byte goes.</param>
    /// <param name="count">How many at most.</param>
    /// <returns>How many there were: less than asked for only at the end, where it is 0.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override int Read(byte[] buffer, int offset, int count)
    {
        CheckRange(buffer, offset, count);
        return Read(new Span<byte>(buffer, offset, count));
    }

    /// <summary>Reads a byte at the position, which moves behind it.</summary>
    /// <returns>The byte, or -1 at the end.</returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override int ReadByte()
    {
        byte[] window = _window;
        int offset = _offset;
        if ((uint)offset < (uint)window.Length && Cursor < _length)
        {
            _offset = offset + 1;
            return window[offset];
        }

        return ReadByteSlow();
    }

    private int ReadByteSlow()
    {
        ThrowIfDisposed();
        if (Cursor >= _length)
            return -1;

        OpenWindow();
        return _window[_offset++];
    }
}
