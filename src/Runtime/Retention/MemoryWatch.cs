#if NET
namespace PooledGen;

/// <summary>
/// Lets go of every free buffer when a full garbage collection finds that memory is scarce. Nothing refers to this object, so its finalizer runs
/// after a collection, and registers it for the next one. Once it is old, only gen-2 collections find it.
/// </summary>
internal sealed class MemoryWatch
{
    private readonly TrimScheduler _trimScheduler;
    private readonly Func<bool> _isMemoryScarce;

    private MemoryWatch(TrimScheduler trimScheduler, Func<bool> isMemoryScarce)
    {
        _trimScheduler = trimScheduler;
        _isMemoryScarce = isMemoryScarce;
    }

    ~MemoryWatch()
    {
        try
        {
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

    public static void Start(TrimScheduler trimScheduler, Func<bool> isMemoryScarce) => _ = new MemoryWatch(trimScheduler, isMemoryScarce);

    /// <summary>Whether the last collection found memory scarce.</summary>
    public static bool IsLoadHigh()
    {
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        return IsHigh(memory.MemoryLoadBytes, memory.HighMemoryLoadThresholdBytes);
    }

    /// <summary>Whether the load is at least nine tenths of the load at which the collector itself begins to hurry.</summary>
    internal static bool IsHigh(long loadBytes, long thresholdBytes) => loadBytes >= thresholdBytes / 10 * 9;
}
#endif
