using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>An array that a writer or a stream has rented: the node, and the generation at which it was rented.</summary>
internal readonly struct OwnedArray<T>
{
    private readonly PooledNode<T>? _node;
    private readonly nint _generation;

    /// <param name="pool">Where the array comes from.</param>
    /// <param name="length">How many elements are needed: at least 1.</param>
    public OwnedArray(BufferPool<T> pool, int length)
    {
        _node = pool.RentOwned(length);
        _generation = _node.Generation;
    }

    /// <summary>The whole array, all of which may be used; empty where nothing is rented.</summary>
    public T[] Array => _node?.Array ?? [];

    public bool IsRented => _node is not null;

    /// <summary>Gives the array back. Nothing of it may be touched afterwards.</summary>
    public void Return() => _node?.ReturnOwned(_generation);
}
