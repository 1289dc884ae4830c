namespace PooledGen;

/// <summary>
/// Identifies a running thread: one object a thread, the same for all pools. A stack carries the token of the thread that owns it, so a thread
/// recognises its own stacks without asking the pool.
/// </summary>
/// <remarks>
/// A managed thread id would not do: the next thread gets the id of an ended one, whose stacks may still be there. Nor would
/// <see cref="ThreadEnd"/>: pools hold the stacks, the stacks would hold that object, and its finalizer would never run.
/// </remarks>
internal sealed class ThreadToken
{
    [ThreadStatic]
    private static ThreadToken? t_current;

    /// <summary>The owner of stacks that belong to no running thread.</summary>
    public static ThreadToken None => NoThread.Token;

    /// <summary>The calling thread's token; null as long as the thread has not joined a pool.</summary>
    public static ThreadToken? Current => t_current;

    /// <summary>The calling thread's token, created if there is none yet.</summary>
    public static ThreadToken Create() => t_current ??= new ThreadToken();

    // A class of its own, so that reading the thread-static field needs no test whether this is initialised.
    private static class NoThread
    {
        public static readonly ThreadToken Token = new();
    }
}
