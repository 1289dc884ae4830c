namespace PooledGen.Runtime.Tests;

/// <summary>What the calling thread allocates.</summary>
internal static class Allocations
{
    private const int Rounds = 3;

    /// <summary>
    /// The bytes of some calls, after as many to warm up. The smallest of three counts: a collection that another test causes disturbs the thread's
    /// counter by some kilobytes, and may take free arrays from the pool. What the code itself allocates is in all three.
    /// </summary>
    /// <param name="action">What is called.</param>
    /// <param name="calls">How often, for each count.</param>
    public static long Of(Action action, int calls = 100)
    {
        Repeat(action, calls);
        return Enumerable.Range(0, Rounds).Min(_ =>
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Repeat(action, calls);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        });
    }

    private static void Repeat(Action action, int calls)
    {
        for (int i = 0; i < calls; i++)
            action();
    }
}
