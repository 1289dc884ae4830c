using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>
/// Collects elements in one rented array that grows. Reusable: <see cref="Clear"/> or <see cref="ResetWrittenCount"/> begin anew with
/// the array that is there. Dispose it once it is no longer needed; until then its array counts as in use.
/// </summary>
/// <remarks>
/// Growing rents an array of at least twice the length, copies, and returns the old one; within the pool's <c>MaxLength</c> that
/// allocates nothing after warm-up. Not safe for use by several threads at a time; Dispose may come from any thread.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
public sealed class PooledBufferWriter<T> : IBufferWriter<T>, IMemoryOwner<T>
{
    private const int DefaultInitialCapacity = 256;

    private readonly BufferPool<T> _pool;
    private OwnedArray<T> _rental;
    private T[] _array; // empty once disposed, so that every fast path takes its slow one
    private int _written;

    /// <summary>Creates a writer with room for 256 elements, or for the pool's <c>MaxLength</c> where that is less.</summary>
    /// <param name="pool">Where the arrays come from.</param>
    public PooledBufferWriter(BufferPool<T> pool)
        : this(pool, Math.Min(DefaultInitialCapacity, pool?.MaxLength ?? 0))
    {
    }

    /// <summary>Creates a writer.</summary>
    /// <param name="pool">Where the arrays come from.</param>
    /// <param name="initialCapacity">How many elements fit before it grows: at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is not positive, or oversize where the pool refuses that.</exception>
    public PooledBufferWriter(BufferPool<T> pool, int initialCapacity)
    {
        _pool = pool ?? throw new ArgumentNullException(nameof(pool));
        if (initialCapacity <= 0)
            throw new ArgumentOutOfRangeException(nameof(initialCapacity), initialCapacity, "A writer's capacity is 1 or more.");

        _rental = new OwnedArray<T>(pool, initialCapacity);
        _array = _rental.Array;
    }

    /// <summary>What was written so far. Valid until the writer grows, is cleared or disposed.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public ReadOnlySpan<T> WrittenSpan => new(LiveArray, 0, _written);

    /// <summary>What was written so far, for asynchronous code. Valid until the writer grows, is cleared or disposed.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public ReadOnlyMemory<T> WrittenMemory => new(LiveArray, 0, _written);

    /// <summary>What was written so far.</summary>
    Memory<T> IMemoryOwner<T>.Memory => MemoryMarshal.AsMemory(WrittenMemory);

    /// <summary>How many elements were written.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public int WrittenCount
    {
        get
        {
            ThrowIfDisposed();
            return _written;
        }
    }

    /// <summary>How many elements the array has: at least what was asked for.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public int Capacity => LiveArray.Length;

    /// <summary>How many more elements fit before the writer grows.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public int FreeCapacity => LiveArray.Length - _written;

    /// <summary>Gives room for further elements; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">How many at least; 0 for any number but none.</param>
    /// <returns>All the free room. What it holds is whatever is there.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or the growth oversize where the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public Span<T> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _array.AsSpan(_written);
    }

    /// <summary>Gives room for further elements to asynchronous code; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">How many at least; 0 for any number but none.</param>
    /// <returns>All the free room. What it holds is whatever is there.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or the growth oversize where the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public Memory<T> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _array.AsMemory(_written);
    }

    /// <summary>Adds elements that were written into the room handed out.</summary>
    /// <param name="count">How many: 0 to <see cref="FreeCapacity"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The count is above <see cref="FreeCapacity"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Advance(int count)
    {
        // Equality is left to the slow path, so that an empty array, which means disposed, goes there as well.
        if ((uint)count >= (uint)(_array.Length - _written))
            WriterContract.CheckAdvance(count, FreeCapacity);

        _written += count;
    }

    /// <summary>Adds elements.</summary>
    /// <param name="source">The elements; they may be a part of what was written.</param>
    /// <exception cref="ArgumentOutOfRangeException">The growth is oversize where the pool refuses that; nothing was changed.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public void Write(ReadOnlySpan<T> source)
    {
        OwnedArray<T> old = default;
        if ((uint)source.Length >= (uint)(_array.Length - _written) && source.Length > FreeCapacity)
            old = Grow((long)_written + source.Length);

        source.CopyTo(_array.AsSpan(_written));
        _written += source.Length;
        old.Return(); // only now: the source may lie in it
    }

    /// <summary>Sets what was written to its default and begins anew. The array stays.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Clear()
    {
        Array.Clear(LiveArray, 0, _written);
        _written = 0;
    }

    /// <summary>Begins anew without clearing what was written: cheaper, where the elements are no secret. The array stays.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void ResetWrittenCount()
    {
        ThrowIfDisposed();
        _written = 0;
    }

    /// <summary>Returns the array. A second call does nothing.</summary>
    public void Dispose()
    {
        // Exchanged, so that of two threads one returns.
        if (Interlocked.Exchange(ref _array, []).Length > 0)
        {
            _written = 0;
            _rental.Return();
        }
    }

    private T[] LiveArray
    {
        get
        {
            ThrowIfDisposed();
            return _array;
        }
    }

    private void ThrowIfDisposed()
    {
        if (_array.Length == 0)
            throw DisposedErrors.OfWriter(_pool.Name, nameof(PooledBufferWriter<T>));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Reserve(int sizeHint)
    {
        // Unsigned, a negative hint is a large one; equality is left to the slow path because a hint of 0 needs room for one.
        if ((uint)sizeHint >= (uint)(_array.Length - _written))
            ReserveSlow(sizeHint);
    }

    private void ReserveSlow(int sizeHint)
    {
        WriterContract.CheckSizeHint(sizeHint);
        if (Math.Max(sizeHint, 1) > FreeCapacity)
            Grow((long)_written + Math.Max(sizeHint, 1)).Return();
    }

    // Gives the old array, for the caller to return.
    private OwnedArray<T> Grow(long needed)
    {
        // The new array first: where it cannot be had, nothing has changed.
        var larger = new OwnedArray<T>(_pool, Growth.NextLength(_pool, _array.Length, needed));
        _array.AsSpan(0, _written).CopyTo(larger.Array);
        OwnedArray<T> old = _rental;
        _rental = larger;
        _array = larger.Array;
        return old;
    }
}
