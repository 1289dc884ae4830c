using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Members for code that outlives the writer, or that takes an array.</summary>
public sealed partial class PooledBufferWriter<T>
{
    /// <summary>Hands the written elements over to an owner. The writer is then empty and may be used again; it rents again with the next element.</summary>
    /// <remarks>The owner gets the rented array itself, or a rented copy of elements that still lie in the caller's own array.</remarks>
    /// <returns>The owner of <see cref="WrittenCount"/> elements; an owner of length 0 if nothing was written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The copy is oversize, and the pool refuses that; the writer is unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for the copy; the writer is unchanged.</exception>
    public PooledOwner<T> Detach()
    {
        ThrowIfDisposed();
        if (_written == 0)
            return _pool.RentOwner(0);

        PooledOwner<T> owner;
        if (_rental.IsRented)
        {
            owner = _rental.Transfer(_written);
            _rental = default;
            _window = default;
        }
        else
        {
            owner = _pool.RentCopy(WrittenSpan);
            if (_pool.ClearsOnReturn)
                _window.AsSpan(0, _written).Clear();
        }

        _written = 0;
        return owner;
    }

    /// <summary>
    /// The array that the writer writes to, for a callee that takes an array. If a span or a memory is enough, use <see cref="WrittenSpan"/> or
    /// <see cref="WrittenMemory"/>.
    /// </summary>
    /// <remarks>
    /// It is dangerous because an array has no handle: nothing stops its use after the writer has grown or was disposed, when the array may belong to
    /// another rental. The array is also longer than its written part. Do not give the array to an array pool.
    /// </remarks>
    /// <returns>The written part of the array, rented or the caller's own. Valid until the writer grows, is cleared or disposed.</returns>
    /// <exception cref="InvalidOperationException">
    /// The pool's buffers are native, or they are aligned and do not begin at an element of their array.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public ArraySegment<T> DangerousGetArray()
        => LiveWindow.TryGetArray(_written, out ArraySegment<T> segment) ? segment : throw BufferErrors.NoArrayInBlock(_pool.Name);
}
