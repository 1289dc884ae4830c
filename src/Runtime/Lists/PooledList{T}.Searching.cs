namespace PooledGen;

/// <summary>Members that search, sort and copy elements.</summary>
public sealed partial class PooledList<T>
{
    /// <summary>Whether an element is equal to a value.</summary>
    /// <param name="item">The value.</param>
    /// <returns>Whether there is one.</returns>
    /// <exception cref="InvalidOperationException">The elements' <c>Equals</c> makes the list grow, or disposes it.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public bool Contains(T item) => IndexOf(item) >= 0;

    /// <summary>The position of the first element that is equal to a value.</summary>
    /// <param name="item">The value.</param>
    /// <returns>The position; -1 if there is none.</returns>
    /// <exception cref="InvalidOperationException">The elements' <c>Equals</c> makes the list grow, or disposes it.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public int IndexOf(T item)
    {
        ThrowIfDisposed();
        using (Lend())
            return _block is null ? Array.IndexOf(_items, item, 0, _size) : SpanSearch.IndexOf(AsSpan(), item);
    }

    /// <summary>The position of the last element that is equal to a value.</summary>
    /// <param name="item">The value.</param>
    /// <returns>The position; -1 if there is none.</returns>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public int LastIndexOf(T item)
    {
        ThrowIfDisposed();
        if (_size == 0)
            return -1;

        using (Lend())
            return _block is null ? Array.LastIndexOf(_items, item, _size - 1, _size) : SpanSearch.LastIndexOf(AsSpan(), item);
    }

    /// <summary>Whether an element matches.</summary>
    /// <param name="match">The condition.</param>
    /// <returns>Whether there is one.</returns>
    /// <exception cref="ArgumentNullException">The delegate is null.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public bool Exists(Predicate<T> match) => FindIndex(match) >= 0;

    /// <summary>The first element that matches.</summary>
    /// <param name="match">The condition.</param>
    /// <returns>The element; the type's default if there is none.</returns>
    /// <exception cref="ArgumentNullException">The delegate is null.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public T? Find(Predicate<T> match)
    {
        int index = FindIndex(match);
        return index < 0 ? default : this[index];
    }

    /// <summary>The position of the first element that matches.</summary>
    /// <param name="match">The condition.</param>
    /// <returns>The position; -1 if there is none.</returns>
    /// <exception cref="ArgumentNullException">The delegate is null.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public int FindIndex(Predicate<T> match)
    {
        ThrowIfDisposed();
        if (match is null)
            throw new ArgumentNullException(nameof(match));

        // Reads the fields and no copies of them, because the delegate may change the list.
        for (int i = 0; i < _size; i++)
        {
            if (match(ElementAt(i)))
                return i;
        }

        return -1;
    }

    /// <summary>Whether all elements match.</summary>
    /// <param name="match">The condition.</param>
    /// <returns>Whether all do; true for an empty list.</returns>
    /// <exception cref="ArgumentNullException">The delegate is null.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public bool TrueForAll(Predicate<T> match)
    {
        ThrowIfDisposed();
        if (match is null)
            throw new ArgumentNullException(nameof(match));

        for (int i = 0; i < _size; i++)
        {
            if (!match(ElementAt(i)))
                return false;
        }

        return true;
    }

    /// <summary>Calls a delegate with each element.</summary>
    /// <param name="action">The delegate. It must not change the list.</param>
    /// <exception cref="ArgumentNullException">The delegate is null.</exception>
    /// <exception cref="InvalidOperationException">The delegate has changed the list.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void ForEach(Action<T> action)
    {
        if (action is null)
            throw new ArgumentNullException(nameof(action));

        foreach (T item in this)
            action(item);
    }

    /// <summary>Looks for an element in a sorted list.</summary>
    /// <param name="item">The value.</param>
    /// <param name="comparer">The order of the list; null for the elements' own order.</param>
    /// <returns>The position; if there is none, the complement of the position of the next larger element, or of <see cref="Count"/>.</returns>
    /// <exception cref="InvalidOperationException">The elements have no order of their own, and no comparer was given.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public int BinarySearch(T item, IComparer<T>? comparer = null)
    {
        ThrowIfDisposed();
        using (Lend())
            return _block is null ? Array.BinarySearch(_items, 0, _size, item, comparer) : SpanSearch.BinarySearch(AsSpan(), item, comparer);
    }

    /// <summary>Sorts the elements. Equal elements may change places.</summary>
    /// <param name="comparer">The order; null for the elements' own order. It must not change the list.</param>
    /// <exception cref="InvalidOperationException">The elements have no order of their own, or the comparer throws or makes the list grow.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void Sort(IComparer<T>? comparer = null) => Sort(0, _size, comparer);

    /// <summary>Sorts the elements. Equal elements may change places.</summary>
    /// <param name="comparison">The order. It must not change the list.</param>
    /// <exception cref="ArgumentNullException">The delegate is null.</exception>
    /// <exception cref="InvalidOperationException">The delegate throws, or makes the list grow.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void Sort(Comparison<T> comparison)
    {
        ThrowIfDisposed();
        if (comparison is null)
            throw new ArgumentNullException(nameof(comparison));

#if NET
        using (Lend())
            AsSpan().Sort(comparison);

        _version++;
#else
        Sort(Comparer<T>.Create(comparison));
#endif
    }

    /// <summary>Sorts a part of the elements. Equal elements may change places.</summary>
    /// <param name="index">The first one.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="comparer">The order; null for the elements' own order. It must not change the list.</param>
    /// <exception cref="ArgumentException">The list has fewer elements from the index on.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="InvalidOperationException">The elements have no order of their own, or the comparer throws or makes the list grow.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void Sort(int index, int count, IComparer<T>? comparer)
    {
        CheckRange(index, count);
        using (Lend())
        {
#if NET
            Room.Slice(index, count).Sort(comparer);
#else
            Array.Sort(_items, index, count, comparer);
#endif
        }

        _version++;
    }

    /// <summary>Reverses the order of the elements.</summary>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void Reverse()
    {
        AsSpan().Reverse();
        _version++;
    }

    /// <summary>Reverses the order of a part of the elements.</summary>
    /// <param name="index">The first one.</param>
    /// <param name="count">The number of elements.</param>
    /// <exception cref="ArgumentException">The list has fewer elements from the index on.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The index or the count is negative.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void Reverse(int index, int count)
    {
        CheckRange(index, count);
        Room.Slice(index, count).Reverse();
        _version++;
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

    /// <summary>Copies all elements.</summary>
    /// <param name="destination">At least <see cref="Count"/> elements.</param>
    /// <exception cref="ArgumentException">The destination is too short; nothing was copied.</exception>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public void CopyTo(Span<T> destination) => AsSpan().CopyTo(destination);

    private void CheckRange(int index, int count)
    {
        ThrowIfDisposed();
        if (index < 0)
            throw new ArgumentOutOfRangeException(nameof(index), index, $"The index into this list of {_pool.Name} must be 0 or more.");

        if (count < 0)
            throw new ArgumentOutOfRangeException(nameof(count), count, $"The number of elements of this list of {_pool.Name} must be 0 or more.");

        if (count > _size - index)
            throw new ArgumentException($"This list of {_pool.Name} has {_size} elements; {count} from index {index} on were requested.", nameof(count));
    }

    private Loan Lend() => new(this);

    /// <summary>
    /// A call that reads or writes the array and calls other code meanwhile: a search, a sort, or a collection that copies itself. Until it ends, the list does
    /// not give the array back to the pool, because the call would go on in the next rental (ListLoanTests). It counts, because a comparer may sort again.
    /// </summary>
    private readonly ref struct Loan
    {
        private readonly PooledList<T> _list;

        public Loan(PooledList<T> list)
        {
            _list = list;
            list._loans++;
        }

        public void Dispose() => _list._loans--;
    }
}
