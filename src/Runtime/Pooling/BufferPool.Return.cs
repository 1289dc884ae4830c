using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <summary>Serves what <see cref="PooledNode{T}.Return"/> could not put back where it came from. On the renting thread.</summary>
    internal void ReturnSlow(PooledNode<T> node, int generation)
    {
        if (node.Generation != generation)
        {
            CountMisuse(node, generation);
            return;
        }

        if (node == _empty)
            return;

        // A thread that rented nothing but oversize buffers has no stacks.
        node.End();
        TakeBack(node, _threadStacks() is { } stacks ? stacks[node.SizeClass] : _nowhere);
    }

    /// <summary>
    /// Puts a node whose rental is over on the calling thread's stack, with room made for it, or else with the core tier. An oversize one goes to
    /// the heap.
    /// </summary>
    internal void TakeBack(PooledNode<T> node, ThreadStack<T> stack)
    {
        TraceReturned(node);
        EndCheck(node);
        bool waits = HoldBack(node);
        if (IsOversize(node))
        {
            _oversizeReturns.Add(1);
            _oversizeReturnedElements.Add(node.Capacity);
            TraceDropped(node);
            return;
        }

        if (waits)
            return;

        node.Home = stack;
        if (!stack.TryPush(node) && !(MakeRoom(stack, node.SizeClass) && stack.TryPush(node)))
            GiveAlone(node);
    }

    /// <summary>Counts the Dispose of a handle whose rental is over: the node belongs to the pool or to another rental, so hands off.</summary>
    internal void CountMisuse(PooledNode<T> node, int generation)
    {
        // "using var buffer = …; return buffer.Detach();" disposes the handle that it gave up, and is right to do so.
        if (node.WasTransferred(generation))
            return;

        _misuse.Add(1);
        if (!ReportDoubleDispose(node, generation))
            TraceMisuse();
    }

    private bool MakeRoom(ThreadStack<T> stack, int sizeClass)
    {
        CountTrimmed(stack.CloseGaps(), sizeClass);
        if (stack.HasRoom || TryWiden(stack, sizeClass))
            return true;

        // A stack that the budget keeps from its full depth has nothing to spare.
        if (stack.Depth < stack.MaxDepth)
            return false;

        // Where the core tier has no room they come back, on top of the newer ones. To ask it before would go through its slots twice, and fetch a
        // cache line of another core twice: to read, and to write.
        if (TakeOldest(stack, sizeClass) is { } chain && !TryGive(chain))
            Stock(stack, chain);

        return stack.HasRoom;
    }

    // The older half leaves: the newer nodes are the ones whose arrays are still in this core's cache.
    private PooledNode<T>? TakeOldest(ThreadStack<T> stack, int sizeClass)
    {
        PooledNode<T>? chain = stack.TakeOldest(LongestChain(sizeClass), out int trimmed);
        CountTrimmed(trimmed, sizeClass);
        return chain;
    }

    // What the stack does not take, because it is watched or the budget is used up, goes to the core tier.
    private void Stock(ThreadStack<T> stack, PooledNode<T>? chain)
    {
        while (chain is { } node)
        {
            chain = node.Unlink();
            node.Home = stack;
            if (stack.TryPush(node) || (TryWiden(stack, node.SizeClass) && stack.TryPush(node)))
                continue;

            node.Next = chain;
            GiveOrDrop(node);
            return;
        }
    }

    private void GiveOrDrop(PooledNode<T> chain)
    {
        if (!TryGive(chain))
            CountDropped(chain);
    }

    private bool TryGive(PooledNode<T> chain)
    {
        do
        {
            if (_coreTier.TryGive(chain))
                return true;
        }
        while (TryWidenCoreTier(chain.SizeClass));

        return false;
    }

    // Where the stack takes nothing. It joins a chain that has room, so that the core tier holds as many as ever.
    private void GiveAlone(PooledNode<T> node)
    {
        int longest = LongestChain(node.SizeClass);
        PooledNode<T>? chain = _coreTier.TakeShort(node.SizeClass, longest);
        if (CoreTier<T>.Length(chain, longest) < longest)
            node.Next = chain;
        else
            GiveOrDrop(chain!);

        GiveOrDrop(node);
    }

    // Where every place there can be is taken it was dropped for want of room, elsewhere for want of budget.
    private void CountDropped(PooledNode<T> chain)
    {
        int length = CoreTier<T>.Length(chain, LongestChain(chain.SizeClass));
        ref ClassCounters counters = ref _counters[chain.SizeClass];
        if (_coreTier.IsWidest(chain.SizeClass))
        {
            counters.Dropped.Add(length);
        }
        else
        {
            counters.Evicted.Add(length);
            TraceEvicted(length * BufferBytes(chain.SizeClass));
        }

        for (PooledNode<T>? node = chain; node is not null; node = node.Next)
            TraceDropped(node);
    }

    private void CountTrimmed(int nodes, int sizeClass)
    {
        if (nodes > 0)
            _counters[sizeClass].Trimmed.Add(nodes);
    }

    private int LongestChain(int sizeClass) => Retention.LongestChain(_depths[sizeClass]);
}
