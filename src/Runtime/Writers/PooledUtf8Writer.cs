using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// Collects bytes, and text as UTF-8, in one piece of memory that grows: the caller's memory first, then rented arrays.
/// <c>using var writer = PacketBuffer.CreateWriter(stackalloc byte[256]);</c>
/// </summary>
/// <remarks><inheritdoc cref="PooledWriter{T}" path="/remarks/node()"/></remarks>
[NonCopyable]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public ref partial struct PooledUtf8Writer
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

    /// <inheritdoc cref="PooledWriter{T}.DangerousGetArray"/>
    public readonly ArraySegment<byte> DangerousGetArray() => _writer.DangerousGetArray();

    /// <inheritdoc cref="PooledWriter{T}.ToArray"/>
    public readonly byte[] ToArray() => _writer.ToArray();

    /// <inheritdoc cref="PooledWriter{T}.ToString"/>
    public override readonly string ToString() => _writer.ToString();

    /// <inheritdoc cref="PooledWriter{T}.Dispose"/>
    public void Dispose() => _writer.Dispose();

    private readonly string DebuggerDisplay => _writer.DebuggerDisplay;
}
