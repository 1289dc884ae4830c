namespace PooledGen;

/// <summary>
/// Starts what a process needs once and no rental has to wait for: the watch over collections, the meter and the event source. The last two call listeners,
/// and a listener may rent or wait for a thread that rents. In a static constructor or on the path of a rental these waits would be a deadlock. The thread
/// pool cannot do this, because its first work item creates an event source of its own (StartTests).
/// </summary>
internal static class BackgroundStart
{
    private static int s_hasBegun;

    /// <summary>Starts a thread for this work, unless one was started before.</summary>
    public static void Begin()
    {
        if (Volatile.Read(ref s_hasBegun) != 0 || Interlocked.Exchange(ref s_hasBegun, 1) != 0)
            return;

        try
        {
#if NET
            // A context that can be unloaded is followed from here on: it may be unloaded before the thread works.
            if (typeof(BackgroundStart).Assembly.IsCollectible)
                _ = Unloading.Token;

#endif
            BackgroundThread.Start(Run, "PooledGen start");
        }
        catch (OutOfMemoryException)
        {
            // A rental must not fail for this. The first rental of the next pool tries again.
            Volatile.Write(ref s_hasBegun, 0);
        }
    }

    private static void Run()
    {
        CollectionCallback.Start(IdleTrimmer.Shared, CollectionCallback.IsLoadHigh, CollectionCallback.HasCollected);
#if NET
        PoolMeter.CreateWithLibrary();
#endif
        PoolEventSource.Create();
    }
}
