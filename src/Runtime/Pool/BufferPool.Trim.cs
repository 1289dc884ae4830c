using PooledGen.CompilerServices;

namespace PooledGen;

// Free buffers leave: by a trim on request or of what is idle, while rentals are watched, at the end of a thread, and at the end of the pool. A capacity
// changes under the roster's lock, and docs/internals/design.md, section 5, has its steps.
public abstract partial class BufferPool
{
    /// <summary>Lets go of every free buffer. Rented buffers stay rented, and are pooled again when they are returned.</summary>
    /// <remarks>
    /// For arrays it allocates nothing, unless a listener hears of each buffer. So a program may call it when it is out of memory. A pool of native memory
    /// makes a list of the buffers, to give their pages back.
    /// </remarks>
    public void Trim()
    {
        // First what needs no memory. Releasing the quarantine may need some, for a report.
        TrimFree(idleOnly: false);
        if (_watch is not { } watch)
            return;

        watch.VerifyQuarantine(before: long.MaxValue);
        TrimFree(idleOnly: false);
    }

    /// <summary>Lets go of buffers that were not used since the last call, and of unused capacity.</summary>
    internal void TrimIdle()
    {
        if (_retentionLimit.Reserved > 0)
            TrimFree(idleOnly: true);
    }

    // Listeners hear of the trimmed nodes after the lock is released. Without listeners it allocates nothing for arrays, because a program trims when it is
    // out of memory (TrimTests).
    private void TrimFree(bool idleOnly)
    {
        // Native nodes come out of the core tier only, by a claim. So no other thread has them, and this one may give their pages back.
        List<PooledNode>? trimmed = IsNative || PoolListener.Current is { HearsOfTrims: true } ? [] : null;
        using (Uninterrupted.Lock(_roster))
        {
            // The list grows now, because nothing may fail between the steps of lowering a capacity.
            if (trimmed is not null)
                trimmed.Capacity = ReservedCapacity();

            if (idleOnly)
            {
                RemoveIdle(trimmed);
            }
            else
            {
                CloseThreads(trimmed);
                CloseCoreTier(trimmed);
            }
        }

        if (trimmed is null)
            return;

        foreach (PooledNode node in trimmed)
            PoolListener.Current?.Trimmed(node);

        if (IsNative)
            trimmed.ForEach(_storage!.LetGo);
    }

    // All nodes are judged before any is noted, because a node may be seen in two slots: free in one and left behind in the other.
    private void RemoveIdle(List<PooledNode>? trimmed)
    {
        foreach (RosterEntry thread in _roster)
        {
            foreach (ThreadStack stack in thread.Stacks)
                stack.RemoveIdle(trimmed);
        }

        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
        {
            _counters.CountTrimmed(sizeClass, _coreTier.RemoveIdle(sizeClass, trimmed));
            _coreTier.Shrink(sizeClass);
        }

        // model: stack/pass-settle
        ProcessWideBarrier.Pass();
        foreach (RosterEntry thread in _roster)
        {
            for (int sizeClass = 0; sizeClass < thread.Stacks.Length; sizeClass++)
                Release(thread.Stacks[sizeClass].CompleteTrim(), sizeClass);
        }

        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
            Release(_coreTier.CompleteTrim(sizeClass), sizeClass);
    }

    private void CloseThreads(List<PooledNode>? trimmed)
    {
        foreach (RosterEntry thread in _roster)
        {
            foreach (ThreadStack stack in thread.Stacks)
                stack.Close();
        }

        // model: stack/pass-close
        ProcessWideBarrier.Pass();
        foreach (RosterEntry thread in _roster)
        {
            for (int sizeClass = 0; sizeClass < thread.Stacks.Length; sizeClass++)
                Release(thread.Stacks[sizeClass].RemoveAll(trimmed), sizeClass);
        }
    }

    private void CloseCoreTier(List<PooledNode>? trimmed)
    {
        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
        {
            _counters.CountTrimmed(sizeClass, _coreTier.Close(sizeClass, trimmed, out int released));
            Release(released, sizeClass);
        }
    }

    // A loop, because the first use of LINQ loads an assembly, and a handler of that event must not run under the lock (StartTests).
    private int ReservedCapacity()
    {
        int capacity = _roster.ReservedCapacity();
        for (int sizeClass = 0; sizeClass < _depths.Length; sizeClass++)
            capacity += _coreTier.ReservedCapacity(sizeClass);

        return capacity;
    }

    private void Release(int capacity, int sizeClass) => _retentionLimit.Release(capacity * _bytes[sizeClass]);

    /// <summary>Closes the threads' stacks and lets go of the nodes in them. The caller holds the lock.</summary>
    // The statistics count what the threads lose, but no listener hears of it: the registry's lock is held, and that of the listener that asked for it.
    internal void CloseToThreads()
    {
        _isClosedToThreads = true;
        CloseThreads(trimmed: null);
    }

    /// <summary>Allows the threads' stacks to grow again as buffers are returned to them. The caller holds the lock.</summary>
    internal void OpenToThreads() => _isClosedToThreads = IsNative;

    /// <summary>Takes over what an ended thread left: its nodes go to the core tier, its counts into the totals.</summary>
    internal void Retire(RosterEntry thread)
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
                ThreadStack stack = thread.Stacks[sizeClass];
                _counters.AddRetiredRents(sizeClass, stack.Rents);

                // A buffer that was rented there may stay rented for long, and it refers to its home. The home must therefore refer to nothing.
                stack.Close();
                stack.RemoveAll(trimmed: null); // returns 0, because TryMoveNewest has released the capacity
                stack.Owner = ThreadToken.None;
            }
        }
    }

    // One by one, so that the nodes fill existing batches. Under the lock, so that the statistics see the node here or there (RetiringStatisticsTests).
    private bool TryMoveNewest(ThreadStack stack, int sizeClass)
    {
        PooledNode? node;
        bool isRetained, isDropped;
        using (Uninterrupted.Lock(_roster))
        {
            node = Repair(stack, sizeClass);

            // Release the capacity first, because the core tier needs its bytes.
            Release(stack.ReleaseCapacity(above: (int)stack.Count), sizeClass);
            if (node is null)
                return false;

            isRetained = TryRetainInCoreTier(node, out isDropped);
        }

        Finish(node, isRetained, isDropped);
        return true;
    }

    /// <summary>Gives the physical memory of free native buffers back to the system. No thread can reach the pool any more, or uses its free buffers.</summary>
    internal void GiveBackPages()
    {
        // The core tier is null if the constructor could not allocate it.
        if (!IsNative || _coreTier is null)
            return;

        try
        {
            TrimFree(idleOnly: false);
        }
        catch (OutOfMemoryException)
        {
            // The finalizer's thread must go on. The pages stay with the process.
        }
    }
}
