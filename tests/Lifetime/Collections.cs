namespace PooledGen.Lifetime.Tests;

internal static class Collections
{
    /// <summary>Collects garbage until it is so, or for ten times: what waits for finalizers and ended threads may need several.</summary>
    public static void Until(Func<bool> condition)
    {
        for (int i = 0; i < 10 && !condition(); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(10); // for what the thread pool does then
        }
    }
}
