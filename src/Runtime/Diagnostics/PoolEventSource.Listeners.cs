using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>Follows listeners that come and go: while one of them wants to hear of every rental, the pools are watched.</summary>
internal sealed partial class PoolEventSource
{
    private readonly object _followed = new();
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
        Log = log;
        Interlocked.MemoryBarrier();
        log.UpdateTracing();
        if (log._isEnabledEarly)
            log.AnnounceAll();

        // Every session that is open keeps the source until it is disposed.
        Unloading.Token.Register(log.Dispose);
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
        using (Uninterrupted.Lock(_followed))
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
        PoolStatistics figures = pool.Statistics;
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
            figures.Misuse,
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
}
