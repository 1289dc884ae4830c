namespace PooledGen.Runtime.Tests.Lifetime;

internal static class Collections
{
    /// <summary>Gives what ended threads left behind the time to come back.</summary>
    public static void OfEndedThreads() => Until(static () => false);

    /// <summary>
    /// Collects garbage until it is so, or for ten times. What waits for finalizers and ended threads may need several: the runtime lets go of a
    /// thread's statics a moment after Join, and what the thread left is on its way for a moment longer.
    /// </summary>
    /// <returns>Whether it is so.</returns>
    public static bool Until(Func<bool> condition)
    {
        for (int i = 0; i < 10; i++)
        {
            if (condition())
                return true;

            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(10); // for what the thread pool does then
        }

        return condition();
    }
}
