namespace PooledGen;

/// <summary>Changing what is written.</summary>
public ref partial struct PooledWriter<T>
{
    /// <summary>Starts again at the beginning, in the same memory. What was written is set to its default if the pool clears returned buffers.</summary>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Clear() => Truncate(0);

    /// <summary>
    /// Takes back what was written last: <c>writer.Truncate(writer.Length - 1)</c>. It is set to its default if the pool clears returned buffers.
    /// </summary>
    /// <param name="length">How much stays: 0 to <see cref="Length"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative or above <see cref="Length"/>.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Truncate(int length)
    {
        if ((uint)length > (uint)_length)
            WriterErrors.ThrowOutside(length, _length, nameof(length));

        _storage.ThrowIfOver();
        if (_storage.ClearsOnReturn)
            _span.Slice(length, _length - length).Clear();

        _length = length;
        _storage.Restart();
    }

    /// <summary>Inserts an element; what stands behind it moves.</summary>
    /// <param name="index">Its position: 0 to <see cref="Length"/>.</param>
    /// <param name="value">The element.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above <see cref="Length"/>, or the pool refuses the growth.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Insert(int index, T value)
    {
        if ((uint)index > (uint)_length)
            WriterErrors.ThrowOutside(index, _length, nameof(index));

        _storage.ThrowIfOver();

        if (_length == _span.Length)
            Grow(1);

        _span.Slice(index, _length - index).CopyTo(_span.Slice(index + 1));
        _span[index] = value;
        _length++;
    }

    /// <summary>Inserts elements; what stands behind them moves.</summary>
    /// <param name="index">The position of the first: 0 to <see cref="Length"/>.</param>
    /// <param name="values">The elements; a part of <see cref="WrittenSpan"/> if need be.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or above <see cref="Length"/>, or the pool refuses the growth.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Insert(int index, scoped ReadOnlySpan<T> values)
    {
        if ((uint)index > (uint)_length)
            WriterErrors.ThrowOutside(index, _length, nameof(index));

        _storage.ThrowIfOver();

        if (values.Overlaps(_span))
        {
            // What lies in this writer must not move while it is copied. It goes to the end, and from there to its place in three turns.
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
