using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>
/// Notices the end of a thread: only a thread-static field refers to it, so its finalizer runs when the thread is gone.
/// </summary>
internal sealed class ThreadEnd
{
    [ThreadStatic]
    private static ThreadEnd? t_end;

    // Weak, because the pool holds its shares itself: this thread must not keep the types of an unloaded assembly. Bare handles,
    // because a WeakReference has a finalizer of its own, which may run before ours (ThreadEndTests).
    private readonly List<GCHandle> _shares = [];

    ~ThreadEnd()
    {
        foreach (GCHandle handle in _shares)
        {
            (handle.Target as IThreadShare)?.Retire();
            handle.Free();
        }
    }

    /// <summary>Retires the share when the calling thread has ended.</summary>
    public static void Watch(IThreadShare share) => (t_end ??= new ThreadEnd())._shares.Add(GCHandle.Alloc(share, GCHandleType.Weak));
}
