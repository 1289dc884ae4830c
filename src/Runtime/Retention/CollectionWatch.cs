namespace PooledGen;

/// <summary>
/// Hears of garbage collections. The first one lets the idle timer begin. One that finds memory scarce lets go of every free buffer. Nothing refers to this
/// object, so its finalizer runs after a collection, and registers it for the next one. Once it is old, only gen-2 collections find it.
/// </summary>
internal sealed class CollectionWatch
{
    private readonly TrimScheduler _trimScheduler;
    private readonly Func<bool> _isMemoryScarce;

    private CollectionWatch(TrimScheduler trimScheduler, Func<bool> isMemoryScarce)
    {
        _trimScheduler = trimScheduler;
        _isMemoryScarce = isMemoryScarce;
    }

    ~CollectionWatch()
    {
        try
        {
            _trimScheduler.AllowVisits();

            // Another thread trims, because pools have locks and this thread runs all finalizers of the process.
            if (_isMemoryScarce())
                _trimScheduler.TrimAllInBackground();
        }
        catch (OutOfMemoryException)
        {
            // There is no memory even to queue the work. The next collection, which comes soon, tries again.
        }

        GC.ReRegisterForFinalize(this);
    }

    public static void Start(TrimScheduler trimScheduler, Func<bool> isMemoryScarce) => _ = new CollectionWatch(trimScheduler, isMemoryScarce);

    /// <summary>Whether the last collection found memory scarce. Older frameworks do not report that.</summary>
    public static bool IsLoadHigh()
    {
#if NET
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        return IsHigh(memory.MemoryLoadBytes, memory.HighMemoryLoadThresholdBytes);
#else
        return false;
#endif
    }

    /// <summary>Whether the load is at least nine tenths of the load at which the collector itself begins to hurry.</summary>
    internal static bool IsHigh(long loadBytes, long thresholdBytes) => loadBytes >= thresholdBytes / 10 * 9;
}
