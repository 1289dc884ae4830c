using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
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
/// <typeparam name="T">The element type.</typeparam>
[NonCopyable]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public ref partial struct PooledWriter<T>
#if NET9_0_OR_GREATER
    : IDisposable
#endif
{
    private Span<T> _span; // the written elements, and the free memory behind them
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
            owner = _storage.Transfer(_length);
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

    /// <summary>
    /// The array that holds the written elements, for a callee that takes an array. If a span is enough, use <see cref="WrittenSpan"/>.
    /// </summary>
    /// <remarks>
    /// It is dangerous because an array has no handle: nothing stops its use after the writer has grown or was disposed, when the array may belong to
    /// another rental. The array is also longer than its written part. Do not give the array to an array pool.
    /// </remarks>
    /// <returns>The written part of the array, valid until the writer is written to again, cleared or disposed. Empty if nothing is rented.</returns>
    /// <exception cref="InvalidOperationException">The written elements still fit into the caller's own memory: more of them would have an array.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public readonly ArraySegment<T> DangerousGetArray()
    {
        _storage.ThrowIfOver();
        if (!_storage.IsRented && !_span.IsEmpty)
            BufferErrors.ThrowNoArray(_storage.Subject, _length);

        return _storage.ArrayOf(_length);
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
}
