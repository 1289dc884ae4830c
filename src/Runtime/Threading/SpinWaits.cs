namespace PooledGen;

/// <summary>Waits for another thread's next few instructions.</summary>
internal static class SpinWaits
{
    /// <summary>
    /// Spins for about a microsecond, and then sleeps, also through an interrupt. The other thread was then preempted, and where there is one core, a thread of
    /// lower priority runs only while this one sleeps: a yield is not enough (SpinWaitsTests).
    /// </summary>
    public static void SpinUninterrupted(this ref SpinWait wait)
    {
        if (wait.NextSpinWillYield)
            Uninterrupted.Run(static milliseconds => Sleep(milliseconds), 1);
        else
            wait.SpinOnce();
    }

    private static bool Sleep(int milliseconds)
    {
        Thread.Sleep(milliseconds);
        return true;
    }
}
