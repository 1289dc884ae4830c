namespace PooledGen;

/// <summary>Waits for another thread's next few instructions.</summary>
internal static class SpinWaits
{
    /// <summary>Spins, or yields the processor to another thread. It never sleeps: a sleep could be interrupted, and this wait must not be.</summary>
    public static void SpinUninterrupted(this ref SpinWait wait)
    {
        if (wait.NextSpinWillYield)
            Thread.Yield();
        else
            wait.SpinOnce();
    }
}
