using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>
/// The event source <c>PooledGen</c>. Events 1 to 6 are those of <c>System.Buffers.ArrayPoolEventSource</c>, so that whoever reads those reads
/// these; our own are 10 and up. Lengths are in elements, as there. Call it while holding no lock: a listener's callback may do what it likes.
/// </summary>
[EventSource(Name = "PooledGen", Guid = "e4e3b3a9-6321-5167-c88d-e615f5b7408b")]
internal sealed partial class PoolEventSource : EventSource
{
    /// <summary>The event source, from the moment that it is there: a moment after the first rental (<see cref="BackgroundStart"/>).</summary>
    public static volatile PoolEventSource? Log;

    /// <summary>The bucket of a buffer that has no size class.</summary>
    public const int NoBucketId = -1;

    private PoolEventSource()
    {
    }

    /// <summary>The event source, if a listener wants events of this level; otherwise null.</summary>
    public static PoolEventSource? EnabledAt(EventLevel level) => Log is { } log && log.IsEnabled(level, EventKeywords.None) ? log : null;

    /// <summary>Why a buffer was allocated: the framework's reasons.</summary>
    internal enum BufferAllocatedReason
    {
        /// <summary>It will be pooled.</summary>
        Pooled,

        /// <summary>It is too long to be pooled.</summary>
        OverMaximumSize,

        /// <summary>As many are pooled as may be. Not used here.</summary>
        PoolExhausted,
    }

    /// <summary>Why a returned buffer was let go: the framework's reasons.</summary>
    internal enum BufferDroppedReason
    {
        /// <summary>There was no room for it.</summary>
        Full,

        /// <summary>It is too long to be pooled.</summary>
        OverMaximumSize,
    }

    [Event(1, Level = EventLevel.Verbose)]
    public void BufferRented(int bufferId, int bufferSize, int poolId, int bucketId) => Write(1, bufferId, bufferSize, poolId, bucketId);

    [Event(2, Level = EventLevel.Informational)]
    public void BufferAllocated(int bufferId, int bufferSize, int poolId, int bucketId, BufferAllocatedReason reason)
        => Write(2, bufferId, bufferSize, poolId, bucketId, (int)reason);

    [Event(3, Level = EventLevel.Verbose)]
    public void BufferReturned(int bufferId, int bufferSize, int poolId) => Write(3, bufferId, bufferSize, poolId);

    /// <summary>A free buffer was let go, by request or because it was idle.</summary>
    [Event(4, Level = EventLevel.Informational)]
    public void BufferTrimmed(int bufferId, int bufferSize, int poolId) => Write(4, bufferId, bufferSize, poolId);

    /// <summary>A trimmer looks for idle buffers.</summary>
    /// <param name="milliseconds">The clock's reading.</param>
    /// <param name="pressure">How scarce memory is, as the framework says it: 0 low, 1 medium, 2 high.</param>
    [Event(5, Level = EventLevel.Informational)]
    public void BufferTrimPoll(int milliseconds, int pressure) => Write(5, milliseconds, pressure);

    [Event(6, Level = EventLevel.Informational)]
    public void BufferDropped(int bufferId, int bufferSize, int poolId, int bucketId, BufferDroppedReason reason)
        => Write(6, bufferId, bufferSize, poolId, bucketId, (int)reason);

    /// <summary>A buffer was used against the rules.</summary>
    /// <param name="poolName">The annotated type.</param>
    /// <param name="what">What was done, in a sentence or more; stacks included where they are known.</param>
    [Event(10, Level = EventLevel.Warning)]
    public void MisuseFound(string poolName, string what) => Write(10, poolName, what);

    /// <summary>A rental was never ended.</summary>
    /// <param name="poolName">The annotated type.</param>
    /// <param name="what">Which rental; its stack where it is known.</param>
    [Event(11, Level = EventLevel.Warning)]
    public void LeakFound(string poolName, string what) => Write(11, poolName, what);

    /// <summary>A returned buffer is let go, because a budget is used up, the pool's or the process's.</summary>
    /// <param name="poolName">The annotated type.</param>
    /// <param name="bytes">What was let go.</param>
    /// <param name="budget">What may be retained, in bytes.</param>
    [Event(12, Level = EventLevel.Informational)]
    public unsafe void BufferEvicted(string poolName, long bytes, long budget)
    {
        fixed (char* name = poolName)
        {
            EventData* payload = stackalloc EventData[] { Text(name, poolName), Data(&bytes, sizeof(long)), Data(&budget, sizeof(long)) };
            Write(12, payload, 3);
        }
    }

    /// <summary>A setting could not be understood; the default holds.</summary>
    /// <param name="name">The setting.</param>
    /// <param name="value">What stood there.</param>
    /// <param name="reason">What is wrong with it, and what would be right.</param>
    [Event(13, Level = EventLevel.Warning)]
    public unsafe void SettingIgnored(string name, string value, string reason)
    {
        fixed (char* first = name, second = value, third = reason)
        {
            EventData* payload = stackalloc EventData[] { Text(first, name), Text(second, value), Text(third, reason) };
            Write(13, payload, 3);
        }
    }

    /// <summary>
    /// A pool exists. The pool raises it with its first rental, and the event source raises it for every pool when a listener attaches. The figures
    /// tell the listener what it has missed.
    /// </summary>
    /// <param name="poolId">What the other events call it.</param>
    /// <param name="poolName">The annotated type.</param>
    /// <param name="element">The element type.</param>
    /// <param name="rents">This and the following are the pool's figures at this moment: <see cref="PoolStatistics.Rents"/>.</param>
    /// <param name="misses"><see cref="PoolStatistics.Misses"/>.</param>
    /// <param name="oversize"><see cref="PoolStatistics.Oversize"/>.</param>
    /// <param name="trimmed"><see cref="PoolStatistics.Trimmed"/>.</param>
    /// <param name="dropped"><see cref="PoolStatistics.Dropped"/>.</param>
    /// <param name="evicted"><see cref="PoolStatistics.Evicted"/>.</param>
    /// <param name="misuse"><see cref="PoolStatistics.Misuse"/>.</param>
    /// <param name="inUse"><see cref="PoolStatistics.InUse"/>.</param>
    [Event(14, Level = EventLevel.Informational)]
    private unsafe void PoolCreated(
        int poolId, string poolName, string element, long rents, long misses, long oversize, long trimmed, long dropped, long evicted, long misuse, long inUse)
    {
        fixed (char* first = poolName, second = element)
        {
            EventData* payload = stackalloc EventData[]
            {
                Data(&poolId, sizeof(int)), Text(first, poolName), Text(second, element), Data(&rents, sizeof(long)), Data(&misses, sizeof(long)),
                Data(&oversize, sizeof(long)), Data(&trimmed, sizeof(long)), Data(&dropped, sizeof(long)), Data(&evicted, sizeof(long)),
                Data(&misuse, sizeof(long)), Data(&inUse, sizeof(long)),
            };
            Write(14, payload, 11);
        }
    }
}
