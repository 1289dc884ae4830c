#if NET
namespace PooledGen;

/// <summary>
/// Lets go of every free buffer when a full garbage collection finds that memory is scarce. Nothing refers to it: its finalizer runs after a
/// collection, and registers it for the next one. Having grown old, it is found by gen-2 collections alone.
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
            // Pools have locks, and this thread serves all finalizers of the process: another one does it.
            if (_isMemoryScarce())
                _trimScheduler.TrimAllInBackground();
        }
        catch (OutOfMemoryException)
        {
            // Not even for that. The next collection comes soon.
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

    /// <summary>Whether nine tenths of the load are in use at which the collector itself begins to hurry.</summary>
    internal static bool IsHigh(long loadBytes, long thresholdBytes) => loadBytes >= thresholdBytes / 10 * 9;
}
#endif
