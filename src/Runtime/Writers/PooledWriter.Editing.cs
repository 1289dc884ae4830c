namespace PooledGen;

/// <summary>Changes to the written elements.</summary>
public ref partial struct PooledWriter<T>
{
    /// <summary>Starts again at the beginning, in the same memory. The old elements are cleared if the pool clears returned buffers.</summary>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Clear() => Truncate(0);

    /// <summary>
    /// Removes the last elements: <c>writer.Truncate(writer.Length - 1)</c>. They are cleared if the pool clears returned buffers.
    /// </summary>
    /// <param name="length">The number of elements that stay: 0 to <see cref="Length"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative or above <see cref="Length"/>.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Truncate(int length)
    {
        if ((uint)length > (uint)_length)
            _storage.ThrowOutside(length, _length, nameof(length));

        _storage.ThrowIfOver();
        if (_storage.ClearsOnReturn)
            _span.Slice(length, _length - length).Clear();

        _length = length;
        _storage.Restart();
    }

    /// <summary>Inserts an element; the elements behind it move.</summary>
    /// <param name="index">The position of the element: 0 to <see cref="Length"/>.</param>
    /// <param name="value">The element.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above <see cref="Length"/>, or the pool refuses the growth.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Insert(int index, T value)
    {
        if ((uint)index > (uint)_length)
            _storage.ThrowOutside(index, _length, nameof(index));

        _storage.ThrowIfOver();

        if (_length == _span.Length)
            Grow(1);

        _span.Slice(index, _length - index).CopyTo(_span.Slice(index + 1));
        _span[index] = value;
        _length++;
    }

    /// <summary>Inserts elements; the ones behind them move.</summary>
    /// <param name="index">The position of the first: 0 to <see cref="Length"/>.</param>
    /// <param name="values">The elements; they may be a part of <see cref="WrittenSpan"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above <see cref="Length"/>, or the pool refuses the growth.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Insert(int index, scoped ReadOnlySpan<T> values)
    {
        if ((uint)index > (uint)_length)
            _storage.ThrowOutside(index, _length, nameof(index));

        _storage.ThrowIfOver();

        if (values.Overlaps(_span))
        {
            // Values inside this writer must not move while they are copied. Append them at the end, and move them into place by three reversals.
            int moved = _length - index;
            Append(values);
            Span<T> turned = _span.Slice(index, _length - index);
            turned.Slice(0, moved).Reverse();
            turned.Slice(moved).Reverse();
            turned.Reverse();
            return;
        }

        if (values.Length > _span.Length - _length)
            Grow(values.Length);

        _span.Slice(index, _length - index).CopyTo(_span.Slice(index + values.Length));
        values.CopyTo(_span.Slice(index));
        _length += values.Length;
    }
}
