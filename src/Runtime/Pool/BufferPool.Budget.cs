using PooledGen.CompilerServices;

namespace PooledGen;

// A rental that a budget limits. Its bytes are charged before the rent, and RetainOrDrop releases them once the last holder has returned the buffer, or a
// finalizer if the rental is lost. Until then the node has no home, so that each end takes the slow path: the others pay nothing for budgets.
public abstract partial class BufferPool
{
    /// <summary>Rents a node for a holder on the heap as <see cref="RentOwned"/> does, within a budget.</summary>
    /// <param name="length">The needed length.</param>
    /// <param name="budget">The budget.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    /// <exception cref="InsufficientMemoryException">The budget does not admit it.</exception>
    internal PooledNode RentWithin(int length, BufferBudget budget, bool isWhole = true)
    {
        budget.Charge(BytesFor(length, member: null), Name);
        return RentCharged(length, member: null, isWhole, budget);
    }

    /// <summary>Rents a node whose bytes are charged already. An exception releases them. Clears what the policy says.</summary>
    /// <param name="length">The requested length.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <param name="isWhole">Whether the holder may use the whole array.</param>
    /// <param name="budget">The budget.</param>
    internal PooledNode RentCharged(int length, string? member, bool isWhole, BufferBudget budget)
    {
        PooledNode? node = null;
        try
        {
            // Never 0: all empty rentals share one node, which belongs to no budget, and an owner may grow.
            node = RentNode(Math.Max(length, 1), member, isWhole);
            node.EnterBudget(budget);
#if NET
            if (PoolRegistry.ChecksRentals)
                NestedWaits.Remember(node, budget);
#endif
        }
        catch
        {
            // There is no memory for the buffer, or for a record. A node that is charged releases the bytes itself.
            bool isCharged = node?.Budget is not null;
            node?.ReturnOwned(node.Generation);
            if (!isCharged)
                budget.Release(BytesFor(length, member));

            throw;
        }

        if (ClearsOnRent)
            node.Clear(0, isWhole ? node.Capacity : length);

        return node;
    }

    /// <summary>Gives the bytes of a rental back that no code can end any more.</summary>
    internal void ReleaseLost(PooledNode node, BufferBudget budget)
    {
        CountLost(node, buffers: 1);
        budget.Release(BytesFor(node.Capacity, member: null));
    }

    private BufferBudget? LeaveBudget(PooledNode node)
    {
        BufferBudget? budget = node.LeaveBudget(out bool wasLost);
        if (wasLost)
            CountLost(node, buffers: -1);

        return budget;
    }

    // The pages of a native buffer stay in use, because nothing gives them back.
    private void CountLost(PooledNode node, int buffers)
    {
        if (node.IsOversize)
            _counters.CountOversizeReturn(node.Capacity, buffers);
        else if (!IsNative)
            _counters.CountLost(node.SizeClass, buffers);
    }

    /// <summary>The bytes that a rental of a length takes of a budget. Those of one element for 0.</summary>
    /// <param name="length">The requested length.</param>
    /// <param name="member">The member that the user called; null for a writer, a stream or an adapter.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    internal long BytesFor(int length, string? member)
    {
        if ((uint)length <= (uint)_sizeClasses.MaxLength)
            return _bytes[_sizeClasses.Of(Math.Max(length, 1))];

        ThrowIfRefused(length, member);
        return _storage?.BytesOf(length) ?? (long)length * ElementSize;
    }
}
