namespace PooledGen;

/// <summary>
/// Creates the event source and the meter, once, on a thread of their own. Both call listeners, and a listener may rent or wait for a thread that rents.
/// In a static constructor or on the path of a rental the two would wait for each other, and the first rental would be slower. The thread pool
/// cannot do this, because its first work item creates an event source of its own (StartTests).
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
            // Most likely a listener threw. On this thread the exception would end the process.
        }
    }
}
