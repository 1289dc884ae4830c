#if NET
using System.Diagnostics.CodeAnalysis;
#endif
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>Appending, and the free memory behind the written elements.</summary>
public ref partial struct PooledWriter<T>
{
    /// <summary>Appends an element.</summary>
    /// <param name="value">The element.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <remarks>
    /// For speed, the writer does not check the generation while it has room: a copy of the writer whose array was returned then writes into memory that may
    /// belong to another rental. All other members that touch the memory throw.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(T value)
    {
        int length = _length;
        Span<T> span = _span;
        if ((uint)length < (uint)span.Length)
        {
            span[length] = value;
            _length = length + 1;
        }
        else
        {
            AppendSlow(value);
        }
    }

    /// <summary>Appends elements.</summary>
    /// <param name="values">The elements; they may be a part of <see cref="WrittenSpan"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <remarks>
    /// For speed, the writer does not check the generation while it has room: a copy of the writer whose array was returned then writes into memory that may
    /// belong to another rental. All other members that touch the memory throw.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<T> values)
    {
        int length = _length;
        if (TryCopy(values, _span.Slice(length)))
            _length = length + values.Length;
        else
            AppendSlow(values);
    }

    /// <summary>Appends an element a number of times.</summary>
    /// <param name="value">The element.</param>
    /// <param name="count">The number of times.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative, or the writer would have to grow beyond what the pool allows.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(T value, int count)
    {
        if (count < 0)
            _storage.ThrowNegative(count, nameof(count));

        _storage.ThrowIfOver();

        if (count > _span.Length - _length)
            Grow(count);

        _span.Slice(_length, count).Fill(value);
        _length += count;
    }

    /// <summary>The free memory behind the written elements. Write to its start, then call <see cref="Advance"/>.</summary>
    /// <param name="sizeHint">The least length; 0 for any length above 0.</param>
    /// <returns>All free memory. Valid until the writer is written to again, cleared or disposed.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The size hint is negative, or the writer would have to grow beyond what the pool allows.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public Span<T> GetSpan(int sizeHint = 0)
    {
        if (sizeHint < 0)
            _storage.ThrowNegative(sizeHint, nameof(sizeHint));

        _storage.ThrowIfOver();

        if (_length == _span.Length || sizeHint > _span.Length - _length)
            Grow(sizeHint == 0 ? 1 : sizeHint);

        return _span.Slice(_length);
    }

    /// <summary>Adds the elements that the caller wrote into the memory of <see cref="GetSpan"/>.</summary>
    /// <param name="count">The number of elements.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">The count is above the length of the free memory.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Advance(int count)
    {
        if (count < 0)
            _storage.ThrowNegative(count, nameof(count));

        _storage.ThrowIfOver();

        if (count > _span.Length - _length)
            _storage.ThrowAdvancedTooFar(count, _span.Length - _length);

        _length += count;
    }

    /// <summary>The free memory, without growing.</summary>
    internal readonly Span<T> Free => _span.Slice(_length);

    /// <summary>Throws if the array was returned through a copy of the writer.</summary>
    internal readonly void ThrowIfOver() => _storage.ThrowIfOver();

#if NET
    /// <summary>Appends a value to a writer of char, or of byte as UTF-8.</summary>
    internal void AppendValue<TValue>(TValue value, string? format, IFormatProvider? provider)
    {
        _storage.ThrowIfOver();

        if (value is null)
            return;

        // If there was not enough room, format again from the beginning: a value does not say how much it needs.
        int written;
        while (!SpanFormatting.TryFormat<T, TValue>(value, Free, out written, format, provider))
            Grow(Free.Length + 1);

        Advance(written);
    }

    /// <summary>Begins an interpolated string behind the written elements.</summary>
    [UnscopedRef]
    internal readonly InterpolationBuffer<T> Interpolate(int literalLength, IFormatProvider? provider)
        => new(in _storage, _span, _length, literalLength, provider);

    /// <summary>Takes an interpolated string over.</summary>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    internal void Complete(scoped InterpolationBuffer<T> text)
    {
        int length = text.Complete(_length);
        if (text.HasGrown)
            _span = _storage.Commit(_span);

        _length = length;
    }

#endif
    // Text comes in short pieces, and the framework's copy of them is a call.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryCopy(scoped ReadOnlySpan<T> values, Span<T> destination)
#if NET
        => typeof(T) == typeof(char) ? ShortText.TryCopy(values, destination) : values.TryCopyTo(destination);
#else
        => values.TryCopyTo(destination);
#endif

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AppendSlow(T value)
    {
        Grow(1);
        _span[_length++] = value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AppendSlow(scoped ReadOnlySpan<T> values)
    {
        // Return the old array last, because the values may lie in it.
        values.CopyTo(_storage.Enlarge(_span, _length, values.Length).Slice(_length));
        _span = _storage.Commit(_span);
        _length += values.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int additional)
    {
        _storage.Enlarge(_span, _length, additional);
        _span = _storage.Commit(_span);
    }
}
