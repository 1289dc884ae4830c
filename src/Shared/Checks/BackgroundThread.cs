using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>Threads for work that may wait for locks of the framework. A thread that rents or returns must not wait for those.</summary>
internal static class BackgroundThread
{
    /// <summary>
    /// How long a new thread waits before it works. When the first rental starts one, most programs are still starting, and two threads that compile at
    /// the same time wait for each other.
    /// </summary>
    private const int PauseMilliseconds = 50;

    /// <summary>Starts a thread that does not capture the execution context of its creator.</summary>
    public static void Start(ThreadStart work, string name)
    {
        try
        {
            var thread = new Thread(Run) { IsBackground = true, Name = name };
#if NET
            thread.UnsafeStart(work);
#else
            thread.Start(work);
#endif
        }
        catch (PlatformNotSupportedException)
        {
            Queue(work);
        }
    }

    // A browser has one thread only, which does the work later.
    // Not inlined: compiling it loads the framework's assembly System.Threading.ThreadPool, which other programs do not need.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Queue(ThreadStart work) => ThreadPool.UnsafeQueueUserWorkItem(RunAtOnce, work);

    private static void Run(object? work)
    {
        Thread.Sleep(PauseMilliseconds);
        RunAtOnce(work);
    }

    private static void RunAtOnce(object? work)
    {
        try
        {
            ((ThreadStart)work!)();
        }
        catch (Exception)
        {
            // Most likely a listener threw. On this thread the exception would end the process.
        }
    }
}
