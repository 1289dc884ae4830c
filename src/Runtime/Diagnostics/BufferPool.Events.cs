using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// What the slow path tells listeners, while it holds no lock and before anybody else can have the buffer: a trace then never shows a buffer
/// rented before it was returned.
/// </summary>
public sealed partial class BufferPool<T>
{
    private bool _isAnnounced;

    // With the first rental, and not with the pool: that is made in its type's static constructor, where a listener's callback could wait for
    // a thread that waits for us (CallbackTests). Two first rentals may both announce it.
    private void Announce()
    {
        _isAnnounced = true;
#if NET
        PoolMeter.Publish();
#endif
        Settings.TellIgnored();
        PoolEventSource.Log.PoolCreated(this);
    }

    private void TraceRented(PooledNode<T> node)
    {
        if (PoolEventSource.Log.IsEnabled(EventLevel.Verbose, EventKeywords.None))
            PoolEventSource.Log.BufferRented(BufferId(node), node.Capacity, Id, Bucket(node));
        else
            PoolEventSource.Log.FollowListeners();
    }

    private void TraceAllocated(PooledNode<T> node)
    {
        if (!PoolEventSource.Log.IsEnabled(EventLevel.Informational, EventKeywords.None))
            return;

        var reason = IsOversize(node) ? PoolEventSource.BufferAllocatedReason.OverMaximumSize : PoolEventSource.BufferAllocatedReason.Pooled;
        PoolEventSource.Log.BufferAllocated(BufferId(node), node.Capacity, Id, Bucket(node), reason);
    }

    private void TraceReturned(PooledNode<T> node)
    {
        if (PoolEventSource.Log.IsEnabled(EventLevel.Verbose, EventKeywords.None))
            PoolEventSource.Log.BufferReturned(BufferId(node), node.Capacity, Id);
    }

    // Where a trim puts what it lets go, if somebody wants to hear of it. They hear when all is done: a listener that rents in its callback
    // would give the trim more and more to do (CallbackTests).
    private static List<PooledNode<T>>? TrimmedForListeners()
        => PoolEventSource.Log.IsEnabled(EventLevel.Informational, EventKeywords.None) ? [] : null;

    private void TraceTrimmed(List<PooledNode<T>>? trimmed)
    {
        foreach (PooledNode<T> node in trimmed ?? [])
            PoolEventSource.Log.BufferTrimmed(BufferId(node), node.Capacity, Id);
    }

    /// <summary>A returned buffer was let go: there was no room for it, or it is oversize.</summary>
    private void TraceDropped(PooledNode<T> node)
    {
        if (!PoolEventSource.Log.IsEnabled(EventLevel.Informational, EventKeywords.None))
            return;

        var reason = IsOversize(node) ? PoolEventSource.BufferDroppedReason.OverMaximumSize : PoolEventSource.BufferDroppedReason.Full;
        PoolEventSource.Log.BufferDropped(BufferId(node), node.Capacity, Id, Bucket(node), reason);
    }

    private void TraceEvicted(long bytes)
    {
        if (PoolEventSource.Log.IsEnabled(EventLevel.Informational, EventKeywords.None))
            PoolEventSource.Log.BudgetExceeded(Name, bytes, BudgetAgainst(bytes));
    }

    private void TraceMisuse()
    {
        if (PoolEventSource.Log.IsEnabled(EventLevel.Warning, EventKeywords.None))
            PoolEventSource.Log.MisuseFound(Name, $"A handle of {Name} was disposed whose rental was over: a second Dispose, or the Dispose of a copy.");
    }

    private bool IsOversize(PooledNode<T> node) => node.Capacity > MaxLength;

    private int Bucket(PooledNode<T> node) => IsOversize(node) ? PoolEventSource.NoBucketId : node.SizeClass;

    // As the framework's pools do: the same array has the same number for life, and two arrays hardly ever the same.
    private static int BufferId(PooledNode<T> node) => RuntimeHelpers.GetHashCode(node.Array);
}
