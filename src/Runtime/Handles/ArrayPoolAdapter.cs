using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The pool as an <see cref="ArrayPool{T}"/>. An array is returned without its node, so the adapter looks the node up.</summary>
internal sealed class ArrayPoolAdapter<T>(BufferPool<T> pool) : ArrayPool<T>
{
    // Reads take no lock. An entry keeps neither the array nor the node alive: it is gone when the garbage collector has collected both.
    private readonly ConditionalWeakTable<Array, PooledNode> _nodes = new();

    public override T[] Rent(int minimumLength)
    {
        PooledNode? node = pool.TryPop(minimumLength);
        return node is not null && node.TryRentAsArray() ? Unsafe.As<T[]>(node.Array) : RentSlow(node, minimumLength);
    }

    public override void Return(T[] array, bool clearArray = false)
    {
        if (array is null || !pool.TryReturnPopped(array, clearArray))
            FindAndReturn(array, clearArray);
    }

    // Everything rare is in one call at the end of Rent, so that Rent saves no registers for it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T[] RentSlow(PooledNode? popped, int minimumLength)
    {
        if (minimumLength == 0)
            return [];

        if (minimumLength < 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(minimumLength), minimumLength, $"{pool.Name}'s array pool was asked for {minimumLength} elements; a length is 0 or more.");
        }

        PooledNode node = popped ?? pool.RentOwned(minimumLength);
        if (!node.TryRentAsArray())
            Register(node);

        return Unsafe.As<T[]>(node.Array);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FindAndReturn(T[]? array, bool clearArray)
    {
        if (array is null)
            throw new ArgumentNullException(nameof(array));

        if (array.Length == 0)
            return;

        if (!_nodes.TryGetValue(array, out PooledNode? node))
            throw new ArgumentException($"This array of {array.Length} elements was not rented from {pool.Name}'s array pool.", nameof(array));

        // Benign race: other threads may rent and return this node meanwhile. It stays the node of this array, and of all returns at one generation exactly
        // one succeeds (StormTests).
        if (clearArray)
            node.ReturnOwnedCleared(node.RentedAsArrayAt);
        else
            node.ReturnOwned(node.RentedAsArrayAt);
    }

    // Not inside RentSlow, which would then allocate the closure every time. Registering twice would be harmless. The table comes first: a node that was
    // rented as an array is in it.
    private void Register(PooledNode node)
    {
        try
        {
            Uninterrupted.Run(registered => _nodes.GetValue(registered.Array, _ => registered), node);
            node.RentAsArray();
        }
        catch (OutOfMemoryException)
        {
            node.ReturnOwned(node.Generation);
            throw;
        }
    }
}
