namespace PooledGen.Runtime.Tests.Diagnostics.Events;

internal static class Stacks
{
    /// <summary>Whether the calling thread gives what it returns to the core tier, and so takes the slow path each time.</summary>
    /// <param name="pool">The pool; it is emptied.</param>
    /// <param name="rental">Rents from it and returns.</param>
    public static bool AreClosed(BufferPool pool, Action rental)
    {
        pool.Trim();
        rental(); // a new buffer, whose first return takes the slow path always
        rental();

        // Another thread can only find what lies with the cores.
        long misses = pool.GetStatistics().Misses;
        var other = new Thread(() => rental());
        other.Start();
        other.Join();
        return pool.GetStatistics().Misses == misses;
    }
}
