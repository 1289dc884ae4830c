namespace PooledGen;

/// <summary>Members that search and copy elements.</summary>
public sealed partial class PooledList<T>
{
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
