using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>What an owner that is resized needs of its pool.</summary>
public sealed partial class BufferPool<T>
{
    /// <summary>Rents the array that takes the place of one that is too short.</summary>
    /// <param name="capacity">The length of the one that is too short.</param>
    /// <param name="length">The requested length.</param>
    /// <param name="content">How many elements the caller copies to the start. The elements behind them are cleared if the policy is OnRent.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is oversize where that is not allowed.</exception>
    /// <exception cref="OutOfMemoryException">No array can be that long, or there is no memory for it.</exception>
    internal PooledNode<T> RentLarger(int capacity, int length, int content)
    {
        // Size classes double by themselves. An oversize array has exactly the length that is asked for.
        int rented = length <= MaxLength || _oversizePolicy == OversizePolicy.Throw
            ? length
            : (int)Math.Max(length, Math.Min(2L * capacity, ArrayLimits.MaxLength));
        PooledNode<T> node = RentNode(rented, member: null, isWhole: false);
        if (ClearsOnRent)
            Array.Clear(node.Array, content, length - content);

        return node;
    }

    /// <summary>Prepares the elements by which a rental grows within its array.</summary>
    /// <param name="node">The node.</param>
    /// <param name="start">The first element of the rental.</param>
    /// <param name="content">How many elements the rental has already.</param>
    /// <param name="length">How many elements it has from now on.</param>
    internal void Extend(PooledNode<T> node, int start, int content, int length)
    {
        if (length <= content)
            return;

        ExtendCheck(node, start + length);
        if (ClearsOnRent)
            Array.Clear(node.Array, start + content, length - content);
    }
}
