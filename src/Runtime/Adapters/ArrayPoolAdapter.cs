using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The pool as an <see cref="ArrayPool{T}"/>. An array comes back without its node, so this finds it again.</summary>
internal sealed class ArrayPoolAdapter<T>(BufferPool<T> pool) : ArrayPool<T>
{
    // Lock-free to read. An entry keeps neither the array nor the node alive: it is gone when the garbage collector has taken both.
    private readonly ConditionalWeakTable<T[], PooledNode<T>> _nodes = new();

    public override T[] Rent(int minimumLength)
    {
        if (minimumLength < 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(minimumLength), minimumLength, $"{pool.Name}'s array pool was asked for {minimumLength} elements; a length is 0 or more.");
        }

        if (minimumLength == 0)
            return [];

        PooledNode<T> node = pool.RentOwned(minimumLength);
        if (node.RentedAsArrayAt == PooledNode<T>.NeverRentedAsArray)
            Register(node);

        node.RentedAsArrayAt = node.Generation;
        return node.Array;
    }

    public override void Return(T[] array, bool clearArray = false)
    {
        if (array is null)
            throw new ArgumentNullException(nameof(array));

        if (array.Length == 0)
            return;

        // Benign race: other threads may rent and return this node meanwhile. It stays the node of this array, and of all who return at
        // one generation the pool lets one through: ArrayPoolStormTests.
        PooledNode<T> node = Find(array);
        if (clearArray)
            pool.ReturnOwnedCleared(node, node.RentedAsArrayAt);
        else
            pool.ReturnOwned(node, node.RentedAsArrayAt);
    }

    private PooledNode<T> Find(T[] array)
    {
        // Whoever returns what he rented last needs no table.
        PooledNode<T>? node = pool.LastPopped(array.Length);
        if (node is not null && node.Array == array && node.RentedAsArrayAt != PooledNode<T>.NeverRentedAsArray)
            return node;

        if (_nodes.TryGetValue(array, out node))
            return node;

        throw new ArgumentException(
            $"This array of {array.Length} elements was not rented from {pool.Name}'s array pool.", nameof(array));
    }

    // Out of Rent, which would otherwise allocate the closure every time. Registering twice would be harmless.
    private void Register(PooledNode<T> node) => _nodes.GetValue(node.Array, _ => node);
}
