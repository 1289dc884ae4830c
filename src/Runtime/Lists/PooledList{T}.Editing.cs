#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen;

/// <summary>Members that change more than one element at the end of the list.</summary>
public sealed partial class PooledList<T>
{
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
            throw new ArgumentException($"This list of {_pool.Name} has {_size} elements; {count} from index {index} on were requested.", nameof(count));

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
}
