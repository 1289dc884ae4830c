using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Renting for the runtime's own types, which know the pool and not the annotated type.</summary>
public sealed partial class BufferPool<T>
{
    /// <summary>Rents a node for a holder on the heap; to be ended with <see cref="ReturnOwned"/>.</summary>
    /// <param name="length">The needed length; the whole array may be used.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or oversize where that is not allowed.</exception>
    internal PooledNode<T> RentOwned(int length)
    {
        ref ThreadStack<T>[]? stacks = ref _threadStacks();
        if ((uint)length > (uint)MaxLength || !ThreadStack<T>.TryPop(stacks, _sizeClasses.Of(length), out PooledNode<T>? node))
            node = RentSlow(ref stacks, length, isWhole: true);

        if (_clearPolicy == ClearPolicy.OnRent)
            Array.Clear(node.Array, 0, node.Array.Length);

        return node;
    }

    /// <summary>Ends a rental on any thread; of several calls with the same generation one does, the others are counted as misuse.</summary>
    internal void ReturnOwned(PooledNode<T> node, int generation)
    {
        // Every rental of length 0 shares this one: its generation must not move.
        if (node == _empty)
            return;

        if (_clearsOnReturn)
            node.ReturnOwnedCleared(generation, ref _threadStacks());
        else
            node.ReturnOwned(generation, ref _threadStacks());
    }
}
