using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Collects elements in one rented array that grows. It is reusable: <see cref="Clear"/> and
/// <see cref="ResetWrittenCount"/> start again with the same array. Dispose it once it is no longer needed; until then a rented array counts as in use.
/// </summary>
/// <remarks>
/// Growing rents an array of at least twice the length, copies, and returns the old one; within the pool's <c>MaxLength</c> that
/// allocates nothing after warm-up. Instances are not thread-safe, except that any thread may call Dispose.
/// </remarks>
/// <example>
/// <code>
/// using System.Text.Json;
/// using PooledGen;
///
/// using PooledBufferWriter&lt;byte&gt; buffer = PacketBuffer.Pool.CreateBufferWriter(initialCapacity: 1024);
/// using var json = new Utf8JsonWriter(buffer);
/// foreach (int id in new[] { 1, 2, 3 })
/// {
///     json.WriteStartObject();
///     json.WriteNumber("id", id);
///     json.WriteEndObject();
///     json.Flush();
///     Console.WriteLine(buffer.WrittenSpan.Length);
///
///     json.Reset();
///     // The next document goes into the same array.
///     buffer.ResetWrittenCount();
/// }
///
/// [PooledBuffer&lt;byte&gt;(MaxLength = 64 * 1024)]
/// public partial struct PacketBuffer;
/// </code>
/// </example>
/// <typeparam name="T">The element type.</typeparam>
public sealed class PooledBufferWriter<T> : IBufferWriter<T>, IMemoryOwner<T>
{
    private const int DefaultInitialCapacity = 256;

    private readonly BufferPool<T> _pool;
    private readonly BufferBudget? _budget;
    private OwnedArray<T> _rental;
    private readonly int _initialCapacity;
    private Window<T> _window; // empty once disposed or detached, so that every fast path takes its slow one
    private int _written;
    private int _disposed;

    /// <summary>Creates a writer, and rents its first array.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="initialCapacity">
    /// The number of elements that fit before the writer grows; 0 for 256, or the pool's <c>MaxLength</c> if that is less.
    /// </param>
    /// <param name="budget">
    /// The budget that the writer's array counts against; null for none. While the writer grows it has the old array and the new one. If the budget does not
    /// admit an array of twice the length, the writer asks for the length that it needs. A member that would grow the writer throws an
    /// <see cref="InsufficientMemoryException"/> if the budget does not admit that either, and changes nothing.
    /// </param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="InsufficientMemoryException">The budget does not admit the first array.</exception>
    public PooledBufferWriter(BufferPool<T> pool, int initialCapacity = 0, BufferBudget? budget = null)
    {
        _pool = pool ?? throw new ArgumentNullException(nameof(pool));
        if (initialCapacity < 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(initialCapacity), initialCapacity, $"The capacity of a PooledBufferWriter of {pool.Name} must be 0 or more.");
        }

        _initialCapacity = initialCapacity == 0 ? Math.Min(DefaultInitialCapacity, pool.MaxLength) : initialCapacity;
        _budget = budget;
        _rental = new OwnedArray<T>(pool, _initialCapacity, budget);
        _window = _rental.Window;
    }

    /// <summary>The elements written so far. Valid until the writer grows, is cleared or disposed.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public ReadOnlySpan<T> WrittenSpan => LiveWindow.AsSpan(0, _written);

    /// <summary>The elements written so far, for asynchronous code. Valid until the writer grows, is cleared or disposed.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public ReadOnlyMemory<T> WrittenMemory => LiveWindow.AsMemory(0, _written);

    /// <summary>The elements written so far.</summary>
    Memory<T> IMemoryOwner<T>.Memory => MemoryMarshal.AsMemory(WrittenMemory);

    /// <summary>The number of written elements.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public int WrittenCount
    {
        get
        {
            ThrowIfDisposed();
            return _written;
        }
    }

    /// <summary>The length of the array: at least the requested capacity; 0 after <see cref="Detach"/>.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public int Capacity => LiveWindow.Length;

    /// <summary>The number of further elements that fit before the writer grows.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public int FreeCapacity => LiveWindow.Length - _written;

    /// <summary>Gives room for further elements; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">The least number of elements; 0 for any number above 0.</param>
    /// <returns>All the free room. Its content is arbitrary.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or the growth is oversize and the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public Span<T> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _window.AsSpan(_written);
    }

    /// <summary>Gives room for further elements to asynchronous code; <see cref="Advance"/> says how many were written.</summary>
    /// <param name="sizeHint">The least number of elements; 0 for any number above 0.</param>
    /// <returns>All the free room. Its content is arbitrary.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative, or the growth is oversize and the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public Memory<T> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _window.AsMemory(_written);
    }

    /// <summary>Adds the elements that the caller wrote into the free room.</summary>
    /// <param name="count">The number of elements: 0 to <see cref="FreeCapacity"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The count is above <see cref="FreeCapacity"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Advance(int count)
    {
        // Equality takes the slow path, so that an empty array, which means disposed, takes it as well.
        if ((uint)count >= (uint)(_window.Length - _written))
            WriterContract.CheckAdvance(_pool, nameof(PooledBufferWriter<T>), count, FreeCapacity);

        _written += count;
    }

    /// <summary>Adds elements.</summary>
    /// <param name="source">The elements; they may be a part of the written ones.</param>
    /// <exception cref="ArgumentOutOfRangeException">The growth is oversize, and the pool refuses that; nothing was changed.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public void Write(ReadOnlySpan<T> source)
    {
        OwnedArray<T> old = default;
        if ((uint)source.Length >= (uint)(_window.Length - _written) && source.Length > FreeCapacity)
            old = Grow((long)_written + source.Length);

        source.CopyTo(_window.AsSpan(_written));
        _written += source.Length;
        old.Return(); // last, because the source may lie in it
    }

    /// <summary>Clears the written elements and starts again with the same array.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Clear()
    {
        LiveWindow.AsSpan(0, _written).Clear();
        _written = 0;
    }

    /// <summary>Starts again with the same array and without clearing the elements: cheaper, if they are not a secret.</summary>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void ResetWrittenCount()
    {
        ThrowIfDisposed();
        _written = 0;
    }

    /// <summary>Returns the array. A second call does nothing.</summary>
    public void Dispose()
    {
        // An exchange, so that only one of two threads returns the array.
        if (Interlocked.Exchange(ref _disposed, 1) != 0)
            return;

        _window = default;
        _written = 0;
        _rental.Return();
    }

    private Window<T> LiveWindow
    {
        get
        {
            ThrowIfDisposed();
            return _window;
        }
    }

    private void ThrowIfDisposed()
    {
        if (_disposed != 0)
            throw DisposedErrors.OfWriter(_pool.Name, nameof(PooledBufferWriter<T>));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Reserve(int sizeHint)
    {
        // As an unsigned number a negative hint is a large one. Equality takes the slow path, because a hint of 0 needs room for one element.
        if ((uint)sizeHint >= (uint)(_window.Length - _written))
            ReserveSlow(sizeHint);
    }

    private void ReserveSlow(int sizeHint)
    {
        WriterContract.CheckSizeHint(_pool, nameof(PooledBufferWriter<T>), sizeHint);
        if (Math.Max(sizeHint, 1) > FreeCapacity)
            Grow((long)_written + Math.Max(sizeHint, 1)).Return();
    }

    // Returns the old array, which the caller gives back to the pool.
    private OwnedArray<T> Grow(long needed)
    {
        // After Detach the writer starts with its initial capacity again.
        int length = _window.Length == 0 && needed <= _initialCapacity ? _initialCapacity : Growth.NextLength(_pool, _window.Length, needed);

        // Rent the new array first: if that fails, nothing has changed.
        OwnedArray<T> larger = RentLarger(length, needed);
        Window<T> window = larger.Window;
        _window.AsSpan(0, _written).CopyTo(window.AsSpan(0));
        OwnedArray<T> old = _rental;
        _rental = larger;
        _window = window;
        return old;
    }

    // A budget may have no room for twice the length, but for what is needed.
    private OwnedArray<T> RentLarger(int length, long needed)
    {
        try
        {
            return new OwnedArray<T>(_pool, length, _budget);
        }
        catch (InsufficientMemoryException) when (length > needed)
        {
            return new OwnedArray<T>(_pool, (int)needed, _budget);
        }
    }

    /// <summary>Hands the written elements over to an owner. The writer is then empty and may be used again; it rents again with the next element.</summary>
    /// <returns>The owner of <see cref="WrittenCount"/> elements; an owner of length 0 if nothing was written.</returns>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public PooledOwner<T> Detach()
    {
        ThrowIfDisposed();
        if (_written == 0)
            return _budget is null ? _pool.RentOwner(0) : new OwnedArray<T>(_pool, 1, _budget).HandOver(0);

        PooledOwner<T> owner = _rental.HandOver(_written);
        _rental = default;
        _window = default;
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
    /// <returns>The written part of the array. Valid until the writer grows, is cleared or disposed.</returns>
    /// <exception cref="InvalidOperationException">
    /// The pool's buffers are native, or they are aligned and do not begin at an element of their array.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public ArraySegment<T> DangerousGetArray()
        => LiveWindow.TryGetArray(_written, out ArraySegment<T> segment) ? segment : throw BufferErrors.NoArrayInBlock(_pool.Name);
}
