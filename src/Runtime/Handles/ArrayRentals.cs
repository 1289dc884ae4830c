using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The rentals of arrays without a handle. An array is returned without its node, so this looks the node up.</summary>
internal sealed class ArrayRentals<T>(BufferPool<T> pool, BufferBudget? budget)
{
    // Reads take no lock. An entry keeps neither the array nor the node alive: it is gone when the garbage collector has collected both. One table for all
    // pools, because a finalizer may use its pool: a table of its own could have been finalized before (OwnArrayPoolFinalizerTests).
    private static readonly ConditionalWeakTable<Array, PooledNode> s_nodes = new();

    /// <summary>Serves a Rent that found no array which was rented so before.</summary>
    /// <param name="popped">The node that was popped; null if there was none.</param>
    /// <param name="minimumLength">The requested length, not yet checked.</param>
    // Everything rare is in one call at the end of Rent, so that Rent saves no registers for it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public T[] RentSlow(PooledNode? popped, int minimumLength)
    {
        if (minimumLength < 0)
            throw NegativeLength(minimumLength);

        return minimumLength == 0 ? []
            : Begin(popped ?? (budget is null ? pool.RentWhole(minimumLength, member: null) : pool.RentWithin(minimumLength, budget)));
    }

    /// <summary>Serves a TryRent of a pool with a budget. Null if the budget has no room.</summary>
    /// <param name="minimumLength">The requested length, not yet checked.</param>
    public T[]? TryRentWithin(int minimumLength)
    {
        if (minimumLength < 0)
            throw NegativeLength(minimumLength);

        return minimumLength == 0 ? []
            : budget!.TryCharge(pool.BytesFor(minimumLength, member: null)) ? Begin(pool.RentCharged(minimumLength, member: null, isWhole: true, budget))
            : null;
    }

    // The callers compare, so that a first array does not compile the text.
    private ArgumentOutOfRangeException NegativeLength(int minimumLength) => new(
        nameof(minimumLength), minimumLength, $"{pool.Name}'s array pool was asked for {minimumLength} elements; a length is 0 or more.");

    private static T[] Begin(PooledNode node)
    {
        if (!node.TryRentAsArray())
            Register(node);

        return Unsafe.As<T[]>(node.Array);
    }

    /// <summary>Serves a Return of an array that the calling thread did not pop last.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void FindAndReturn(T[]? array, bool clearArray)
    {
        if (array is null)
            throw new ArgumentNullException(nameof(array));

        if (array.Length == 0)
            return;

        if (!s_nodes.TryGetValue(array, out PooledNode? node) || node.Pool != pool)
            throw new ArgumentException($"This array of {array.Length} elements was not rented from {pool.Name}'s array pool.", nameof(array));

        // Benign race: other threads may rent and return this node meanwhile. It stays the node of this array, and of all returns at one generation exactly
        // one succeeds (StormTests).
        if (clearArray)
            node.ReturnOwnedCleared(node.RentedAsArrayAt);
        else
            node.ReturnOwned(node.RentedAsArrayAt);
    }

    // The table comes first: a node that was rented as an array is in it.
    private static void Register(PooledNode node)
    {
        try
        {
            Uninterrupted.Run(AddToTable, node);
            node.RentAsArray();
        }
        catch (OutOfMemoryException)
        {
            node.ReturnOwned(node.Generation);
            throw;
        }
    }

    // Not inside Begin, which would then allocate the closure every time. Adding twice would be harmless.
    private static PooledNode AddToTable(PooledNode node) => s_nodes.GetValue(node.Array, _ => node);
}
