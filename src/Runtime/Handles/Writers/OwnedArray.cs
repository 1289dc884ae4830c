using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The array of a writer or a stream: a rented node with its generation. Nothing is rented by default.
/// </summary>
internal readonly struct OwnedArray<T>
{
    private readonly PooledNode? _node;
    private readonly nint _generation;

    /// <param name="pool">The pool that the array is rented from.</param>
    /// <param name="length">The needed length: at least 1.</param>
    /// <param name="budget">The budget that limits the rental; null for none.</param>
    public OwnedArray(BufferPool<T> pool, int length, BufferBudget? budget = null)
    {
        _node = budget is null ? pool.RentOwned(length) : pool.RentWithin(length, budget);
        _generation = _node.Generation;
    }

    /// <summary>The whole rented buffer, all of which may be used; empty if nothing is rented.</summary>
    public Window<T> Window => _node is null ? default : new Window<T>(_node);

    public bool IsRented => _node is not null;

    /// <summary>Returns a rented array. The caller must not use it afterwards.</summary>
    public void Return() => _node?.ReturnOwned(_generation);

    /// <summary>Hands a rented array over to an owner.</summary>
    /// <param name="length">The owner's length.</param>
    /// <returns>The owner.</returns>
    public PooledOwner<T> HandOver(int length)
        => new(_node!, _node!.HandOver(_generation, RentalHandle.Writer), start: 0, length);
}
