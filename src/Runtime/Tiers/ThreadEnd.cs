using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>
/// Notices the end of a thread: only a thread-static field refers to it, so its finalizer runs when the thread is gone.
/// </summary>
internal sealed class ThreadEnd
{
    // A list of this length is pruned before it grows: a program that loads and unloads assemblies without end would fill it.
    private const int LengthToPrune = 16;

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
        t_ends ??= [];
        if (t_ends.Count >= LengthToPrune && t_ends.Count == t_ends.Capacity)
            Prune(t_ends);

        t_ends.Add(this);
    }

    ~ThreadEnd()
    {
        // No handle exists if the constructor could not allocate it.
        if (!_state.IsAllocated)
            return;

        (_state.Target as IThreadState)?.Retire();
        _state.Free();
    }

    // Forgets the pools that were collected. Not inlined, because a first rental would have to compile the delegate.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Prune(List<ThreadEnd> ends) => ends.RemoveAll(static end => end._state.Target is null);
}
