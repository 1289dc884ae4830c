using System.Buffers;
using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>Copying to other streams: segment by segment, without a buffer in between.</summary>
public sealed partial class PooledStream
{
    /// <summary>Writes all bytes, wherever the position is, which stays.</summary>
    /// <param name="stream">Where they go.</param>
    /// <exception cref="ObjectDisposedException">This stream was disposed.</exception>
    public void WriteTo(Stream stream)
    {
        if (stream is null)
            throw new ArgumentNullException(nameof(stream));

        // Into itself: what is written must not overwrite what is still to come.
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
    /// <summary>Writes the bytes from the position to the end, where the position moves.</summary>
    /// <param name="destination">Where they go.</param>
    /// <param name="bufferSize">Positive; not used, because no buffer is needed.</param>
    /// <exception cref="ObjectDisposedException">A stream was disposed.</exception>
    /// <exception cref="NotSupportedException">The destination cannot be written.</exception>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        CheckCopy(destination, bufferSize);
        Copy(TakeRest(), destination);
    }
#endif

    /// <summary>Writes the bytes from the position to the end, where the position moves.</summary>
    /// <param name="destination">Where they go.</param>
    /// <param name="bufferSize">Positive; not used, because no buffer is needed.</param>
    /// <param name="cancellationToken">Whether to report cancellation instead; handed to the destination.</param>
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

    // By array, which every stream takes without a copy of its own.
    private static void Copy(ReadOnlySequence<byte> source, Stream destination)
    {
        foreach (ReadOnlyMemory<byte> memory in source)
        {
            MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> part);
            destination.Write(part.Array!, part.Offset, part.Count);
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
}
