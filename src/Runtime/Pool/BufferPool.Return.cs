using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

// A return whose node did not match its slot. A renter's comes in by ReturnSlow, an owner's by ReturnEnded, once the rental is over. It ends with the first of
// these steps that has a place for the node:
// 1. The node was returned out of order, or its slot was nulled: the home takes it by a push. PooledNode.ReturnOutOfOrder, or PushOrRetain.
// 2. The handle's generation is another one, or others hold the buffer: nothing is free. CountMisuse, GiveUpHold.
// 3. A watch sees the return, and a check may hold the buffer back; an oversize buffer is let go. RetainOrDrop.
// 4. The thread's stack adopts the node, grows for it, or spills a batch. Retain.
// 5. The core tier takes the node, or grows for it; if not, the node is dropped. RetainInCoreTier.
public abstract partial class BufferPool
{
    /// <summary>
    /// Ends a rental if <see cref="PooledNode.Return"/> could push the node neither back onto its slot nor onto its home. Renting thread only.
    /// </summary>
    internal void ReturnSlow(PooledNode node, nint generation)
    {
        if (node.Generation != generation)
        {
            CountMisuse(node, generation);
            return;
        }

        if (node == _empty)
            return;

        // A thread that rented only oversize buffers has no stacks. A native buffer goes to no stack.
        node.End(generation);
        if ((node.HasRareState ? GiveUpHold(node, clears: false) : node) is not { } free)
            return;

        ThreadStack stack = !IsNative && _threadStacks() is { } stacks ? stacks[free.SizeClass] : _roster.ClosedStack;
        RetainOrDrop(free, stack.Pool == this ? stack : _roster.ClosedStack);
    }

    /// <summary>Ends the rental of a native buffer, which goes to no stack. Renting thread only.</summary>
    /// <param name="node">A node of this pool. A node of another pool returns to that one.</param>
    /// <param name="generation">The generation at which the node was rented.</param>
    // A method of the node that is not given the pool would load the node, then its pool, then its tier, each load waiting for the one before
    // (docs/internals/design.md, section 4).
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReturnNative(PooledNode node, nint generation)
    {
        // The shared node of the empty rentals has no length, and an oversize buffer is longer than the largest class.
        if (node.Generation != generation || node.Pool != this || node.Block is not { } block || (uint)(block.Length - 1) >= (uint)NativeLength)
        {
            node.Pool.ReturnSlow(node, generation);
            return;
        }

        node.End(generation);
        RetainInCoreTier(node);
    }

    /// <summary>Returns a node whose rental is over, through the calling thread, which need not be the one that rented it.</summary>
    /// <param name="node">The node.</param>
    /// <param name="home">Its home, which the caller has read after the end of the rental.</param>
    /// <param name="clears">Whether the whole array is cleared first. The pool does not know which part of it was used.</param>
    /// <param name="thread">The calling thread's token.</param>
    // Only the end of a share is done here. Each call is the last step of its path, so the method saves no registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReturnEnded(PooledNode node, ThreadStack home, bool clears, object? thread)
    {
        if (home != _roster.ClosedStack || clears || node.Rental is not null || node.Shares is not { } shares)
            ReturnEndedSlow(node, home, clears);
        else if (shares.GiveUpHold(node) && !shares.TryReturnHome(thread))
            ReturnFree(shares.Buffer);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnEndedSlow(PooledNode node, ThreadStack home, bool clears)
    {
        if (home == _roster.ClosedStack)
        {
            if (GiveUpHold(node, clears) is { } free)
                ReturnFree(free);

            return;
        }

        if (clears)
            node.Clear();

        // The home of an owner that ends on its own thread comes here from ReturnOwnedCleared only.
        ThreadStack stack = JoinedStack(node.SizeClass);
        if (home != stack || !stack.TryPushBack(node))
            PushOrRetain(node, stack);
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, or takes the slow path of all returns.</summary>
    // A node without a home always takes the slow path. We compare the reference only: the stack itself is in a cache line that its thread may be writing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void PushOrRetain(PooledNode node, ThreadStack stack)
    {
        if (node.Home == _roster.ClosedStack || !stack.TryAdopt(node))
            RetainOrDrop(node, stack);
    }

    /// <summary>Returns a buffer whose last holder is a <see cref="Shares.Share"/> that failed.</summary>
    internal void ReturnShared(PooledNode buffer)
    {
        if (ClearsOnReturn)
            ClearChecked(buffer);

        ReturnFree(buffer);
    }

    /// <summary>
    /// Ends the rental of the array that the calling thread popped last. It needs no table, because the stack still refers to the node. If it returns false,
    /// it has changed nothing.
    /// </summary>
    /// <param name="array">The array.</param>
    /// <param name="clears">Whether the array is set to its default.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReturnPopped(Array array, bool clears) => TryReturnPopped(PlainStackOf(array.Length), array, clears);

    /// <summary>Ends it as <see cref="TryReturnPopped(Array, bool)"/> does, in a pool without an annotated type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReturnPoppedByNumber(Array array, bool clears) => TryReturnPopped(PlainStackByNumber(array.Length), array, clears);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryReturnPopped(ThreadStack? stack, Array array, bool clears)
    {
        PooledNode? node = stack?.LastPopped;
        return node is not null && node.Array == array && node.TryReturnAsArray(stack!, clears || ClearsOnReturn);
    }

    /// <summary>Counts the Dispose of a handle whose rental is over: the node belongs to the pool or to another rental, so it must not change.</summary>
    internal void CountMisuse(PooledNode node, nint generation)
    {
        // "using var buffer = …; return buffer.Detach();" disposes a handle that was given up. That is correct code and not misuse.
        if (node.WasHandedOver(generation))
            return;

        _counters.CountMisuse();
        if (_watch?.TryReportDoubleDispose(node, generation) != true)
            PoolListener.Current?.Misused(this);
    }

    // Gives up the hold of a rental that is over and whose node has no home. Returns the node of the buffer if that was its last holder, and clears it then.
    private static PooledNode? GiveUpHold(PooledNode node, bool clears)
    {
        // The record of the rental comes first. Once the hold is given up, the buffer may be rented again, with another record.
        node.Rental?.End(node);
        PooledNode? free = node.Shares is not { } shares ? node : shares.GiveUpHold(node) ? shares.Buffer : null;
        if (clears && free is not null)
            ClearChecked(free);

        return free;
    }

    /// <summary>Clears the whole array of a rental that is over, before the node is free.</summary>
    internal static void ClearChecked(PooledNode node)
    {
        // The check comes first, because it reads the written elements.
        node.Rental?.EndCheck(node);
        node.Clear();
    }

    // Returns a node without holders.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnFree(PooledNode node) => RetainOrDrop(node, JoinedStack(node.SizeClass));

    // The calling thread's stack. It joins the roster if it has none; a native buffer goes to none.
    private ThreadStack JoinedStack(int sizeClass)
        => IsNative ? _roster.ClosedStack
            : StacksOfThread is { } stacks ? stacks[sizeClass]
            : JoinLate(sizeClass);

    // The rental is over, so the node must not be lost. The closed stack sends it to the core tier if there is no memory to join the roster, or if the field
    // has the stacks of another pool.
    private ThreadStack JoinLate(int sizeClass)
    {
        if (_threadStacks() is not null)
            return _roster.ClosedStack;

        try
        {
            return _roster.Join()[sizeClass];
        }
        catch (OutOfMemoryException)
        {
            return _roster.ClosedStack;
        }
    }

    // Step 3. The slow path of all returns, after the end of the rental and of the last hold. The pool lets go of an oversize node, and may quarantine a
    // watched one. A node that is charged to a budget always comes here, because it has no home.
    private void RetainOrDrop(PooledNode node, ThreadStack stack)
    {
        // Taken first (BufferPool.Budget.cs), because the next rental may have a budget of its own. Released last, so that a request that waits for the bytes
        // finds the buffer here.
        BufferBudget? budget = node.HasRareState ? LeaveBudget(node) : null;
        PoolListener.Current?.Returned(node);
        bool waits = node.HasRareState && EndRareState(node);
        if (node.Capacity > _sizeClasses.MaxLength)
        {
            _counters.CountOversizeReturn(node.Capacity);
            PoolListener.Current?.Dropped(node);
        }
        else if (!waits)
        {
            Retain(node, stack);
        }

        budget?.Release(BytesFor(node.Capacity, member: null));
    }

    // What the last holder of a node with rare state leaves. Returns whether the node waits in the quarantine. A first rental does not compile it.
    private bool EndRareState(PooledNode node)
    {
        node.Shares?.TrimNodes();
        if (node.Rental is not { } rental)
            return false;

        rental.EndCheck(node);
        return _watch!.TryQuarantine(node); // not null, because it began the check
    }

    // Step 4. A capacity is reserved within the limits before a node is put there: on a thread for one node at a time, in the core tier for a batch. So renting
    // and returning need no count of bytes. Inlined because one method calls it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Retain(PooledNode node, ThreadStack stack)
    {
        // Spares native buffers the attempts below, which all fail. The closed stack stands for a thread that could not join: no thread may change it.
        if (_isClosedToThreads || stack == _roster.ClosedStack)
        {
            RetainInCoreTier(node);
            return;
        }

        if (stack.TryAdopt(node))
            return;

        // A stack that a limit keeps below its largest capacity does not spill, because it has no nodes to spare.
        int sizeClass = node.SizeClass;
        bool isFull = true;
        if (stack.Count > 0)
        {
            _counters.CountTrimmed(sizeClass, stack.CloseGaps());
            isFull = stack.IsFull;
        }

        if ((!isFull || TryGrow(stack, sizeClass) || (stack.IsAtMaxCapacity && TrySpill(stack, sizeClass))) && stack.TryAdopt(node))
            _trimmer.EnsureVisit();
        else
            RetainInCoreTier(node);
    }

    // The stack may hold one node more, if the limits have room for its bytes. A rent that takes a batch asks for it, too.
    private bool TryGrow(ThreadStack stack, int sizeClass)
    {
        // Checks without the lock first: threads that are over a limit must not queue here with every return.
        long bytes = _bytes[sizeClass];
        if (stack.IsAtMaxCapacity || _isClosedToThreads || !_retentionLimit.Allows(bytes) || !_trimmer.RetentionLimit.Allows(bytes))
            return false;

        using (Uninterrupted.Lock(_roster))
        {
            // Checks again, because a trim that was under way may have raised the capacity: one node more would take the slot above the largest capacity
            // (CapacityTests). No other code runs between this check and Grow: a callback of a listener could let the stack grow (IdleTrimmerTests).
            if (stack.IsAtMaxCapacity || _isClosedToThreads || !_retentionLimit.TryReserve(bytes))
                return !stack.IsFull;

            stack.Grow();
            return true;
        }
    }

    // Nodes leave as one batch: the older half, so that a thread that rents again finds a node, or all if it has rented nothing since its last batch.
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

    // Step 5, and all of the return of a native buffer.
    private void RetainInCoreTier(PooledNode node)
    {
        if (!IsNative || !_coreTier.TryAddNative(node))
            RetainInAnySlot(node);
    }

    // Not inlined: most native returns never get here, and then save fewer registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RetainInAnySlot(PooledNode node)
    {
        bool isRetained = TryRetainInCoreTier(node, out bool isDropped);
        Finish(node, isRetained, isDropped);
    }

    // The node joins a batch that is not full, or begins one. False: the node is already counted, as dropped if the core tier is full at its largest capacity,
    // and otherwise as evicted, because a limit or a lack of memory kept it from growing. The caller calls Finish after unlocking.
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

    // The core tier grows also while the threads' stacks are closed.
    private bool TryGrowCoreTier(int sizeClass, int nodes)
    {
        long bytes = _bytes[sizeClass];
        if (_coreTier.RemainingCapacity(sizeClass) == 0 || !_retentionLimit.Allows(nodes * bytes) || !_trimmer.RetentionLimit.Allows(nodes * bytes))
            return false;

        if (!_coreTier.TryPrepare(sizeClass))
            return false;

        using (Uninterrupted.Lock(_roster))
        {
            nodes = Math.Min(nodes, _coreTier.RemainingCapacity(sizeClass));
            if (nodes == 0 || !_retentionLimit.TryReserve(nodes * bytes))
                return false;

            _coreTier.Grow(sizeClass, nodes);
            return true;
        }
    }

    // Not under the lock, because listeners hear of all this.
    private void Finish(PooledNode node, bool isRetained, bool isDropped)
    {
        if (isRetained)
        {
            _trimmer.EnsureVisit();
            return;
        }

        if (isDropped)
        {
            PoolListener.Current?.Dropped(node);
        }
        else
        {
            long bytes = _bytes[node.SizeClass];
            PoolListener.Current?.Evicted(this, bytes, (_retentionLimit.Allows(bytes) ? _trimmer.RetentionLimit : _retentionLimit).Max);
        }

        _storage?.LetGo(node);
    }

    /// <summary>Takes a node over from a quarantine, in one step for the statistics. An oversize node is left to the garbage collector.</summary>
    /// <param name="node">The node.</param>
    /// <param name="leave">Makes the quarantine forget it.</param>
    internal void Readmit(PooledNode node, Action<PooledNode> leave)
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
}
