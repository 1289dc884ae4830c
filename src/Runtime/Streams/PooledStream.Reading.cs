using System.Buffers;
using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>
/// Reading and copying, up to the end and over as many segments as needed. The asynchronous members complete synchronously; the task reports exceptions,
/// except for invalid arguments.
/// </summary>
public sealed partial class PooledStream
{
    // The next result is often the same as the last one, so reading in blocks allocates only one task.
    private Task<int>? _lastRead;

    /// <summary>Reads bytes at the position, and moves the position behind them.</summary>
    /// <param name="buffer">The destination.</param>
    /// <returns>The number of bytes read: less than requested only at the end of the stream, and 0 behind the last byte.</returns>
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

    /// <summary>Reads bytes at the position, and moves the position behind them.</summary>
    /// <param name="buffer">The array.</param>
    /// <param name="offset">The index in the array at which the first byte is stored.</param>
    /// <param name="count">The greatest number of bytes.</param>
    /// <returns>The number of bytes read: less than requested only at the end of the stream, and 0 behind the last byte.</returns>
    /// <exception cref="ArgumentException">The part is not inside the array.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public override int Read(byte[] buffer, int offset, int count)
    {
        CheckRange(buffer, offset, count);
        return Read(new Span<byte>(buffer, offset, count));
    }

    /// <summary>Reads a byte at the position, and moves the position behind it.</summary>
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

    /// <summary>Reads bytes at the position, and moves the position behind them.</summary>
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
    /// <summary>Reads bytes at the position, and moves the position behind them.</summary>
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
    /// <summary>Writes the bytes from the position to the end, and moves the position there.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="bufferSize">Positive; not used, because no buffer is needed.</param>
    /// <exception cref="ObjectDisposedException">A stream was disposed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        CheckCopy(destination, bufferSize);
        Copy(TakeRest(), destination);
    }
#endif

    /// <summary>Writes the bytes from the position to the end, and moves the position there.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="bufferSize">Positive; not used, because no buffer is needed.</param>
    /// <param name="cancellationToken">A token that is checked once, at the beginning, and passed on to the destination.</param>
    /// <returns>A task that ends with the destination's last write.</returns>
    /// <exception cref="ObjectDisposedException">A stream was disposed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        CheckCopy(destination, bufferSize);
        return cancellationToken.IsCancellationRequested
            ? Task.FromCanceled(cancellationToken)
            : CopyAsync(TakeRest(), destination, cancellationToken);
    }

    private ReadOnlySequence<byte> TakeRest()
    {
        if (Cursor >= _length)
            return ReadOnlySequence<byte>.Empty;

        ReadOnlySequence<byte> rest = GetReadOnlySequence().Slice(Cursor);
        MoveTo(_length);
        return rest;
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
}
