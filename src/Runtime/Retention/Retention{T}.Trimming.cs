using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Trims on request, trims what is idle, takes over from ended threads, and empties the threads' stacks while rentals are watched.</summary>
internal sealed partial class Retention<T>
{
    /// <summary>Lets go of every free buffer.</summary>
    public void Trim() => Trim(idleOnly: false);

    /// <summary>Lets go of buffers that were not used since the last call, and of empty places.</summary>
    public void TrimIdle()
    {
        if (_budget.Reserved > 0)
            Trim(idleOnly: true);
    }

    /// <summary>Closes the threads' stacks and lets go of the nodes in them. The caller holds the lock.</summary>
    // The statistics count what the threads lose, but no listener hears of it: the registry's lock is held, and that of the listener that asked for it.
    public void CloseToThreads()
    {
        _isClosedToThreads = true;
        EmptyThreads(trimmed: null);
    }

    /// <summary>Allows the threads' stacks to open again as buffers are returned to them. The caller holds the lock.</summary>
    public void OpenToThreads() => _isClosedToThreads = StaysOffThreads;

    /// <summary>Takes over what an ended thread left: its nodes go to the core tier, its counts into the totals.</summary>
    public void Retire(ThreadState<T> thread)
    {
        for (int sizeClass = 0; sizeClass < thread.Stacks.Length; sizeClass++)
        {
            while (TryMoveNewest(thread.Stacks[sizeClass], sizeClass))
            {
            }
        }

        using (Uninterrupted.Lock(_roster))
        {
            _roster.Remove(thread);
            for (int sizeClass = 0; sizeClass < thread.Stacks.Length; sizeClass++)
            {
                ThreadStack<T> stack = thread.Stacks[sizeClass];
                _counters.AddRetiredRents(sizeClass, stack.Rents);

                // A buffer that was rented there may stay rented for long, and it refers to its home. The home must therefore refer to nothing.
                stack.Close();
                stack.Empty(trimmed: null); // returns 0, because TryMoveNewest has released every place
                stack.Owner = ThreadToken.None;
            }
        }
    }

    // One by one, so that the nodes fill existing batches. Under the lock, so that the statistics see the node here or there (RetiringStatisticsTests).
    private bool TryMoveNewest(ThreadStack<T> stack, int sizeClass)
    {
        PooledNode<T>? node;
        bool isRetained, isDropped;
        using (Uninterrupted.Lock(_roster))
        {
            node = PopRepaired(stack, sizeClass);

            // The place first, because the core tier needs its bytes.
            Release(stack.ReleaseCapacity(above: (int)stack.Count), sizeClass);
            if (node is null)
                return false;

            isRetained = TryRetainInCoreTier(node, out isDropped);
        }

        Finish(node, isRetained, isDropped);
        return true;
    }

    // Listeners hear of the trimmed nodes after the lock is released. Without listeners it allocates nothing for arrays, because a program trims when it is
    // out of memory (TrimTests).
    private void Trim(bool idleOnly)
    {
        // Native nodes come out of the core tier only, by a claim. So no other thread has them, and this one may give their pages back.
        List<PooledNode<T>>? trimmed = StaysOffThreads ? [] : BufferEvents.TrimmedForListeners<T>();
        using (Uninterrupted.Lock(_roster))
        {
            // The list grows now, because nothing may fail between the steps of closing a place.
            if (trimmed is not null)
                trimmed.Capacity = ReservedCapacity();

            if (idleOnly)
            {
                TrimIdle(trimmed);
            }
            else
            {
                EmptyThreads(trimmed);
                EmptyCoreTier(trimmed);
            }
        }

        BufferEvents.Trimmed(trimmed);
        if (StaysOffThreads)
            trimmed!.ForEach(_storage!.LetGo);
    }

    // All nodes are judged before any is noted, because a node may be seen in two places: free in one and left behind in the other.
    private void TrimIdle(List<PooledNode<T>>? trimmed)
    {
        foreach (ThreadState<T> thread in _roster)
        {
            foreach (ThreadStack<T> stack in thread.Stacks)
                stack.TrimIdle(trimmed);
        }

        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
        {
            _counters.CountTrimmed(sizeClass, _coreTier.TrimIdle(sizeClass, trimmed));
            _coreTier.Shrink(sizeClass);
        }

        // model: stack/pass-settle
        ProcessWideBarrier.Pass();
        foreach (ThreadState<T> thread in _roster)
        {
            for (int sizeClass = 0; sizeClass < thread.Stacks.Length; sizeClass++)
                Release(thread.Stacks[sizeClass].CompleteTrim(), sizeClass);
        }

        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
            Release(_coreTier.CompleteTrim(sizeClass), sizeClass);
    }

    private void EmptyThreads(List<PooledNode<T>>? trimmed)
    {
        foreach (ThreadState<T> thread in _roster)
        {
            foreach (ThreadStack<T> stack in thread.Stacks)
                stack.Close();
        }

        // model: stack/pass-close
        ProcessWideBarrier.Pass();
        foreach (ThreadState<T> thread in _roster)
        {
            for (int sizeClass = 0; sizeClass < thread.Stacks.Length; sizeClass++)
                Release(thread.Stacks[sizeClass].Empty(trimmed), sizeClass);
        }
    }

    private void EmptyCoreTier(List<PooledNode<T>>? trimmed)
    {
        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
        {
            _counters.CountTrimmed(sizeClass, _coreTier.Close(sizeClass, trimmed, out int places));
            Release(places, sizeClass);
        }
    }

    // A loop, because the first use of LINQ loads an assembly, and a handler of that event must not run under the lock (StartTests).
    private int ReservedCapacity()
    {
        int places = _roster.ReservedCapacity();
        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
            places += _coreTier.ReservedCapacity(sizeClass);

        return places;
    }
}
