namespace PooledGen;

/// <summary>
/// What pools share in a process: the limit of what they retain together, and visits that let go of unused buffers. The pools know this class only, and the
/// timer is behind it. Any thread may use it.
/// </summary>
/// <param name="maxRetainedBytes">The most bytes that all pools may retain together.</param>
internal abstract class Trimmer(long maxRetainedBytes)
{
    /// <summary>The bytes that the pools may retain together, and the bytes that they have reserved.</summary>
    public readonly RetentionLimit RetentionLimit = new(maxRetainedBytes);

    /// <summary>Lets the visits begin. A pool of native buffers calls it, because native memory needs no garbage collection.</summary>
    public abstract void AllowVisits();

    /// <summary>
    /// Asks for a visit, unless there is one to come. The caller has reserved bytes and holds no lock: the framework tells its listeners of a timer that is
    /// set, and their callbacks may rent, return, or wait for a thread that does (TrimSchedulerTests).
    /// </summary>
    /// <remarks>
    /// It never throws, because the calling thread may be in the middle of a return and would lose the buffer. If there is no memory for the timer, the
    /// next reservation sets it, or the next collection.
    /// </remarks>
    public abstract void EnsureVisit();
}
