using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Collects bytes, and text as UTF-8, in one piece of memory that grows: the caller's memory first, then rented arrays.
/// <c>using var writer = PacketBuffer.CreateWriter(stackalloc byte[256]);</c>
/// </summary>
/// <remarks><inheritdoc cref="PooledWriter{T}" path="/remarks/node()"/></remarks>
/// <example>
/// <code>
/// using PooledGen;
///
/// using Stream output = Console.OpenStandardOutput();
/// using var reply = PacketBuffer.CreateWriter(stackalloc byte[256]);
/// reply.Append("HTTP/1.1 200 OK\r\n"u8);
/// reply.Append($"Content-Length: {42}\r\n\r\n");
/// output.Write(reply.WrittenSpan);
///
/// [PooledBuffer&lt;byte&gt;(MaxLength = 64 * 1024)]
/// public partial struct PacketBuffer;
/// </code>
/// </example>
[NonCopyable]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public ref struct PooledUtf8Writer
#if NET9_0_OR_GREATER
    : IDisposable
#endif
{
    private PooledWriter<byte> _writer;

    /// <summary>Creates a writer that rents with the first element written.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    public PooledUtf8Writer(BufferPool<byte> pool, in RentalScope scope = default) => _writer = new PooledWriter<byte>(pool, in scope);

    /// <summary>Creates a writer that rents only when <paramref name="initial"/> is full.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="initial">The caller's own memory. It does not go to the pool.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    public PooledUtf8Writer(BufferPool<byte> pool, Span<byte> initial, in RentalScope scope = default)
        => _writer = new PooledWriter<byte>(pool, initial, in scope);

    /// <summary>Creates a writer with rented room for a number of bytes.</summary>
    /// <param name="pool">The pool that the arrays are rented from.</param>
    /// <param name="capacity">The least number of bytes that fit; the writer grows beyond that.</param>
    /// <param name="scope">Leave it out: it confines the writer and its spans to the calling block, checked by the compiler.</param>
    /// <exception cref="ArgumentNullException">The pool is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative, or it is oversize and the pool refuses that.</exception>
    public PooledUtf8Writer(BufferPool<byte> pool, int capacity, in RentalScope scope = default) => _writer = new PooledWriter<byte>(pool, capacity, in scope);

    /// <summary>The number of written bytes.</summary>
    public readonly int Length => _writer.Length;

    /// <summary>The number of bytes that fit before the writer grows.</summary>
    public readonly int Capacity => _writer.Capacity;

    /// <inheritdoc cref="PooledWriter{T}.WrittenSpan"/>
    public readonly ReadOnlySpan<byte> WrittenSpan => _writer.WrittenSpan;

    /// <inheritdoc cref="PooledWriter{T}.AsRef"/>
    [UnscopedRef]
    public ref PooledUtf8Writer AsRef() => ref this;

    /// <inheritdoc cref="PooledWriter{T}.Append(T)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(byte value) => _writer.Append(value);

    /// <inheritdoc cref="PooledWriter{T}.Append(ReadOnlySpan{T})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<byte> values) => _writer.Append(values);

    /// <inheritdoc cref="PooledWriter{T}.Append(T, int)"/>
    public void Append(byte value, int count) => _writer.Append(value, count);

    /// <inheritdoc cref="PooledWriter{T}.GetSpan"/>
    public Span<byte> GetSpan(int sizeHint = 0) => _writer.GetSpan(sizeHint);

    /// <inheritdoc cref="PooledWriter{T}.Advance"/>
    public void Advance(int count) => _writer.Advance(count);

    /// <inheritdoc cref="PooledWriter{T}.Clear"/>
    public void Clear() => _writer.Clear();

    /// <inheritdoc cref="PooledWriter{T}.Truncate"/>
    public void Truncate(int length) => _writer.Truncate(length);

    /// <inheritdoc cref="PooledWriter{T}.Insert(int, T)"/>
    public void Insert(int index, byte value) => _writer.Insert(index, value);

    /// <inheritdoc cref="PooledWriter{T}.Insert(int, ReadOnlySpan{T})"/>
    public void Insert(int index, scoped ReadOnlySpan<byte> values) => _writer.Insert(index, values);

    /// <inheritdoc cref="PooledWriter{T}.Detach"/>
    public PooledOwner<byte> Detach() => _writer.Detach();

    /// <inheritdoc cref="PooledWriter{T}.ToArray"/>
    public readonly byte[] ToArray() => _writer.ToArray();

    /// <inheritdoc cref="PooledWriter{T}.ToString"/>
    public override readonly string ToString() => _writer.ToString();

    /// <inheritdoc cref="PooledWriter{T}.Dispose"/>
    public void Dispose() => _writer.Dispose();

    private readonly string DebuggerDisplay => _writer.DebuggerDisplay;

    /// <summary>Appends text, as UTF-8.</summary>
    /// <param name="text">The text; null appends nothing.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(string? text) => Append(text.AsSpan());

    /// <summary>Appends text, as UTF-8. Invalid UTF-16, also half of a surrogate pair, becomes U+FFFD.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(scoped ReadOnlySpan<char> text)
    {
        _writer.ThrowIfOver();

        // Count the bytes only if the text might not fit.
        if (text.Length > _writer.Free.Length / Utf8Text.MaxBytesPerChar)
            _writer.GetSpan(Utf8Text.GetByteCount(text));

        _writer.Advance(Utf8Text.GetBytes(text, _writer.Free));
    }

#if NET
    /// <summary>Appends a value, formatted, as UTF-8. It is not boxed.</summary>
    /// <typeparam name="TFormattable">The value's type.</typeparam>
    /// <param name="value">The value; null appends nothing.</param>
    /// <param name="format">The format, as in the value's ToString.</param>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    // Not called Append, because Append(5) would be taken for the byte 5.
    public void AppendFormatted<TFormattable>(TFormattable value, string? format = null, IFormatProvider? provider = null)
        where TFormattable : IUtf8SpanFormattable?
        => _writer.AppendValue(value, format, provider);

    /// <summary>Appends an interpolated string, as UTF-8: <c>writer.Append($"{id:x8} {name}")</c>. It is formatted in place; no string is made.</summary>
    /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append([InterpolatedStringHandlerArgument("")] scoped Utf8InterpolationHandler handler) => _writer.Complete(handler.Buffer);

    /// <summary>Appends an interpolated string, as UTF-8, formatted for a culture.</summary>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(IFormatProvider? provider, [InterpolatedStringHandlerArgument("", nameof(provider))] scoped Utf8InterpolationHandler handler)
        => _writer.Complete(handler.Buffer);

    [UnscopedRef]
    internal readonly InterpolationBuffer<byte> Interpolate(int literalLength, IFormatProvider? provider) => _writer.Interpolate(literalLength, provider);
#endif
}
