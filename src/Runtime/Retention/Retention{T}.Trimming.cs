using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Letting go: on request, of what is idle, of what an ended thread left, and of the threads' stacks while rentals are watched.</summary>
internal sealed partial class Retention<T>
{
    /// <summary>Lets go of every free buffer.</summary>
    public void Trim() => Trim(trimmed =>
    {
        EmptyThreads(trimmed);
        EmptyCoreTier(trimmed);
    });

    /// <summary>Lets go of what nobody used since the last call, and of the places that are empty.</summary>
    public void TrimIdle()
    {
        if (_budget.Reserved > 0)
            Trim(TrimIdle);
    }

    /// <summary>Closes the threads' stacks and lets go of what is in them. Under the lock.</summary>
    // What the threads lose is counted and no listener hears of it: the registry's lock is held, and that of the listener that asked for it.
    public void CloseToThreads()
    {
        _isClosedToThreads = true;
        EmptyThreads(trimmed: null);
    }

    /// <summary>Lets the threads' stacks open by themselves, with what is returned to them. Under the lock.</summary>
    public void OpenToThreads() => _isClosedToThreads = false;

    /// <summary>Takes over what an ended thread left: its nodes go to the core tier, its counts into the totals.</summary>
    public void Retire(ThreadState<T> share)
    {
        using (Uninterrupted.Lock(_roster))
        {
            if (!_roster.TryRemove(share))
                return;

            // Its places first: the core tier needs their bytes.
            for (int sizeClass = 0; sizeClass < share.Stacks.Length; sizeClass++)
            {
                ThreadStack<T> stack = share.Stacks[sizeClass];
                _counters.KeepRents(sizeClass, stack.Rents);
                Release(stack.ReleaseCapacity(), sizeClass);
            }
        }

        // One by one, so that they fill up the batches that are there. Without the lock: a listener hears of what there is no room for.
        for (int sizeClass = 0; sizeClass < share.Stacks.Length; sizeClass++)
        {
            ThreadStack<T> stack = share.Stacks[sizeClass];
            while (PopRepaired(stack, sizeClass) is { } node)
                KeepInCoreTier(node);

            // A buffer that was rented there may be out for long, and it holds on to its home: let that hold on to nothing.
            stack.Close();
            stack.Empty(trimmed: null);
            stack.Owner = ThreadToken.None;
        }
    }

    // Listeners hear of it when the lock is free again.
    private void Trim(Action<List<PooledNode<T>>?> trim)
    {
        List<PooledNode<T>>? trimmed = BufferEvents.TrimmedForListeners<T>();
        using (Uninterrupted.Lock(_roster))
        {
            // Now, because nothing may fail between the closing of a place and the end of it.
            if (trimmed is not null)
                trimmed.Capacity = ReservedCapacity();

            trim(trimmed);
        }

        BufferEvents.Trimmed(trimmed);
    }

    // All are judged before any is noted: a node may be seen in two places, free in one and left behind in the other.
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

    private int ReservedCapacity() => Enumerable.Range(0, _depths.Length).Sum(_coreTier.ReservedCapacity) + _roster.ReservedCapacity();
}
