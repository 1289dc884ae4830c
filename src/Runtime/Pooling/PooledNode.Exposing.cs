namespace PooledGen.CompilerServices;

/// <summary>The array itself, for callers that cannot take a span.</summary>
public sealed partial class PooledNode<T>
{
    /// <summary>The array of a renter's rental. Generated code only.</summary>
    /// <param name="pool">The renter's pool.</param>
    /// <param name="node">The renter's node.</param>
    /// <param name="elements">The renter's elements. The caller has checked that its rental is not over.</param>
    /// <returns>The part of the array that was rented.</returns>
    /// <exception cref="InvalidOperationException">The elements lie in the caller's own memory.</exception>
    public static ArraySegment<T> GetArray(BufferPool<T> pool, PooledNode<T>? node, Span<T> elements)
    {
        if (node is null || !node.Holds(elements))
            BufferErrors.ThrowNoArray(pool.Name);

        // The holder may now write behind the length, but Dispose would clear the length only. The pool clears the whole array of an owner anyway.
        if (node._clearsOnReturn)
            node._isExposed = true;

        return node.AsArraySegment(start: 0, elements.Length);
    }

    // The flag stays set if an owner took the rental over. The next renter then clears the whole array once more, which is harmless.
    private void ClearExposed()
    {
        RentalWatch<T>.ClearWhole(this);
        _isExposed = false;
    }

    /// <summary>A part of the array, as an array segment. The array bounds the part, not the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <exception cref="InvalidOperationException">
    /// There is no array, or the part is not inside it: an owner was copied while another thread assigned it.
    /// </exception>
    internal ArraySegment<T> AsArraySegment(int start, int length)
    {
        CheckPart(start, length);
        if (Block is null)
            return new(Array, start, length);

        if (!Block.TryGetArray(start, length, out ArraySegment<T> segment))
            BufferErrors.ThrowNoArrayInBlock(Pool.Name);

        return segment;
    }
}
