using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>
/// Notices the end of a thread: only a thread-static field refers to it, so its finalizer runs when the thread is gone.
/// </summary>
internal sealed class ThreadEnd
{
    // One for each pool.
    [ThreadStatic]
    private static List<ThreadEnd>? t_ends;

    // The handle is weak, because the pool holds the thread's state itself: this thread must not keep the types of an unloaded assembly alive. It is a bare
    // handle, because a WeakReference has a finalizer of its own, which may run before ours (ThreadEndTests).
    private readonly GCHandle _state;

    /// <summary>Retires the state of the calling thread when that thread has ended.</summary>
    public ThreadEnd(IThreadState state)
    {
        _state = GCHandle.Alloc(state, GCHandleType.Weak);
        (t_ends ??= []).Add(this);
    }

    ~ThreadEnd()
    {
        // No handle exists if the constructor could not allocate it.
        if (!_state.IsAllocated)
            return;

        (_state.Target as IThreadState)?.Retire();
        _state.Free();
    }
}
