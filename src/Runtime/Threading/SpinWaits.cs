namespace PooledGen;

/// <summary>How to wait for another thread's next few instructions.</summary>
internal static class SpinWaits
{
    /// <summary>Spins, or leaves the processor to somebody else. Never a sleep: that could be interrupted, and what waits here may not be.</summary>
    public static void SpinUninterrupted(this ref SpinWait wait)
    {
        if (wait.NextSpinWillYield)
            Thread.Yield();
        else
            wait.SpinOnce();
    }
}
