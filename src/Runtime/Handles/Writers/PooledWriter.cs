using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Collects elements in one piece of memory that grows: the caller's memory first, then rented arrays, each at least twice as long as the one before, except
/// that the pool's longest array may be shorter than that. <c>using var writer = IndexBuffer.CreateWriter(stackalloc int[256]);</c>
/// </summary>
/// <remarks>
/// <para>Dispose it once, in the block that created it. Pass it on by <c>ref</c>, never by value: a copy does not see what the original rents. The first
/// Dispose of several copies ends the rental for all. Do not write to the other copies; their Dispose only counts as misuse. C# does not pass the variable
/// of a <c>using</c> by ref: use <see cref="AsRef"/>.</para>
/// <para>After Dispose a writer is empty; writing to it rents again. A writer that was made by default has no pool, so it throws when it would have to
/// rent.</para>
/// <para>Instances are not thread-safe: a ref struct stays on its thread.</para>
/// </remarks>
/// <example>
/// <code>
/// using PooledGen;
///
/// // Rents if there are more than 256 primes.
/// using var primes = IndexBuffer.CreateWriter(stackalloc int[256]);
/// for (int candidate = 2; candidate &lt; 10_000; candidate++)
/// {
///     if (IsPrime(candidate))
///         primes.Append(candidate);
/// }
///
/// Console.WriteLine(primes.WrittenSpan[^1]);
///
/// static bool IsPrime(int n)
/// {
///     for (int divisor = 2; divisor * divisor &lt;= n; divisor++)
///     {
///         if (n % divisor == 0)
///             return false;
///     }
///
///     return true;
/// }
///
/// [PooledBuffer&lt;int&gt;(MaxLength = 16 * 1024)]
/// public partial struct IndexBuffer;
/// </code>
/// </example>
/// <typeparam name="T">The element type.</typeparam>
[NonCopyable]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public ref struct PooledWriter<T>
#if NET9_0_OR_GREATER
    : IDisposable
#endif
{
    private Span<T> _span; // the written elements, and the free memory after them
    private int _length;
    private WriterStorage<T> _storage; // the rented array under the span, if there is one

    /// <summary>Creates a writer that rents with the first element written.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    public PooledWriter(BufferPool<T> pool, in RentalScope scope = default)
        : this(pool, Span<T>.Empty, in scope)
    {
    }

    /// <summary>Creates a writer that rents only when <paramref name="initial"/> is full.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="initial">The caller's own memory. It does not go to the pool.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    public PooledWriter(BufferPool<T> pool, Span<T> initial, in RentalScope scope = default)
    {
        _storage = new WriterStorage<T>(pool ?? throw new ArgumentNullException(nameof(pool)));
        _span = initial;
        if (pool.ClearsOnRent)
            initial.Clear();
    }

    /// <summary>Creates a writer with rented room for a number of elements.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="capacity">The least number of elements that fit; the writer grows beyond that.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that.</exception>
    public PooledWriter(BufferPool<T> pool, int capacity, in RentalScope scope = default)
    {
        _storage = new WriterStorage<T>(pool ?? throw new ArgumentNullException(nameof(pool)));
        _span = _storage.Start(capacity);
    }

    /// <summary>The number of written elements.</summary>
    public readonly int Length => _length;

    /// <summary>The number of elements that fit before the writer grows.</summary>
    public readonly int Capacity => _span.Length;

    /// <summary>The written elements. Valid until the writer is written to again, cleared or disposed.</summary>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public readonly ReadOnlySpan<T> WrittenSpan
    {
        get
        {
            _storage.ThrowIfOver();
            return _span.Slice(0, _length);
        }
    }

    /// <summary>This writer by reference, for a method that writes to it: <c>Format(ref writer.AsRef())</c>.</summary>
    /// <returns>A reference that the compiler keeps inside the writer's block.</returns>
    [UnscopedRef]
    public ref PooledWriter<T> AsRef() => ref this;

    /// <summary>Hands the written elements over to an owner, which may outlive the block. The writer is then empty and may be used again.</summary>
    /// <remarks>The owner gets the rented array itself, or a rented copy of elements that still lie in the caller's memory.</remarks>
    /// <returns>The owner of <see cref="Length"/> elements; an owner of length 0 if nothing is written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The copy is oversize, and the pool refuses that; the writer is unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for the copy; the writer is unchanged.</exception>
    public PooledOwner<T> Detach()
    {
        _storage.ThrowIfOver();

        if (_length == 0)
            return _storage.RentEmpty();

        PooledOwner<T> owner;
        if (_storage.IsRented)
        {
            owner = _storage.HandOver(_length);
            _span = default;
            _length = 0;
        }
        else
        {
            owner = _storage.Pool.RentCopy(_span.Slice(0, _length));
            Clear();
        }

        return owner;
    }

    /// <summary>Copies the written elements into a new array.</summary>
    /// <returns>An array of <see cref="Length"/> elements that is not pooled.</returns>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public readonly T[] ToArray() => WrittenSpan.ToArray();

    /// <summary>The written text if the elements are char, and otherwise the annotated type's name and the length.</summary>
    /// <returns>For example <c>writer of Net.IndexBuffer[12]</c>.</returns>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of a writer of char.</exception>
    public override readonly string ToString() => typeof(T) == typeof(char) ? WrittenSpan.ToString() : DebuggerDisplay;

    /// <summary>Returns the rented array. The writer is then empty and has no memory.</summary>
    public void Dispose()
    {
        Span<T> span = _span;
        _span = default;
        _length = 0;
        _storage.End(span);
    }

    /// <summary>The name and the length, without the text, because the debugger must not throw.</summary>
    internal readonly string DebuggerDisplay => $"{_storage.Subject}[{_length}]";

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

    /// <summary>The free memory after the written elements. Write to its start, then call <see cref="Advance"/>.</summary>
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

    /// <summary>Begins an interpolated string after the written elements.</summary>
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

    /// <summary>Inserts an element; the elements after it move.</summary>
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

    /// <summary>Inserts elements; the ones after them move.</summary>
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
