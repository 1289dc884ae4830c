using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Writes what the pools tell to the event source, each event if a listener wants events of its level.</summary>
internal sealed class BufferEvents(PoolEventSource log) : PoolListener
{
    public override bool HearsOfTrims => IsEnabled(EventLevel.Informational);

    public override bool TryAnnounce(BufferPool pool) => log.TryAnnounce(pool);

    public override void Rented(PooledNode node)
    {
        if (IsEnabled(EventLevel.Verbose))
            log.BufferRented(BufferId(node), node.Capacity, node.Pool.Id, Bucket(node));
        else
            log.UpdateTracing();
    }

    public override void Allocated(PooledNode node)
    {
        if (!IsEnabled(EventLevel.Informational))
            return;

        var reason = node.IsOversize ? PoolEventSource.BufferAllocatedReason.OverMaximumSize : PoolEventSource.BufferAllocatedReason.Pooled;
        log.BufferAllocated(BufferId(node), node.Capacity, node.Pool.Id, Bucket(node), reason);
    }

    public override void Returned(PooledNode node)
    {
        if (IsEnabled(EventLevel.Verbose))
            log.BufferReturned(BufferId(node), node.Capacity, node.Pool.Id);
    }

    public override void Trimmed(PooledNode node) => log.BufferTrimmed(BufferId(node), node.Capacity, node.Pool.Id);

    public override void Dropped(PooledNode node)
    {
        if (!IsEnabled(EventLevel.Informational))
            return;

        var reason = node.IsOversize ? PoolEventSource.BufferDroppedReason.OverMaximumSize : PoolEventSource.BufferDroppedReason.Full;
        log.BufferDropped(BufferId(node), node.Capacity, node.Pool.Id, Bucket(node), reason);
    }

    public override void Evicted(BufferPool pool, long bytes, long limit)
    {
        if (IsEnabled(EventLevel.Informational))
            log.BufferEvicted(pool.Name, bytes, limit);
    }

    public override void Misused(BufferPool pool)
    {
        if (!IsEnabled(EventLevel.Warning))
            return;

        log.MisuseFound(
            pool.Name,
            "ReturnedTwice",
            $"A handle of {pool.Name} was disposed whose rental was over: a second Dispose, or the Dispose of a copy. "
                + "Set PooledBuffers.SamplesPerSecond, or POOLEDGEN_CHECKED=1, to learn the places.");
    }

    public override void WaitedNested(BufferBudget budget, string poolName, string held)
    {
        if (!IsEnabled(EventLevel.Warning))
            return;

        log.NestedWaitFound(
            budget.Name ?? "", $"A possible deadlock: a rental of {poolName} waits for the {budget}, of which the same asynchronous flow has rented {held}. "
                + "Unless it was handed to another flow: if all that hold some wait for more, none of them goes on. Rent all that you need at once, "
                + "or use TryRentOwner and give up what you hold.");
    }

    private bool IsEnabled(EventLevel level) => log.IsEnabled(level, EventKeywords.None);

    private static int Bucket(PooledNode node) => node.IsOversize ? PoolEventSource.NoBucketId : node.SizeClass;

    // As in the framework's pools, an array has the same number for life, and two arrays rarely have the same one.
    private static int BufferId(PooledNode node) => RuntimeHelpers.GetHashCode((object?)node.Block ?? node.Array);
}
