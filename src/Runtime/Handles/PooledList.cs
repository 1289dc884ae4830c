using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

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
public sealed class PooledList<T> : IList<T>, IReadOnlyList<T>, IDisposable
{
    private readonly BufferPool<T> _pool;
    private OwnedArray<T> _rental;
    private T[] _items; // empty over an aligned or native buffer, and once disposed or detached, so that every fast path takes its slow one
    private PlacedMemory<T>? _block; // the elements of an aligned or native buffer, in place of the array
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

        PooledOwner<T> owner = _rental.HandOver(_size);
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
        PlacedMemory<T>? block = _block;
        if (block is null || (uint)index >= (uint)block.Length)
            ThrowOutside(index);

        return ref block.GetSpan()[index];
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

    /// <summary>Adds elements at the end.</summary>
    /// <param name="items">The elements; they may be a part of the list.</param>
    /// <exception cref="ArgumentOutOfRangeException">The growth is oversize, and the pool refuses that; nothing was changed.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public void AddRange(ReadOnlySpan<T> items)
    {
        ThrowIfDisposed();
        if (items.IsEmpty)
            return;

        OwnedArray<T> old = OpenGap(_size, items.Length);
        items.CopyTo(Room.Slice(_size - items.Length));
        old.Return(); // last, because the elements may lie in it
    }

    /// <summary>Adds elements at the end.</summary>
    /// <param name="items">The elements.</param>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The growth is oversize, and the pool refuses that; nothing was changed.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    // Without this overload an array fits a span and an enumerable equally well for compilers before C# 14.
    public void AddRange(T[] items) => AddRange(new ReadOnlySpan<T>(items ?? throw new ArgumentNullException(nameof(items))));

    /// <summary>
    /// Adds elements at the end. If a sequence fails half-way, the list keeps the elements that it gave until then, as <see cref="List{T}"/> does.
    /// </summary>
    /// <param name="collection">The elements; it may be the list itself.</param>
    /// <exception cref="ArgumentNullException">The collection is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The growth is oversize, and the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements.</exception>
    public void AddRange(IEnumerable<T> collection)
    {
        ThrowIfDisposed();
        switch (collection)
        {
            case null:
                throw new ArgumentNullException(nameof(collection));

            case PooledList<T> list:
                AddRange(list.AsSpan());
                return;

            case T[] array:
                AddRange(array);
                return;
#if NET

            case List<T> list:
                AddRange(CollectionsMarshal.AsSpan(list));
                return;
#endif

            case ICollection<T> { Count: var count } when count > Room.Length - _size:
                Grow(_size, count).Return();
                break;
        }

        // Not ICollection.CopyTo: other code would get the array, and might write into it when it belongs to another rental.
        foreach (T item in collection)
            Add(item);
    }

    /// <summary>Inserts an element. The elements that follow move up.</summary>
    /// <param name="index">The position of the element: 0 to <see cref="Count"/>.</param>
    /// <param name="item">The element.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the list, or the growth is oversize and the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public void Insert(int index, T item)
    {
        if ((uint)index > (uint)_size)
            ThrowOutside(index);

        OwnedArray<T> old = OpenGap(index, 1);
        Room[index] = item;
        old.Return(); // last, because the report of a check may throw: the list then has its element
    }

    /// <summary>Inserts elements. The elements that follow move up.</summary>
    /// <param name="index">The position of the first one: 0 to <see cref="Count"/>.</param>
    /// <param name="items">The elements; they may be a part of the list.</param>
    /// <exception cref="ArgumentException">The elements are a part of the list, but some of them were removed since; nothing was changed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the list, or the growth is oversize and the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    /// <exception cref="OutOfMemoryException">One array cannot hold that many elements; nothing was changed.</exception>
    public void InsertRange(int index, ReadOnlySpan<T> items)
    {
        ThrowIfDisposed();
        if ((uint)index > (uint)_size)
            ThrowOutside(index);

        int count = items.Length;
        if (count == 0)
            return;

        bool isOwnPart = ((ReadOnlySpan<T>)Room).Overlaps(items, out int start);
        if (isOwnPart && start + count > _size)
        {
            throw new ArgumentException(
                $"The elements to insert are {start} to {start + count - 1} of this list of {_pool.Name}, which has only {_size} now.", nameof(items));
        }

        OwnedArray<T> old = OpenGap(index, count);
        Span<T> room = Room, gap = room.Slice(index, count);
        if (isOwnPart && !old.IsRented)
        {
            // The elements from the index on have moved up by the count, and with them a part of what is inserted.
            int unmoved = Math.Min(Math.Max(index - start, 0), count);
            room.Slice(start, unmoved).CopyTo(gap);
            room.Slice(start + unmoved + count, count - unmoved).CopyTo(gap.Slice(unmoved));
        }
        else
        {
            items.CopyTo(gap);
        }

        old.Return(); // last, because the elements may lie in it
    }

    /// <summary>Removes the first element that is equal to a value. The elements that follow move down.</summary>
    /// <param name="item">The value.</param>
    /// <returns>Whether there was one.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public bool Remove(T item)
    {
        int index = IndexOf(item);
        if (index < 0)
            return false;

        RemoveAt(index);
        return true;
    }

    /// <summary>Removes an element. The elements that follow move down.</summary>
    /// <param name="index">0 to <see cref="Count"/> - 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative, or not below <see cref="Count"/>.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void RemoveAt(int index)
    {
        if ((uint)index >= (uint)_size)
            ThrowOutside(index);

        Move(index + 1, index);
        Shrink(_size - 1);
    }

    /// <summary>Removes elements that follow each other. The elements that follow move down.</summary>
    /// <param name="index">The first one.</param>
    /// <param name="count">The number of elements.</param>
    /// <exception cref="ArgumentException">The list has fewer elements from the index on.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void RemoveRange(int index, int count)
    {
        ThrowIfDisposed();
        if (index < 0)
            throw new ArgumentOutOfRangeException(nameof(index), index, $"The index into this list of {_pool.Name} must be 0 or more.");

        if (count < 0)
            throw new ArgumentOutOfRangeException(nameof(count), count, $"The number of elements of this list of {_pool.Name} must be 0 or more.");

        if (count > _size - index)
            throw new ArgumentException($"This list of {_pool.Name} has {_size} elements; {count} from index {index} on were requested.");

        if (count == 0)
            return;

        Move(index + count, index);
        Shrink(_size - count);
    }

    /// <summary>
    /// Removes all elements that match. If <paramref name="match"/> throws, the elements that it has matched are removed, and no other is lost.
    /// </summary>
    /// <param name="match">The condition. It must not change the list.</param>
    /// <returns>The number of removed elements.</returns>
    /// <exception cref="ArgumentNullException">The delegate is null.</exception>
    /// <exception cref="InvalidOperationException">The delegate has changed the list.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public int RemoveAll(Predicate<T> match)
    {
        ThrowIfDisposed();
        if (match is null)
            throw new ArgumentNullException(nameof(match));

        OwnedArray<T> rental = _rental;
        Span<T> items = Room;
        int version = _version, size = _size, kept = 0, next = 0;
        try
        {
            for (; next < size; next++)
            {
                bool isRemoved = match(items[next]);
                if (!IsUnchanged(rental, version))
                    ThrowChanged();

                if (!isRemoved)
                    items[kept++] = items[next];
            }
        }
        finally
        {
            // A list that was changed may have returned the array.
            if (kept < next && IsUnchanged(rental, version))
            {
                Move(next, kept);
                Shrink(kept + size - next);
            }
        }

        return size - kept;
    }

    // The array as well, because EnsureCapacity replaces it and leaves the version, as List<T> does.
    private bool IsUnchanged(OwnedArray<T> rental, int version) => _version == version && _rental.IsSameAs(rental);

    // The elements of the gap are not written yet. If the list has grown, returns the old array, which the caller gives back to the pool.
    private OwnedArray<T> OpenGap(int index, int count)
    {
        OwnedArray<T> old = default;
        if (count > Room.Length - _size)
            old = Grow(index, count);
        else
            Move(index, index + count);

        _size += count;
        _version++;
        return old;
    }

    // Leaves a gap in the larger array. Returns the old array, which the caller gives back to the pool.
    private OwnedArray<T> Grow(int index, int count)
    {
        ThrowIfDisposed();

        // Rent the new array first: if there is no memory for it, nothing has changed.
        var larger = new OwnedArray<T>(_pool, Growth.NextLength(_pool, Room.Length, (long)_size + count));
        OwnedArray<T> old = _rental;
        Span<T> elements = AsSpan();
        Use(larger);
        elements.Slice(0, index).CopyTo(Room);
        elements.Slice(index).CopyTo(Room.Slice(index + count));
        return old;
    }

    // Moves the elements from a position to the end.
    private void Move(int from, int to) => Room.Slice(from, _size - from).CopyTo(Room.Slice(to));

    private void Shrink(int size)
    {
        if (_pool.ClearsOnReturn)
            Room.Slice(size, _size - size).Clear();

        _size = size;
        _version++;
    }

    /// <summary>Whether an element is equal to a value.</summary>
    /// <param name="item">The value.</param>
    /// <returns>Whether there is one.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public bool Contains(T item) => IndexOf(item) >= 0;

    /// <summary>The position of the first element that is equal to a value.</summary>
    /// <param name="item">The value.</param>
    /// <returns>The position; -1 if there is none.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public int IndexOf(T item)
    {
        ThrowIfDisposed();
        if (typeof(T).IsPrimitive && _block is null)
            return Array.IndexOf(_items, item, 0, _size);

        // Reads the fields for each element: Equals is other code and may dispose the list, and the search must not go on in the next rental.
        for (int i = 0; i < _size; i++)
        {
            if (EqualityComparer<T>.Default.Equals(ElementAt(i), item))
                return i;
        }

        return -1;
    }

    /// <summary>Copies all elements.</summary>
    /// <param name="array">The destination.</param>
    /// <param name="arrayIndex">The index in the array at which the first element is stored.</param>
    /// <exception cref="ArgumentException">The array is too short from the index on; nothing was copied.</exception>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void CopyTo(T[] array, int arrayIndex = 0)
    {
        ThrowIfDisposed();
        if (_block is null)
        {
            Array.Copy(_items, 0, array, arrayIndex, _size);
            return;
        }

        if (array is null)
            throw new ArgumentNullException(nameof(array));

        AsSpan().CopyTo(array.AsSpan(Math.Min(arrayIndex, array.Length)));
    }
}

/// <summary>Enumerates the elements of a <see cref="PooledList{T}"/>, and throws if the list changes meanwhile. Not thread-safe.</summary>
/// <typeparam name="T">The element type.</typeparam>
public struct PooledListEnumerator<T> : IEnumerator<T>
{
    private readonly PooledList<T> _list;
    private readonly int _version;
    private int _next; // -1 behind the last element
    private T? _current;

    internal PooledListEnumerator(PooledList<T> list, int version)
    {
        _list = list;
        _version = version;
    }

    /// <summary>The current element.</summary>
    public readonly T Current => _current!;

    /// <summary>The current element.</summary>
    /// <exception cref="InvalidOperationException">The enumerator is before the first element or after the last one.</exception>
    readonly object? IEnumerator.Current
        => _next > 0 ? _current : throw new InvalidOperationException("The enumerator is before the first element or after the last one.");

    /// <summary>Moves to the next element.</summary>
    /// <returns>Whether there is one.</returns>
    /// <exception cref="InvalidOperationException">The list was changed.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public bool MoveNext()
    {
        if (!_list.IsUnchangedSince(_version))
            _list.ThrowChanged();

        if ((uint)_next < (uint)_list.Count)
        {
            _current = _list.ElementAt(_next);
            _next++;
            return true;
        }

        _next = -1;
        _current = default;
        return false;
    }

    /// <summary>Moves back before the first element.</summary>
    /// <exception cref="InvalidOperationException">The list was changed.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    void IEnumerator.Reset()
    {
        if (!_list.IsUnchangedSince(_version))
            _list.ThrowChanged();

        _next = 0;
        _current = default;
    }

    /// <summary>Does nothing: an enumerator holds no resources.</summary>
    public readonly void Dispose()
    {
    }
}

/// <summary>The debugger's view of a list: its elements.</summary>
internal sealed class PooledListDebugView<T>(PooledList<T> list)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items { get; } = list.ToArray();
}

/// <summary>Creates lists without a declaration, over the pool of <see cref="SharedBuffer{T}"/>. The compiler calls it for collection expressions.</summary>
public static class PooledList
{
    /// <summary>Creates a list of elements: <c>using PooledList&lt;int&gt; list = [1, 2, 3];</c></summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="items">The elements, which are copied. Without any the list rents nothing yet.</param>
    /// <returns>The list. Dispose it.</returns>
    public static PooledList<T> Create<T>(ReadOnlySpan<T> items)
    {
        var list = new PooledList<T>(SharedBuffer<T>.Pool, items.Length);
        list.AddRange(items);
        return list;
    }
}
