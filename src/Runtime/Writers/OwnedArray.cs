using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// An array that a writer or a stream has rented: the node, and the generation at which it was rented. Or an array of the caller's own, which does not
/// go to the pool.
/// </summary>
internal readonly struct OwnedArray<T>
{
    private readonly PooledNode<T>? _node;
    private readonly nint _generation;
    private readonly T[]? _cleared; // the caller's own array, if the pool's policy clears it when it is left

    /// <param name="pool">Where the array comes from.</param>
    /// <param name="length">How many elements are needed: at least 1.</param>
    public OwnedArray(BufferPool<T> pool, int length)
    {
        _node = pool.RentOwned(length);
        _generation = _node.Generation;
    }

    /// <param name="array">An array of the caller's own.</param>
    /// <param name="clears">Whether it is set to its default when it is left.</param>
    public OwnedArray(T[] array, bool clears) => _cleared = clears ? array : null;

    /// <summary>The whole rented array, all of which may be used; empty where nothing is rented.</summary>
    public T[] Array => _node?.Array ?? [];

    public bool IsRented => _node is not null;

    /// <summary>Gives a rented array back. Nothing of it may be touched afterwards.</summary>
    public void Return()
    {
        _node?.ReturnOwned(_generation);
        if (_cleared is not null)
            System.Array.Clear(_cleared, 0, _cleared.Length);
    }

    /// <summary>Gives a rented array up for an owner.</summary>
    /// <param name="length">How many elements are the owner's.</param>
    /// <returns>The owner.</returns>
    public PooledOwner<T> Transfer(int length)
        => new(_node!, _node!.Transfer(_generation, RentalHandle.Writer), start: 0, length);
}
