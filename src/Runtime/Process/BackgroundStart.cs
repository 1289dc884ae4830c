namespace PooledGen;

/// <summary>
/// Starts what a process needs once and no rental has to wait for: the watch over scarce memory, the meter and the event source. The last two call
/// listeners, and a listener may rent or wait for a thread that rents. In a static constructor or on the path of a rental the two would wait for each
/// other. The thread pool cannot do this, because its first work item creates an event source of its own (StartTests).
/// </summary>
internal static class BackgroundStart
{
    private static int s_hasBegun;

    /// <summary>Starts a thread for it, if that has not begun yet.</summary>
    public static void Begin()
    {
        if (Volatile.Read(ref s_hasBegun) != 0 || Interlocked.Exchange(ref s_hasBegun, 1) != 0)
            return;

        try
        {
            BackgroundThread.Start(Run, "PooledGen start");
        }
        catch (OutOfMemoryException)
        {
            // No reason for a rental to fail. The first rental of the next pool tries again.
            Volatile.Write(ref s_hasBegun, 0);
        }
    }

    private static void Run()
    {
#if NET
        MemoryWatch.Start(TrimScheduler.Shared, MemoryWatch.IsLoadHigh);
        PoolMeter.CreateWithLibrary();
#endif
        PoolEventSource.Create();
    }
}
