using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>
/// The event source <c>PooledGen</c>. Events 1 to 6 are those of <c>System.Buffers.ArrayPoolEventSource</c>, so that a tool that reads those reads
/// these; the events of PooledGen are 7 and up. Lengths are in elements, as there. The caller holds no lock, because a listener's callback may do anything.
/// </summary>
[EventSource(Name = "PooledGen", Guid = "e4e3b3a9-6321-5167-c88d-e615f5b7408b")]
internal sealed class PoolEventSource : EventSource
{
    /// <summary>The event source; null until a moment after the first rental (<see cref="BackgroundStart"/>).</summary>
    public static volatile PoolEventSource? Log;

    /// <summary>The bucket of a buffer that has no size class.</summary>
    public const int NoBucketId = -1;

    private PoolEventSource()
    {
    }

    /// <summary>The event source, if a listener wants events of this level; otherwise null.</summary>
    public static PoolEventSource? EnabledAt(EventLevel level) => Log is { } log && log.IsEnabled(level, EventKeywords.None) ? log : null;

    /// <summary>The reason why a buffer was allocated, in the framework's values.</summary>
    internal enum BufferAllocatedReason
    {
        /// <summary>The buffer will be pooled.</summary>
        Pooled,

        /// <summary>The buffer is too long to be pooled.</summary>
        OverMaximumSize,

        /// <summary>The pool holds its maximum of buffers. Not used here.</summary>
        PoolExhausted,
    }

    /// <summary>The reason why a returned buffer was let go, in the framework's values.</summary>
    internal enum BufferDroppedReason
    {
        /// <summary>There was no room for the buffer.</summary>
        Full,

        /// <summary>The buffer is too long to be pooled.</summary>
        OverMaximumSize,
    }

    [Event(1, Level = EventLevel.Verbose)]
    public void BufferRented(int bufferId, int bufferSize, int poolId, int bucketId) => Write(1, bufferId, bufferSize, poolId, bucketId);

    [Event(2, Level = EventLevel.Informational)]
    public void BufferAllocated(int bufferId, int bufferSize, int poolId, int bucketId, BufferAllocatedReason reason)
        => Write(2, bufferId, bufferSize, poolId, bucketId, (int)reason);

    [Event(3, Level = EventLevel.Verbose)]
    public void BufferReturned(int bufferId, int bufferSize, int poolId) => Write(3, bufferId, bufferSize, poolId);

    /// <summary>A free buffer was let go, on request or because it was idle.</summary>
    [Event(4, Level = EventLevel.Informational)]
    public void BufferTrimmed(int bufferId, int bufferSize, int poolId) => Write(4, bufferId, bufferSize, poolId);

    /// <summary>A trimmer looks for idle buffers.</summary>
    /// <param name="milliseconds">The clock's reading.</param>
    /// <param name="pressure">The scarcity of memory, in the framework's values: 0 low, 1 medium, 2 high.</param>
    [Event(5, Level = EventLevel.Informational)]
    public void BufferTrimPoll(int milliseconds, int pressure) => Write(5, milliseconds, pressure);

    [Event(6, Level = EventLevel.Informational)]
    public void BufferDropped(int bufferId, int bufferSize, int poolId, int bucketId, BufferDroppedReason reason)
        => Write(6, bufferId, bufferSize, poolId, bucketId, (int)reason);

    /// <summary>A buffer was used against the rules, or never returned.</summary>
    /// <param name="poolName">The annotated type.</param>
    /// <param name="kind">The name of the <c>PoolMisuseKind</c>.</param>
    /// <param name="what">The misuse, in a sentence or more, with its stacks if they are known.</param>
    [Event(7, Level = EventLevel.Warning)]
    public void MisuseFound(string poolName, string kind, string what) => Write(7, poolName, kind, what);

    /// <summary>A returned buffer is let go, because the limit of the pool or of the process is reached.</summary>
    /// <param name="poolName">The annotated type.</param>
    /// <param name="bytes">The size of the buffer.</param>
    /// <param name="maxRetainedBytes">The limit, in bytes.</param>
    [Event(8, Level = EventLevel.Informational)]
    public unsafe void BufferEvicted(string poolName, long bytes, long maxRetainedBytes)
    {
        fixed (char* name = poolName)
        {
            EventData* payload = stackalloc EventData[] { Text(name, poolName), Data(&bytes, sizeof(long)), Data(&maxRetainedBytes, sizeof(long)) };
            Write(8, payload, 3);
        }
    }

    /// <summary>A setting could not be understood, so the default holds. The event source raises it when a listener attaches.</summary>
    /// <param name="name">The name of the setting.</param>
    /// <param name="value">The value that was found.</param>
    /// <param name="reason">The fault of the value, and what would be right.</param>
    [Event(9, Level = EventLevel.Warning)]
    public void SettingIgnored(string name, string value, string reason) => Write(9, name, value, reason);

    /// <summary>
    /// A pool exists. The pool raises it with its first rental, and the event source raises it for every pool when a listener attaches. The figures
    /// tell the listener what it has missed.
    /// </summary>
    /// <param name="poolId">The number of the pool in the other events.</param>
    /// <param name="poolName">The annotated type.</param>
    /// <param name="element">The element type.</param>
    /// <param name="rents">The pool's figure at this moment, like all that follow: <see cref="PoolStatistics.Rents"/>.</param>
    /// <param name="misses"><see cref="PoolStatistics.Misses"/>.</param>
    /// <param name="oversize"><see cref="PoolStatistics.Oversize"/>.</param>
    /// <param name="trimmed"><see cref="PoolStatistics.Trimmed"/>.</param>
    /// <param name="dropped"><see cref="PoolStatistics.Dropped"/>.</param>
    /// <param name="evicted"><see cref="PoolStatistics.Evicted"/>.</param>
    /// <param name="misuse"><see cref="PoolStatistics.MisuseCount"/>.</param>
    /// <param name="inUse"><see cref="PoolStatistics.InUse"/>.</param>
    [Event(10, Level = EventLevel.Informational)]
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
            Write(10, payload, 11);
        }
    }

    /// <summary>A wait for a budget may never end. In checked mode only.</summary>
    /// <param name="budgetName">The name of the budget; empty if it has none.</param>
    /// <param name="what">The wait, in a sentence.</param>
    [Event(11, Level = EventLevel.Warning)]
    public unsafe void NestedWaitFound(string budgetName, string what)
    {
        fixed (char* first = budgetName, second = what)
        {
            EventData* payload = stackalloc EventData[] { Text(first, budgetName), Text(second, what) };
            Write(11, payload, 2);
        }
    }

    private readonly object _tracingLock = new();
    private bool _isTracing;

    // Whether a listener enabled the source before Log referred to it.
    private volatile bool _isEnabledEarly;

    /// <summary>
    /// Creates the event source. During its construction listeners may enable it, and their callbacks may rent. The pools do not see it yet, so they
    /// find it disabled.
    /// </summary>
    // Nothing here may rent from the framework's array pool. Its first rental creates that pool's event source in a static constructor, which waits for the
    // listeners' lock. A session that begins meanwhile holds that lock, and its callbacks may wait for the constructor (StartTests).
    public static void Create()
    {
        var log = new PoolEventSource();
        log.PrepareCopies();
        var listener = new BufferEvents(log);

        // The pools report only after their stacks are closed: a listener must not hear some rentals and miss those of the fast path beside them. A listener
        // that comes now waits for the lock (StartTests).
        using (Uninterrupted.Lock(log._tracingLock))
        {
            Log = log;
            Interlocked.MemoryBarrier();
            try
            {
                log.UpdateTracing();
            }
            finally
            {
                // Set even if there is no memory to close the stacks, because Create runs only once.
                PoolListener.Current = listener;
            }
        }

        if (log._isEnabledEarly)
            log.AnnounceAll();

        // Every session that is open keeps the source until it is disposed.
        Unloading.Token.Register(log.Dispose);
    }

    // A plug-in may bring its own copy of this library, whose event source has the same identifier. The framework then refuses the first command of each of
    // these sources, with a message to the listeners, and takes the next ones. A listener's command must not be the first (StartTests).
    [NonEvent]
    private void PrepareCopies()
    {
        bool hasCopies = false;
        foreach (EventSource source in GetSources())
        {
            if (source == this || source.Guid != Guid)
                continue;

            SendCommand(source, EventCommand.SendManifest, null);
            hasCopies = true;
        }

        if (hasCopies)
            SendCommand(this, EventCommand.SendManifest, null);
    }

    /// <summary>
    /// Lets the pools enter or leave <see cref="PoolMode.Traced"/>, according to what the current listeners ask for. A listener of a level without
    /// rentals changes nothing for the threads.
    /// </summary>
    /// <remarks>
    /// The source's own commands call it, and so does the first rental that finds no listener: older frameworks report that a listener leaves
    /// while it is still there. If one of several leaves, the level of the others is known only when the last one has left.
    /// </remarks>
    [NonEvent]
    public void UpdateTracing()
    {
        // Under the lock, because a listener that comes meanwhile would be forgotten otherwise.
        using (Uninterrupted.Lock(_tracingLock))
        {
            bool isTracing = IsEnabled(EventLevel.Verbose, EventKeywords.None);
            if (isTracing == _isTracing)
                return;

            _isTracing = isTracing;
            if (isTracing)
                PoolRegistry.Enter(PoolMode.Traced);
            else
                PoolRegistry.Leave(PoolMode.Traced);
        }
    }

    /// <summary>Reports that a pool exists.</summary>
    /// <returns>False in a listener's callback, where no event is written.</returns>
    [NonEvent]
    public bool TryAnnounce(BufferPool pool)
    {
        if (t_isWriting)
            return false;

        if (IsEnabled(EventLevel.Informational, EventKeywords.None))
            PoolCreated(pool);

        return true;
    }

    /// <summary>Reports that a pool exists, and what it has counted so far.</summary>
    [NonEvent]
    public void PoolCreated(BufferPool pool)
    {
        PoolStatistics figures = pool.GetStatistics();
        PoolCreated(
            pool.Id,
            pool.Name,
            pool.ElementType.ToString(),
            figures.Rents,
            figures.Misses,
            figures.Oversize,
            figures.Trimmed,
            figures.Dropped,
            figures.Evicted,
            figures.MisuseCount,
            figures.InUse);
    }

    /// <inheritdoc/>
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        if (Log != this)
        {
            // Either Create sees this flag, or we see that Log refers to the source meanwhile.
            _isEnabledEarly |= command.Command == EventCommand.Enable;
            Interlocked.MemoryBarrier();
            if (Log != this)
                return;
        }

        UpdateTracing();
        if (command.Command == EventCommand.Enable)
            AnnounceAll();
    }

    // For a listener that comes now. All settings were read before: the first pool reads them, and the event source begins after it.
    [NonEvent]
    private void AnnounceAll()
    {
        foreach (IgnoredSetting setting in PooledGen.Settings.Ignored)
            SettingIgnored(setting.Name, setting.Value, setting.Reason);

        foreach (BufferPool pool in PoolRegistry.Pools)
            PoolCreated(pool);
    }

    // Whether this thread is in a listener's callback already. A listener that rents there would be called back without end.
    [ThreadStatic]
    private static bool t_isWriting;

    [NonEvent]
    private unsafe void Write(int eventId, params ReadOnlySpan<int> numbers)
    {
        EventData* payload = stackalloc EventData[numbers.Length];
        fixed (int* first = numbers)
        {
            for (int i = 0; i < numbers.Length; i++)
                payload[i] = Data(first + i, sizeof(int));

            Write(eventId, payload, numbers.Length);
        }
    }

    [NonEvent]
    private unsafe void Write(int eventId, string first, string second, string third)
    {
        fixed (char* firstStart = first, secondStart = second, thirdStart = third)
        {
            EventData* payload = stackalloc EventData[] { Text(firstStart, first), Text(secondStart, second), Text(thirdStart, third) };
            Write(eventId, payload, 3);
        }
    }

    // Every event passes through here. The payloads are written without boxing.
    [NonEvent]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Every payload is a number or a string.")]
    private unsafe void Write(int eventId, EventData* payload, int count)
    {
        if (t_isWriting)
            return;

        t_isWriting = true;
        try
        {
            WriteEventCore(eventId, count, payload);
        }
        finally
        {
            t_isWriting = false;
        }
    }

    private static unsafe EventData Data(void* start, int size) => new() { DataPointer = (IntPtr)start, Size = size };

    // The size includes the zero at the end, which a string has in memory.
    private static unsafe EventData Text(char* start, string text) => Data(start, (text.Length + 1) * sizeof(char));
}
