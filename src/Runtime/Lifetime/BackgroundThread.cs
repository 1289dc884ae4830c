namespace PooledGen;

/// <summary>Threads for work that may wait for locks of the framework, which no thread that rents or returns must wait for.</summary>
internal static class BackgroundThread
{
    /// <summary>Starts a thread that does not capture the execution context of its creator.</summary>
    public static void Start(ThreadStart work, string name)
    {
        try
        {
            var thread = new Thread(work) { IsBackground = true, Name = name };
#if NET
            thread.UnsafeStart();
#else
            thread.Start();
#endif
        }
        catch (PlatformNotSupportedException)
        {
            // In a browser there is one thread only. It does the work later.
            ThreadPool.UnsafeQueueUserWorkItem(static work => ((ThreadStart)work!)(), work);
        }
    }
}
