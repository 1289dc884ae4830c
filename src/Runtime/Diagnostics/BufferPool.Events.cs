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
        if (PoolEventSource.Log is { } log)
            log.Announce(this);
        else
            BackgroundStart.Begin();
    }

    private void TraceRented(PooledNode<T> node)
    {
        if (PoolEventSource.EnabledAt(EventLevel.Verbose) is { } log)
            log.BufferRented(BufferId(node), node.Capacity, Id, Bucket(node));
        else
            PoolEventSource.Log?.FollowListeners();
    }

    private void TraceAllocated(PoolEventSource log, PooledNode<T> node)
    {
        if (!log.IsEnabled(EventLevel.Informational, EventKeywords.None))
            return;

        var reason = IsOversize(node) ? PoolEventSource.BufferAllocatedReason.OverMaximumSize : PoolEventSource.BufferAllocatedReason.Pooled;
        log.BufferAllocated(BufferId(node), node.Capacity, Id, Bucket(node), reason);
    }

    private void TraceReturned(PoolEventSource log, PooledNode<T> node)
    {
        if (log.IsEnabled(EventLevel.Verbose, EventKeywords.None))
            log.BufferReturned(BufferId(node), node.Capacity, Id);
    }

    // Where a trim puts what it lets go, if somebody wants to hear of it. They hear when all is done: a listener that rents in its callback
    // would give the trim more and more to do (CallbackTests).
    private static List<PooledNode<T>>? TrimmedForListeners()
        => PoolEventSource.EnabledAt(EventLevel.Informational) is null ? null : [];

    private void TraceTrimmed(List<PooledNode<T>>? trimmed)
    {
        foreach (PooledNode<T> node in trimmed ?? [])
            PoolEventSource.Log?.BufferTrimmed(BufferId(node), node.Capacity, Id);
    }

    /// <summary>A returned buffer was let go: there was no room for it, or it is oversize.</summary>
    private void TraceDropped(PooledNode<T> node)
    {
        if (PoolEventSource.EnabledAt(EventLevel.Informational) is not { } log)
            return;

        var reason = IsOversize(node) ? PoolEventSource.BufferDroppedReason.OverMaximumSize : PoolEventSource.BufferDroppedReason.Full;
        log.BufferDropped(BufferId(node), node.Capacity, Id, Bucket(node), reason);
    }

    private void TraceEvicted(long bytes)
        => PoolEventSource.EnabledAt(EventLevel.Informational)?.BudgetExceeded(Name, bytes, BudgetAgainst(bytes));

    private void TraceMisuse() => PoolEventSource.EnabledAt(EventLevel.Warning)?.MisuseFound(
        Name, $"A handle of {Name} was disposed whose rental was over: a second Dispose, or the Dispose of a copy.");

    private bool IsOversize(PooledNode<T> node) => node.Array.Length > _sizeClasses.MaxLength;

    private int Bucket(PooledNode<T> node) => IsOversize(node) ? PoolEventSource.NoBucketId : node.SizeClass;

    // As the framework's pools do: the same array has the same number for life, and two arrays hardly ever the same.
    private static int BufferId(PooledNode<T> node) => RuntimeHelpers.GetHashCode(node.Array);
}
