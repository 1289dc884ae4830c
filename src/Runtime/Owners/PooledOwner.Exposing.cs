namespace PooledGen;

/// <summary>The array itself.</summary>
public readonly partial struct PooledOwner<T>
{
    /// <summary>
    /// The rented array, for a callee that takes an array, or for a hot loop of a type that keeps the array in a field. Where a span will do, use
    /// <see cref="Span"/>.
    /// </summary>
    /// <remarks>
    /// It is dangerous because an array has no handle: nothing stops its use after Dispose, when the array may belong to another rental. And the array
    /// is longer than the owner: use the elements from <see cref="ArraySegment{T}.Offset"/> on, and <see cref="Length"/> of them. Do not give the
    /// array to an array pool.
    /// </remarks>
    /// <returns>The part of the array that is the owner's, valid until Dispose. An empty array for an owner that was made by default.</returns>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by Slice or Resize.</exception>
    public ArraySegment<T> DangerousGetArray() => LiveNode is { } node ? node.AsArraySegment(_start, _length) : new ArraySegment<T>([]);
}
