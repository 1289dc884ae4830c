namespace PooledGen;

/// <summary>
/// Hears of garbage collections. The first one lets the idle timer begin. One that finds memory scarce lets go of every free buffer. Nothing refers to this
/// object, so its finalizer runs after a collection, and registers it for the next one. Once it is old, only gen-2 collections find it.
/// </summary>
internal sealed class CollectionCallback
{
    private readonly IdleTrimmer _trimmer;
    private readonly Func<bool> _isMemoryScarce;

    private CollectionCallback(IdleTrimmer trimmer, Func<bool> isMemoryScarce)
    {
        _trimmer = trimmer;
        _isMemoryScarce = isMemoryScarce;
    }

    ~CollectionCallback()
    {
#if !NET
        // .NET Framework runs finalizers at its end, too. Its own watch over collections asks the same.
        if (Environment.HasShutdownStarted || AppDomain.CurrentDomain.IsFinalizingForUnload())
            return;

#endif
        try
        {
            _trimmer.AllowVisits();

            // Another thread trims, because pools have locks and this thread runs all finalizers of the process.
            if (_isMemoryScarce())
                _trimmer.TrimAllInBackground();
        }
        catch (OutOfMemoryException)
        {
            // There is no memory even to queue the work. The next collection, which comes soon, tries again.
        }

        // Otherwise the watch would keep its assembly for as long as the process runs.
        if (Unloading.Token.IsCancellationRequested)
            return;

        try
        {
            GC.ReRegisterForFinalize(this);
        }
        catch (OutOfMemoryException)
        {
            // The watch ends. On this thread the exception would end the process.
        }
    }

    /// <param name="trimmer">Visits the pools, or lets go of all.</param>
    /// <param name="isMemoryScarce">Asked after each collection.</param>
    /// <param name="hasCollected">Whether there was a collection before. The watch does not hear of it any more, so the visits may begin at once.</param>
    public static void Start(IdleTrimmer trimmer, Func<bool> isMemoryScarce, Func<bool> hasCollected)
    {
        _ = new CollectionCallback(trimmer, isMemoryScarce);

        // Asked last, so that one of the two sees each collection.
        if (hasCollected())
            trimmer.AllowVisits();
    }

    /// <summary>Whether the process has had a collection. On Mono the count of generation 0 leaves full ones out.</summary>
    public static bool HasCollected() => GC.CollectionCount(0) + GC.CollectionCount(GC.MaxGeneration) > 0;

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
