using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// Tells listeners what the slow path does. The slow path holds no lock then, and no other thread can have the buffer yet: a trace never shows a
/// buffer rented before it was returned.
/// </summary>
internal static class BufferEvents
{
    public static void Rented(PooledNode node)
    {
        if (PoolEventSource.EnabledAt(EventLevel.Verbose) is { } log)
            log.BufferRented(BufferId(node), node.Capacity, node.Pool.Id, Bucket(node));
        else
            PoolEventSource.Log?.UpdateTracing();
    }

    public static void Allocated(PoolEventSource log, PooledNode node)
    {
        if (!log.IsEnabled(EventLevel.Informational, EventKeywords.None))
            return;

        var reason = node.IsOversize ? PoolEventSource.BufferAllocatedReason.OverMaximumSize : PoolEventSource.BufferAllocatedReason.Pooled;
        log.BufferAllocated(BufferId(node), node.Capacity, node.Pool.Id, Bucket(node), reason);
    }

    public static void Returned(PoolEventSource log, PooledNode node)
    {
        if (log.IsEnabled(EventLevel.Verbose, EventKeywords.None))
            log.BufferReturned(BufferId(node), node.Capacity, node.Pool.Id);
    }

    /// <summary>
    /// A list for trimmed nodes; null if no listener wants to hear of them. Listeners hear of them after the trim: a listener that rents in its callback
    /// would otherwise give the trim more and more to do (CallbackTests).
    /// </summary>
    public static List<PooledNode>? TrimmedForListeners() => PoolEventSource.EnabledAt(EventLevel.Informational) is null ? null : [];

    public static void Trimmed(List<PooledNode>? trimmed)
    {
        if (trimmed is null)
            return;

        foreach (PooledNode node in trimmed)
            PoolEventSource.Log?.BufferTrimmed(BufferId(node), node.Capacity, node.Pool.Id);
    }

    /// <summary>Reports that a returned buffer was let go: the pool is full, or it is oversize.</summary>
    public static void Dropped(PooledNode node)
    {
        if (PoolEventSource.EnabledAt(EventLevel.Informational) is not { } log)
            return;

        var reason = node.IsOversize ? PoolEventSource.BufferDroppedReason.OverMaximumSize : PoolEventSource.BufferDroppedReason.Full;
        log.BufferDropped(BufferId(node), node.Capacity, node.Pool.Id, Bucket(node), reason);
    }

    /// <summary>Reports that a returned buffer was let go because a budget is used up.</summary>
    public static void Evicted(BufferPool pool, long bytes, long budget)
        => PoolEventSource.EnabledAt(EventLevel.Informational)?.BufferEvicted(pool.Name, bytes, budget);

    public static void Misused(BufferPool pool) => PoolEventSource.EnabledAt(EventLevel.Warning)?.MisuseFound(
        pool.Name, $"A handle of {pool.Name} was disposed whose rental was over: a second Dispose, or the Dispose of a copy. "
            + "Set PooledBuffers.Sampling, or POOLEDGEN_CHECKED=1, to learn the places.");

    /// <summary>Reports that a flow waits for a budget of which it holds bytes already.</summary>
    public static void WaitedNested(BufferBudget budget, string poolName, string held)
        => PoolEventSource.EnabledAt(EventLevel.Warning)?.NestedWaitFound(
            budget.Name ?? "", $"A possible deadlock: a rental of {poolName} waits for the {budget}, of which the same asynchronous flow has rented {held}. "
                + "Unless it was handed to another flow: if all that hold some wait for more, none of them goes on. Rent all that you need at once, "
                + "or use TryRentOwner and give up what you hold.");

    private static int Bucket(PooledNode node) => node.IsOversize ? PoolEventSource.NoBucketId : node.SizeClass;

    // As in the framework's pools, an array has the same number for life, and two arrays rarely have the same one.
    private static int BufferId(PooledNode node) => RuntimeHelpers.GetHashCode((object?)node.Block ?? node.Array);
}
