using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// A list whose array is rented: <c>using var list = PacketBuffer.CreateList();</c> Its members are those of <see cref="List{T}"/> that are used most, and
/// they behave in the same way. Dispose it once it is no longer needed; until then its array counts as in use. It is reusable: <see cref="Clear"/> keeps
/// the array.
/// </summary>
/// <remarks>
/// <para>Growing rents a larger array, copies, and returns the old one. Within the pool's <c>MaxLength</c> that allocates nothing after warm-up.</para>
/// <para>It is a class, because a copy of a struct would have a count of its own over the same array. A second Dispose does nothing.</para>
/// <para>Instances are not thread-safe. Any thread may call Dispose, but not while another thread uses the list.</para>
/// <para>Elements that leave the list are set to their default if the pool clears on return, as it does by default for elements that hold references.</para>
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
[CollectionBuilder(typeof(PooledList), nameof(PooledList.Create))]
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(PooledListDebugView<>))]
public sealed partial class PooledList<T> : IList<T>, IReadOnlyList<T>, IDisposable
{
    private readonly BufferPool<T> _pool;
    private OwnedArray<T> _rental;
    private T[] _items; // empty over an aligned or native buffer, and once disposed or detached, so that every fast path takes its slow one
    private PlacedBlock<T>? _block; // the elements of an aligned or native buffer, in place of the array
    private int _size;
    private int _version; // changes with the list, so that an enumerator notices
    private int _disposed;

    /// <summary>Creates an empty list that rents with the first element.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    public PooledList(BufferPool<T> pool)
        : this(pool, capacity: 0)
    {
    }

    /// <summary>Creates an empty list with rented room for a number of elements.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="capacity">The number of elements that fit before the list grows: 0 or more. 0 rents nothing yet.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that.</exception>
    public PooledList(BufferPool<T> pool, int capacity)
    {
        _pool = pool ?? throw new ArgumentNullException(nameof(pool));
        if (capacity < 0)
            throw new ArgumentOutOfRangeException(nameof(capacity), capacity, $"The capacity of a list of {pool.Name} must be 0 or more.");

        _items = [];
        if (capacity > 0)
            Use(new OwnedArray<T>(pool, capacity));
    }

    /// <summary>The number of elements; 0 after Dispose.</summary>
    public int Count => _size;

    /// <summary>The length of the rented array. The list grows when it needs more. 0 while nothing is rented.</summary>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public int Capacity
    {
        get
        {
            ThrowIfDisposed();
            return Room.Length;
        }
    }

    /// <summary>False: the list can be changed.</summary>
    bool ICollection<T>.IsReadOnly => false;

    /// <summary>The element at a position.</summary>
    /// <param name="index">0 to <see cref="Count"/> - 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative, or not below <see cref="Count"/>.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public T this[int index]
    {
        get
        {
            if ((uint)index >= (uint)_size)
                ThrowOutside(index);

            return ElementAt(index);
        }
        set
        {
            if ((uint)index >= (uint)_size)
                ThrowOutside(index);

            T[] items = _items;
            if (HoldsReferences || (uint)index < (uint)items.Length)
                items[index] = value;
            else
                PlacedElementAt(index) = value;

            _version++;
        }
    }

    /// <summary>Adds an element at the end.</summary>
    /// <param name="item">The element.</param>
    /// <exception cref="ArgumentOutOfRangeException">The growth is oversize, and the pool refuses that; nothing was changed.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(T item)
    {
        T[] items = _items;
        int size = _size;
        if ((uint)size >= (uint)items.Length)
        {
            AddSlow(item);
            return;
        }

        _version++;
        _size = size + 1;
        items[size] = item;
    }

    /// <summary>Makes room for a number of elements, so that the list does not grow while they are added.</summary>
    /// <param name="capacity">The least capacity, including the elements that the list has: 0 or more.</param>
    /// <returns>The new <see cref="Capacity"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that; nothing was changed.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public int EnsureCapacity(int capacity)
    {
        if (capacity < 0)
            throw new ArgumentOutOfRangeException(nameof(capacity), capacity, $"The capacity of this list of {_pool.Name} must be 0 or more.");

        if (capacity > Capacity)
            Grow(_size, capacity - _size).Return();

        return Capacity;
    }

    /// <summary>Removes all elements and keeps the array, so that the list can be filled again without renting.</summary>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();
        Shrink(0);
    }

    /// <summary>The elements. Valid until the list grows, is detached or disposed; elements that are added later are not in it.</summary>
    /// <returns>A span of <see cref="Count"/> elements.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> AsSpan()
    {
        ThrowIfDisposed();
        return HoldsReferences || _block is not { } block ? new(_items, 0, _size) : block.GetSpan().Slice(0, _size);
    }

    /// <summary>The elements, for asynchronous code. Valid until the list grows, is detached or disposed.</summary>
    /// <returns>A memory of <see cref="Count"/> elements.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public Memory<T> AsMemory()
    {
        ThrowIfDisposed();
        return _block is { } block ? block.Memory.Slice(0, _size) : new(_items, 0, _size);
    }

    /// <summary>Copies all elements into a new array.</summary>
    /// <returns>An array of <see cref="Count"/> elements that is not pooled.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public T[] ToArray() => AsSpan().ToArray();

    /// <summary>Enables <c>foreach</c> over the elements. The enumerator throws if the list changes meanwhile.</summary>
    /// <returns>An enumerator, which allocates nothing.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public PooledListEnumerator<T> GetEnumerator()
    {
        ThrowIfDisposed();
        return new PooledListEnumerator<T>(this, _version);
    }

    IEnumerator<T> IEnumerable<T>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Hands the elements over to an owner. The list is then empty and may be used again; it rents again with the next element.</summary>
    /// <returns>The owner of <see cref="Count"/> elements; an owner of length 0 if there were none. Dispose it.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public PooledOwner<T> Detach()
    {
        ThrowIfDisposed();
        if (_size == 0)
            return _pool.RentOwner(0);

        PooledOwner<T> owner = _rental.Transfer(_size);
        Use(default);
        _size = 0;
        _version++;
        return owner;
    }

    /// <summary>Returns the array. A second call does nothing.</summary>
    public void Dispose()
    {
        // An exchange, so that only one of two threads returns the array.
        if (Interlocked.Exchange(ref _disposed, 1) != 0)
            return;

        OwnedArray<T> rental = _rental;
        Use(default);
        _size = 0;
        _version++;
        rental.Return();
    }

    /// <summary>Whether the list has not changed since its version was read.</summary>
    internal bool IsUnchangedSince(int version) => _version == version;

    /// <summary>Throws because the list was changed while it was enumerated, or by code that it called.</summary>
    [DoesNotReturn]
    internal void ThrowChanged()
    {
        ThrowIfDisposed();
        throw new InvalidOperationException($"This list of {_pool.Name} was changed while it was enumerated or searched. Change it before or afterwards.");
    }

    // A constant to the JIT. The builds for netstandard2.0 and .NET Framework have arrays only.
    private static bool HoldsReferences
#if NET
        => RuntimeHelpers.IsReferenceOrContainsReferences<T>();
#else
        => true;
#endif

    // All elements of the rented buffer, those behind the count too.
    private Span<T> Room => _block is { } block ? block.GetSpan() : _items;

    /// <summary>An element. The caller has checked that the index is below the count.</summary>
    // The test that an array needs anyway also finds buffers that have none. The JIT drops the second case for elements with references, which always lie
    // in arrays. The array's case comes first, so that the JIT lays it out without a jump.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal T ElementAt(int index)
    {
        T[] items = _items;
        if (HoldsReferences || (uint)index < (uint)items.Length)
            return items[index];

        return PlacedElementAt(index);
    }

    // Inlined, and without a call that returns: callers would save registers for it, also for arrays.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref T PlacedElementAt(int index)
    {
        PlacedBlock<T>? block = _block;
        if (block is null || (uint)index >= (uint)block.Length)
            ThrowOutside(index);

        return ref block.AsSpan(index, length: 1)[0];
    }

    // The caller has returned the rental before, or handed it over.
    private void Use(OwnedArray<T> rental)
    {
        _rental = rental;
        _items = rental.Array;
        _block = rental.Block;
    }

    private void ThrowIfDisposed()
    {
        if (_disposed != 0)
            throw DisposedErrors.OfList(_pool.Name);
    }

    [DoesNotReturn]
    private void ThrowOutside(int index)
    {
        ThrowIfDisposed();
        throw new ArgumentOutOfRangeException(nameof(index), index, $"This list of {_pool.Name} has {_size} elements.");
    }

    // A method of its own, so that the usual Add stays small enough to be inlined.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AddSlow(T item)
    {
        OwnedArray<T> old = _size < Room.Length ? default : Grow(_size, 1);
        Room[_size] = item;
        _size++;
        _version++;
        old.Return(); // last, because the report of a check may throw: the list then has its element
    }
}
