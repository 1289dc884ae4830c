namespace PooledGen;

/// <summary>
/// Notices the end of a thread: only a thread-static field refers to it, so its finalizer runs when the thread is gone.
/// </summary>
internal sealed class ThreadEnd
{
    [ThreadStatic]
    private static ThreadEnd? t_end;

    // Weak, because the pool holds its shares itself: this thread must not keep the types of an unloaded assembly.
    private readonly List<WeakReference<IThreadShare>> _shares = [];

    ~ThreadEnd()
    {
        foreach (WeakReference<IThreadShare> reference in _shares)
        {
            if (reference.TryGetTarget(out IThreadShare? share))
                share.Retire();
        }
    }

    /// <summary>Retires the share when the calling thread has ended.</summary>
    public static void Watch(IThreadShare share) => (t_end ??= new ThreadEnd())._shares.Add(new WeakReference<IThreadShare>(share));
}
