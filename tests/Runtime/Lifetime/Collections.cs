using System.Diagnostics;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>
/// Garbage collections, several: the runtime lets go of a thread's statics a moment after Join, and what the thread left is on its way through
/// finalizers for a moment longer.
/// </summary>
internal static class Collections
{
    // For a machine that is busy with other things.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <summary>Collects garbage some times.</summary>
    public static void Several()
    {
        for (int i = 0; i < 10; i++)
            Collect();
    }

    /// <summary>Collects garbage until the pool has taken over what ended threads left on their stacks.</summary>
    /// <param name="threads">The stacks of each thread.</param>
    public static void UntilRetired(params IEnumerable<ThreadStack[]> threads)
        => Assert.True(
            Until(() => threads.All(static stacks => ReferenceEquals(stacks[^1].Owner, ThreadToken.None))), // the last thing that retiring a thread does
            "The pool has not taken over what an ended thread left.");

    /// <summary>Collects garbage until it is so, or for half a minute.</summary>
    /// <returns>Whether it is so.</returns>
    public static bool Until(Func<bool> condition)
    {
        for (var clock = Stopwatch.StartNew(); clock.Elapsed < s_patience; Collect())
        {
            if (condition())
                return true;
        }

        return false;
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Thread.Sleep(10); // for what the thread pool does then
    }
}
