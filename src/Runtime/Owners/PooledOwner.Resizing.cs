using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Growth of an owner that lives in a field.</summary>
public readonly partial struct PooledOwner<T>
{
    /// <summary>The length of the rented buffer. Up to this length <see cref="Resize"/> keeps it.
    /// 0 for an owner that was made by default.</summary>
    public int Capacity => _node?.Capacity ?? 0;

    /// <summary>
    /// Hands the rental over to an owner of another length with the same elements: <c>_owner = _owner.Resize(length);</c> This owner is then invalid;
    /// disposing it does nothing.
    /// </summary>
    /// <remarks>
    /// <para>The elements stay in their array while it is long enough, and move to its start if they must. Otherwise they are copied into a larger
    /// array, and the old one goes back to its pool. Each larger array is of the next size class at least; above the pool's <c>MaxLength</c> it is
    /// twice as long as the old one. So an owner that grows step by step copies each element a few times at most.</para>
    /// <para>The elements behind the old length are arbitrary, or their default under <c>Clear = OnRent</c>. A shorter length gives no memory
    /// back.</para>
    /// <para>Every Memory, Span and array that was taken from this owner is invalid, too.</para>
    /// </remarks>
    /// <param name="length">
    /// The number of elements: 0 to the pool's <c>MaxLength</c> from the pool; a longer buffer is not pooled, and the pool may refuse it.
    /// </param>
    /// <returns>The owner of exactly <paramref name="length"/> elements. Its Dispose returns the whole buffer.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that; this owner stays valid.</exception>
    /// <exception cref="InvalidOperationException">The owner was made by default, so it has no pool. Begin with <c>RentOwner(0)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by Slice or Resize.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for the larger array; this owner stays valid.</exception>
    public PooledOwner<T> Resize(int length)
    {
        PooledNode<T> node = LiveNode ?? throw BufferErrors.NoPool();
        if (length < 0)
            throw BufferErrors.NegativeLength(Subject, length);

        return length <= node.Capacity ? ResizeInPlace(node, length) : Grow(node, length);
    }

    private PooledOwner<T> ResizeInPlace(PooledNode<T> node, int length)
    {
        node.CheckPart(_start, _length);

        // Before the hand-over, because the report of an overrun may fail, and this owner then stays valid.
        node.Pool.FindOverrun(node);

        // Once the generation has advanced, only this call has the array. So it moves the elements after that.
        nint generation = node.Transfer(_generation, RentalHandle.Owner);
        int start = length <= node.Capacity - _start ? _start : 0;
        if (start != _start)
            node.Elements.Slice(_start, _length).CopyTo(node.Elements.Slice(start));

        node.Pool.Extend(node, start, _length, length);
        return new PooledOwner<T>(node, generation, start, length);
    }

    private PooledOwner<T> Grow(PooledNode<T> node, int length)
    {
        Span<T> elements = node.AsSpan(_start, _length);
        PooledNode<T> larger = node.Pool.RentLarger(node.Capacity, length, content: _length);
        try
        {
            elements.CopyTo(larger.Elements);

            // A hand-over and not just a return, because a using that disposes this owner later is no misuse.
            node.ReturnReplaced(_generation);
        }
        catch
        {
            // Another thread has disposed this owner meanwhile.
            larger.ReturnOwned(larger.Generation);
            throw;
        }

        return new PooledOwner<T>(larger, length);
    }
}
