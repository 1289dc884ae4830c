using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// The free buffers of one pool: on the threads' stacks, and in the core tier. Both have a capacity, whose bytes are reserved from the budgets before a
/// buffer is put there: on a thread for one buffer at a time, in the core tier for a batch while the budgets have so much left. So retaining, renting and
/// returning need no count of bytes, and a buffer that is never returned costs no budget.
/// </summary>
/// <remarks>A capacity changes under the roster's lock.</remarks>
internal sealed class Retention
{
    // By size class: the bytes of a buffer, and how many of them a thread keeps.
    private readonly long[] _bytes;
    private readonly int[] _depths;
    private readonly ThreadRoster _roster;
    private readonly CoreTier _coreTier;
    private readonly PoolCounters _counters;
    private readonly Budget _budget;
    private readonly TrimScheduler _trimScheduler;

    // Null for arrays that the garbage collector may move.
    private readonly StableStorage? _storage;

    /// <summary>Whether free buffers lie in the core tier only.</summary>
    // A field, because each return of a native buffer reads it.
    public readonly bool StaysOffThreads;

    // While rentals are watched the threads' stacks are closed, and free buffers lie in the core tier alone. Native buffers always lie there.
    private volatile bool _isClosedToThreads;

    public Retention(
        long[] bytes,
        int[] depths,
        ThreadRoster roster,
        PoolCounters counters,
        Budget budget,
        TrimScheduler trimScheduler,
        StableStorage? storage)
    {
        _bytes = bytes;
        _depths = depths;
        _roster = roster;
        _coreTier = new CoreTier(depths);
        _counters = counters;
        _budget = budget;
        _trimScheduler = trimScheduler;
        _storage = storage;
        StaysOffThreads = storage is { StaysOffThreads: true };
        _isClosedToThreads = StaysOffThreads; // not OpenToThreads, which the first rental would have to compile
        if (StaysOffThreads)
            trimScheduler.AllowVisits();
    }

    /// <summary>Takes a free node: from the calling thread's stack, or else out of the core tier.</summary>
    /// <returns>Null if there is none.</returns>
    // Inlined because one method calls it. Where the JIT optimises at once, a first rental compiles fewer methods.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledNode? Take(ThreadStack stack, int sizeClass)
    {
        if (stack.Count != 0 && PopRepaired(stack, sizeClass) is { } node)
            return node;

        PooledNode? rented = _coreTier.TryRefill(stack, sizeClass, out int left);
        if (rented is null)
            return null;

        // Grows by one node for the next batch, until a whole batch fits.
        if (left > 0 && TryGrow(stack, sizeClass))
            _trimScheduler.EnsureVisit();

        // A native node keeps the closed stack for its home, because it lies on no stack.
        if (!StaysOffThreads)
            rented.Home = stack;

        return rented;
    }

    /// <summary>Rents a free node that lies on no stack, and counts the rent.</summary>
    /// <returns>Null if there is none near this core, or if the nodes of this pool lie on stacks.</returns>
    public PooledNode? TryRentOffThreads(int sizeClass) => StaysOffThreads ? _coreTier.TryRentNear(sizeClass) : null;

    /// <summary>Keeps a free node: on the calling thread's stack, which grows or spills for it, or else in the core tier. Drops it if both are full.</summary>
    // Inlined because one method calls it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Retain(PooledNode node, ThreadStack stack)
    {
        // Spares native buffers the attempts below, which all fail. The closed stack stands for a thread that could not join: no thread may change it.
        if (_isClosedToThreads || stack == _roster.ClosedStack)
        {
            RetainInCoreTier(node);
            return;
        }

        if (stack.TryPush(node))
        {
            node.Home = stack;
            return;
        }

        // A stack that the budget keeps below its largest capacity does not spill, because it has no nodes to spare.
        int sizeClass = node.SizeClass;
        bool isFull = true;
        if (stack.Count > 0)
        {
            _counters.CountTrimmed(sizeClass, stack.CloseGaps());
            isFull = stack.IsFull;
        }

        if ((!isFull || TryGrow(stack, sizeClass) || (stack.IsAtMaxCapacity && TrySpill(stack, sizeClass))) && stack.TryPush(node))
        {
            node.Home = stack;
            _trimScheduler.EnsureVisit();
        }
        else
        {
            RetainInCoreTier(node);
        }
    }

    /// <summary>Keeps a free node that belongs on no stack. Drops it if the core tier is full.</summary>
    public void RetainInCoreTier(PooledNode node)
    {
        if (!StaysOffThreads || !_coreTier.TryAddNear(node))
            RetainInAnySlot(node);
    }

    /// <summary>Takes a node over from a quarantine, in one step for the statistics. An oversize node is left to the garbage collector.</summary>
    /// <param name="node">The node.</param>
    /// <param name="leave">Makes the quarantine forget it.</param>
    public void Readmit(PooledNode node, Action<PooledNode> leave)
    {
        bool isRetained = true;
        bool isDropped = false;
        using (Uninterrupted.Lock(_roster))
        {
            leave(node);
            if (!node.IsOversize)
                isRetained = TryRetainInCoreTier(node, out isDropped);
        }

        Finish(node, isRetained, isDropped);
    }

    /// <summary>Counts the nodes of a class in the core tier.</summary>
    public int CountInCoreTier(int sizeClass) => _coreTier.CountNodes(sizeClass);

    /// <summary>Counts the rents that went through no stack.</summary>
    public long CountRentsOffThreads(int sizeClass) => _coreTier.CountRents(sizeClass);

    // Not inlined: most native returns never get here, and then save fewer registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RetainInAnySlot(PooledNode node)
    {
        bool isRetained = TryRetainInCoreTier(node, out bool isDropped);
        Finish(node, isRetained, isDropped);
    }

    // False: the node is already counted, as dropped if the core tier is full at its largest capacity, and otherwise as evicted, because a budget or a lack of
    // memory kept it from growing. The caller calls Finish after unlocking.
    private bool TryRetainInCoreTier(PooledNode node, out bool isDropped)
    {
        int sizeClass = node.SizeClass;
        isDropped = false;
        while (!_coreTier.TryAdd(node))
        {
            if (TryGrowCoreTier(sizeClass, _depths[sizeClass]) || TryGrowCoreTier(sizeClass, nodes: 1))
                continue;

            isDropped = _coreTier.RemainingCapacity(sizeClass) == 0;
            if (isDropped)
                _counters.CountDropped(sizeClass);
            else
                _counters.CountEvicted(sizeClass);

            return false;
        }

        return true;
    }

    // Not under the lock, because listeners hear of all this.
    private void Finish(PooledNode node, bool isRetained, bool isDropped)
    {
        if (isRetained)
        {
            _trimScheduler.EnsureVisit();
            return;
        }

        if (isDropped)
        {
            BufferEvents.Dropped(node);
        }
        else
        {
            long bytes = _bytes[node.SizeClass];
            BufferEvents.Evicted(node.Pool, bytes, (_budget.Allows(bytes) ? _trimScheduler.Budget : _budget).Max);
        }

        _storage?.LetGo(node);
    }

    private PooledNode? PopRepaired(ThreadStack stack, int sizeClass)
    {
        PooledNode? node = stack.PopRepaired(out int trimmed);
        _counters.CountTrimmed(sizeClass, trimmed);
        return node;
    }

    private bool TrySpill(ThreadStack stack, int sizeClass)
    {
        int trimmed;
        while (!_coreTier.TrySpill(stack, sizeClass, out trimmed))
        {
            if (!TryGrowCoreTier(sizeClass, _depths[sizeClass]))
                return false;
        }

        _counters.CountTrimmed(sizeClass, trimmed);
        return true;
    }

    private bool TryGrow(ThreadStack stack, int sizeClass)
    {
        // Checks without the lock first: threads that are over budget must not queue here with every return.
        long bytes = _bytes[sizeClass];
        if (stack.IsAtMaxCapacity || _isClosedToThreads || !_budget.Allows(bytes) || !_trimScheduler.Budget.Allows(bytes))
            return false;

        using (Uninterrupted.Lock(_roster))
        {
            // Checks again, because a trim that was under way may have raised the capacity: one node more would take the sentinel's slot (CapacityTests). No
            // other code runs between this check and Grow. A callback of a listener could let the stack grow meanwhile (TrimSchedulerTests).
            if (stack.IsAtMaxCapacity || _isClosedToThreads || !_trimScheduler.TryReserve(_budget, bytes))
                return !stack.IsFull;

            stack.Grow();
            return true;
        }
    }

    // The core tier grows also while the threads' stacks are closed.
    private bool TryGrowCoreTier(int sizeClass, int nodes)
    {
        long bytes = _bytes[sizeClass];
        if (_coreTier.RemainingCapacity(sizeClass) == 0 || !_budget.Allows(nodes * bytes) || !_trimScheduler.Budget.Allows(nodes * bytes))
            return false;

        if (!_coreTier.TryPrepare(sizeClass))
            return false;

        using (Uninterrupted.Lock(_roster))
        {
            nodes = Math.Min(nodes, _coreTier.RemainingCapacity(sizeClass));
            if (nodes == 0 || !_trimScheduler.TryReserve(_budget, nodes * bytes))
                return false;

            _coreTier.Grow(sizeClass, nodes);
            return true;
        }
    }

    private void Release(int capacity, int sizeClass) => _trimScheduler.Release(_budget, capacity * _bytes[sizeClass]);

    /// <summary>Lets go of every free buffer.</summary>
    public void Trim() => Trim(idleOnly: false);

    /// <summary>Lets go of buffers that were not used since the last call, and of unused capacity.</summary>
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
        CloseThreads(trimmed: null);
    }

    /// <summary>Allows the threads' stacks to grow again as buffers are returned to them. The caller holds the lock.</summary>
    public void OpenToThreads() => _isClosedToThreads = StaysOffThreads;

    /// <summary>Takes over what an ended thread left: its nodes go to the core tier, its counts into the totals.</summary>
    public void Retire(RosterEntry thread)
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
            node = PopRepaired(stack, sizeClass);

            // Release the capacity first, because the core tier needs its bytes.
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
        List<PooledNode>? trimmed = StaysOffThreads ? [] : BufferEvents.TrimmedForListeners();
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

        BufferEvents.Trimmed(trimmed);
        if (StaysOffThreads)
            trimmed!.ForEach(_storage!.LetGo);
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
}

/// <summary>The number of bytes that may be retained, and the number that is reserved of it. Any thread may use it.</summary>
internal sealed class Budget(long max)
{
    private long _max = max;
    private long _reserved;

    /// <summary>The number of bytes that may be reserved. Lowering it releases no bytes: the caller must do that.</summary>
    public long Max
    {
        get => Interlocked.Read(ref _max);
        set => Interlocked.Exchange(ref _max, value);
    }

    public long Reserved => Interlocked.Read(ref _reserved);

    /// <summary>Whether <see cref="TryReserve"/> would succeed now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Allows(long bytes) => Interlocked.Read(ref _reserved) + bytes <= Interlocked.Read(ref _max);

    /// <summary>Reserves bytes, if that does not exceed the maximum.</summary>
    public bool TryReserve(long bytes)
    {
        long before;
        do
        {
            before = Interlocked.Read(ref _reserved);
            if (before + bytes > Interlocked.Read(ref _max))
                return false;
        }
        while (Interlocked.CompareExchange(ref _reserved, before + bytes, before) != before);

        // Checks again: a thread that lowers the maximum looks at the reserved bytes later, so either it sees our bytes or we see the new maximum.
        // Broken by leaving it out: CloseStormTests.
        if (before + bytes <= Interlocked.Read(ref _max))
            return true;

        Release(bytes);
        return false;
    }

    /// <summary>Whether <see cref="End"/> was called.</summary>
    public bool IsEnded => Max < 0;

    /// <summary>Refuses every byte from now on.</summary>
    public void End() => Max = -1;

    public void Release(long bytes) => Interlocked.Add(ref _reserved, -bytes);
}
