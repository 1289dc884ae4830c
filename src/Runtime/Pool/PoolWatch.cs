using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// A watch over the rentals of one pool: it reports them to listeners, or checks them. The pool knows this class and <see cref="RentalRecord"/> only, and what
/// checks is behind them. It creates the watch with the first mode that it enters, or with the first sample.
/// </summary>
internal abstract class PoolWatch
{
    /// <summary>Begins to watch every rental. The caller holds the lock.</summary>
    public abstract void Enter(PoolMode mode);

    /// <summary>Undoes <see cref="Enter"/>. The caller holds the lock.</summary>
    public abstract void Leave(PoolMode mode);

    /// <summary>Makes a rental take the slow path soon, to be checked, if any thread rented since the last call. The caller holds the lock.</summary>
    public abstract bool TrySample(Random random);

    /// <summary>Looks at a rental in the slow path, before its holder gets it.</summary>
    /// <param name="node">The rented node.</param>
    /// <param name="stacks">The calling thread's stacks.</param>
    /// <param name="length">The number of elements that the holder may use.</param>
    public abstract void Observe(PooledNode node, ThreadStack[]? stacks, int length);

    /// <summary>Reports the Dispose of a handle whose rental is over, if the rental was checked.</summary>
    public abstract bool TryReportDoubleDispose(PooledNode node, nint generation);

    /// <summary>Keeps the node of a checked rental from being rented again for a while.</summary>
    /// <returns>Whether the node waits in quarantine; if not, it is free.</returns>
    public abstract bool TryQuarantine(PooledNode node);

    /// <summary>Counts the nodes of a class in quarantine.</summary>
    public abstract int CountQuarantined(int sizeClass);

    /// <summary>Looks for late writes to the buffers that came to quarantine before a moment of the sampler's clock, and releases them.</summary>
    public abstract void VerifyQuarantine(long before);
}
