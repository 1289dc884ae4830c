namespace PooledGen;

/// <summary>
/// Creates the event source and the meter, once, on a thread of their own. Both call listeners, who may rent and may wait for other threads that
/// rent. In a static constructor or on the path of a rental the two would wait for each other, and the first rental would pay. The thread pool will
/// not do: it has an event source itself, and its first work item creates that (StartTests).
/// </summary>
internal static class DiagnosticsStart
{
    private static int s_hasBegun;

    /// <summary>Has both created soon, if that has not begun yet.</summary>
    public static void Begin()
    {
        if (Volatile.Read(ref s_hasBegun) != 0 || Interlocked.Exchange(ref s_hasBegun, 1) != 0)
            return;

        try
        {
            BackgroundThread.Start(Create, "PooledGen diagnostics");
        }
        catch (OutOfMemoryException)
        {
            // No reason for a rental to fail. The first rental of the next pool tries again.
            Volatile.Write(ref s_hasBegun, 0);
        }
    }

    private static void Create()
    {
        try
        {
#if NET
            PoolMeter.Create();
#endif
            PoolEventSource.Create();
        }
        catch (Exception)
        {
            // A listener's own mistake, most likely. In the background nobody could be told, and it would end the process.
        }
    }
}
