using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Collects text in one piece of memory that grows: the caller's memory first, then rented arrays.
/// <c>using var writer = TextBuffer.CreateWriter(stackalloc char[256]);</c>
/// </summary>
/// <remarks><inheritdoc cref="PooledWriter{T}" path="/remarks/node()"/></remarks>
/// <example>
/// <code>
/// using PooledGen;
///
/// using var text = TextBuffer.CreateWriter(stackalloc char[256]);
/// for (int day = 1; day &lt;= 31; day++)
///     text.Append($"{day:00};");   // formats into the buffer, without a string
///
/// text.Truncate(text.Length - 1);
/// Console.Out.WriteLine(text.WrittenSpan);
///
/// [PooledBuffer&lt;char&gt;(MaxLength = 16 * 1024)]
/// public partial struct TextBuffer;
/// </code>
/// </example>
[NonCopyable]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public ref struct PooledTextWriter
#if NET9_0_OR_GREATER
    : IDisposable
#endif
{
    private PooledWriter<char> _writer;

    /// <summary>Creates a writer that rents with the first element written.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    public PooledTextWriter(BufferPool<char> pool, in RentalScope scope = default) => _writer = new PooledWriter<char>(pool, in scope);

    /// <summary>Creates a writer that rents only when <paramref name="initial"/> is full.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="initial">The caller's own memory. It does not go to the pool.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    public PooledTextWriter(BufferPool<char> pool, Span<char> initial, in RentalScope scope = default)
        => _writer = new PooledWriter<char>(pool, initial, in scope);

    /// <summary>Creates a writer with rented room for a number of characters.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="capacity">The least number of characters that fit; the writer grows beyond that.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that.</exception>
    public PooledTextWriter(BufferPool<char> pool, int capacity, in RentalScope scope = default) => _writer = new PooledWriter<char>(pool, capacity, in scope);

    /// <summary>The number of written characters.</summary>
    public readonly int Length => _writer.Length;

    /// <summary>The number of characters that fit before the writer grows.</summary>
    public readonly int Capacity => _writer.Capacity;

    /// <inheritdoc cref="PooledWriter{T}.WrittenSpan"/>
    public readonly ReadOnlySpan<char> WrittenSpan => _writer.WrittenSpan;

    /// <inheritdoc cref="PooledWriter{T}.AsRef"/>
    [UnscopedRef]
    public ref PooledTextWriter AsRef() => ref this;

    /// <inheritdoc cref="PooledWriter{T}.Append(T)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(char value) => _writer.Append(value);

    /// <inheritdoc cref="PooledWriter{T}.Append(ReadOnlySpan{T})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<char> values) => _writer.Append(values);

    /// <inheritdoc cref="PooledWriter{T}.Append(T, int)"/>
    public void Append(char value, int count) => _writer.Append(value, count);

    /// <inheritdoc cref="PooledWriter{T}.GetSpan"/>
    public Span<char> GetSpan(int sizeHint = 0) => _writer.GetSpan(sizeHint);

    /// <inheritdoc cref="PooledWriter{T}.Advance"/>
    public void Advance(int count) => _writer.Advance(count);

    /// <inheritdoc cref="PooledWriter{T}.Clear"/>
    public void Clear() => _writer.Clear();

    /// <inheritdoc cref="PooledWriter{T}.Truncate"/>
    public void Truncate(int length) => _writer.Truncate(length);

    /// <inheritdoc cref="PooledWriter{T}.Insert(int, T)"/>
    public void Insert(int index, char value) => _writer.Insert(index, value);

    /// <inheritdoc cref="PooledWriter{T}.Insert(int, ReadOnlySpan{T})"/>
    public void Insert(int index, scoped ReadOnlySpan<char> values) => _writer.Insert(index, values);

    /// <inheritdoc cref="PooledWriter{T}.Detach"/>
    public PooledOwner<char> Detach() => _writer.Detach();

    /// <inheritdoc cref="PooledWriter{T}.ToArray"/>
    public readonly char[] ToArray() => _writer.ToArray();

    /// <inheritdoc cref="PooledWriter{T}.ToString"/>
    public override readonly string ToString() => _writer.ToString();

    /// <inheritdoc cref="PooledWriter{T}.Dispose"/>
    public void Dispose() => _writer.Dispose();

    private readonly string DebuggerDisplay => _writer.DebuggerDisplay;

    /// <summary>Appends text.</summary>
    /// <param name="text">The text; null appends nothing.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    public void Append(string? text) => _writer.Append(text.AsSpan());

#if NET
    /// <summary>Appends a value, formatted. It is not boxed.</summary>
    /// <typeparam name="TFormattable">The value's type.</typeparam>
    /// <param name="value">The value; null appends nothing.</param>
    /// <param name="format">The format, as in the value's ToString.</param>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void AppendFormatted<TFormattable>(TFormattable value, string? format = null, IFormatProvider? provider = null)
        where TFormattable : ISpanFormattable?
        => _writer.AppendValue(value, format, provider);

    /// <summary>Appends an interpolated string: <c>writer.Append($"{id:x8} {name}")</c>. It is formatted in place; no string is made.</summary>
    /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append([InterpolatedStringHandlerArgument("")] scoped TextInterpolationHandler handler) => _writer.Complete(handler.Buffer);

    /// <summary>Appends an interpolated string, formatted for a culture.</summary>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(IFormatProvider? provider, [InterpolatedStringHandlerArgument("", nameof(provider))] scoped TextInterpolationHandler handler)
        => _writer.Complete(handler.Buffer);

    [UnscopedRef]
    internal readonly InterpolationBuffer<char> Interpolate(int literalLength, IFormatProvider? provider) => _writer.Interpolate(literalLength, provider);
#endif
}
