namespace PooledGen;

/// <summary>
/// Identifies a running thread: one object per thread, the same for all pools. A stack carries the token of the thread that owns it, so a thread
/// recognises its own stacks without asking the pool.
/// </summary>
/// <remarks>
/// A managed thread id would not do: the next thread gets the id of an ended one, whose stacks may still be there. Nor would
/// <see cref="ThreadEnd"/>: pools hold the stacks, the stacks would hold that object, and its finalizer would never run.
/// </remarks>
internal static class ThreadToken
{
    /// <summary>The owner of stacks that belong to no running thread. A literal, because it needs no initialiser on the path of the first rental.</summary>
    public const string None = "no thread";

    /// <summary>The calling thread's token; null until the thread joins a pool.</summary>
    [ThreadStatic]
    public static object? Current;
}
