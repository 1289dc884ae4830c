using System.Buffers;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// A pool with what is around it in a process: the timer that trims it, the watch that checks it, the work of the background, and the adapters. This is the one
/// place where the pool meets them: the pool itself knows only what they derive from.
/// </summary>
internal sealed class ProcessPool<T> : BufferPool<T>
{
    public ProcessPool(in PoolOptions options, IdleTrimmer? trimmer = null, StableStorage? storage = null)
        : base(options, trimmer ?? IdleTrimmer.Shared, storage)
    {
    }

    /// <summary>Makes the array pool whose arrays these are, in place of the adapter. Only before other code has the pool.</summary>
    /// <param name="budget">The budget of each array; null for none.</param>
    public PooledArrayPool<T> BecomeArrayPool(BufferBudget? budget)
    {
        if (budget is not null)
            RentSlowlyOnly();

        var arrayPool = new PooledArrayPool<T>(this, budget);
        ArrayPool = arrayPool;
        return arrayPool;
    }

    /// <inheritdoc/>
    internal override ArrayPool<T> CreateArrayPool() => new ArrayPoolAdapter<T>(this);

    /// <inheritdoc/>
    internal override MemoryPool<T> CreateMemoryPool(bool reuseOwners, BufferBudget? budget)
        => budget is not null ? new BudgetedMemoryPoolAdapter<T>(this, budget, reuseOwners)
            : reuseOwners ? new ReusingMemoryPoolAdapter<T>(this)
            : new MemoryPoolAdapter<T>(this);
}
