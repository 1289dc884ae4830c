using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// What is retained lies in places, and a place is paid for out of the budgets before anything is put there: on a thread one by one, in the
/// core tier a batch's at a time while the budgets have so much left. So retaining, renting and returning need no count of bytes, and a buffer
/// that is never returned costs no budget.
/// </summary>
/// <remarks>The lock is <c>_threads</c>: it is held wherever a place is opened or closed.</remarks>
public sealed partial class BufferPool<T>
{
    private long BufferBytes(int sizeClass) => (long)_sizeClasses.Length(sizeClass) * Unsafe.SizeOf<T>();

    private bool TryWiden(ThreadStack<T> stack, int sizeClass)
    {
        // Without the lock first: over budget, threads must not queue here with everything they return.
        long bytes = BufferBytes(sizeClass);
        if (stack.IsOpen || _mode != PoolMode.None || !_budget.Allows(bytes) || !_housekeeper.Budget.Allows(bytes))
            return false;

        using (Uninterrupted.Lock(_threads))
        {
            // Again, because a visit that was under way may have opened all places anew: one more would be the sentinel's (CloseStormTests).
            if (stack.IsOpen || _mode != PoolMode.None || !_housekeeper.TryReserve(_budget, bytes))
                return stack.HasRoom;

            stack.Widen();
            return true;
        }
    }

    // The modes do not matter here: the core tier is where a watched pool keeps everything.
    private bool TryWidenCoreTier(int sizeClass, int places)
    {
        long bytes = BufferBytes(sizeClass);
        if (_coreTier.ClosedPlaces(sizeClass) == 0 || !_budget.Allows(places * bytes) || !_housekeeper.Budget.Allows(places * bytes))
            return false;

        if (!_coreTier.TryPrepare(sizeClass))
            return false;

        using (Uninterrupted.Lock(_threads))
        {
            places = Math.Min(places, _coreTier.ClosedPlaces(sizeClass));
            if (places == 0 || !_housekeeper.TryReserve(_budget, places * bytes))
                return false;

            _coreTier.Widen(sizeClass, places);
            return true;
        }
    }

    // Under the lock.
    private void EmptyThreads(List<PooledNode<T>>? trimmed)
    {
        foreach (ThreadShare<T> thread in _threads)
        {
            foreach (ThreadStack<T> stack in thread.Stacks)
                stack.Close();
        }

        ProcessWideBarrier.Pass();
        foreach (ThreadShare<T> thread in _threads)
        {
            for (int sizeClass = 0; sizeClass < thread.Stacks.Length; sizeClass++)
                Release(thread.Stacks[sizeClass].Empty(trimmed) * BufferBytes(sizeClass));
        }
    }

    // Under the lock.
    private void EmptyCoreTier(List<PooledNode<T>>? trimmed)
    {
        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
        {
            CountTrimmed(_coreTier.Close(sizeClass, trimmed, out int places), sizeClass);
            Release(places * BufferBytes(sizeClass));
        }
    }
}
