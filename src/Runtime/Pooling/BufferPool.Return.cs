using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <summary>Serves what <see cref="PooledNode{T}.Return"/> could not put back where it came from. On the renting thread.</summary>
    internal void ReturnSlow(PooledNode<T> node, nint generation)
    {
        if (node.Generation != generation)
        {
            CountMisuse(node, generation);
            return;
        }

        if (node == _empty)
            return;

        // A thread that rented nothing but oversize buffers has no stacks.
        node.End(generation);
        TakeBack(node, _threadStacks() is { } stacks ? stacks[node.SizeClass] : _nowhere);
    }

    /// <summary>
    /// Puts a node whose rental is over on the calling thread's stack, with room made for it, or else with the core tier. An oversize one goes to
    /// the heap.
    /// </summary>
    internal void TakeBack(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (PoolEventSource.Log is { } log)
            TraceReturned(log, node);

        bool waits = false;
        if (node.Rental is not null)
        {
            EndCheck(node);
            waits = HoldBack(node);
        }

        // IsOversize, which the first rental would have to compile.
        if (node.Array.Length > _sizeClasses.MaxLength)
        {
            _oversizeReturns.Add(1);
            _oversizeReturnedElements.Add(node.Capacity);
            TraceDropped(node);
            return;
        }

        if (waits)
            return;

        if (!stack.TryAdopt(node) && !(MakeRoom(stack, node.SizeClass) && stack.TryAdopt(node)))
            GiveAlone(node);
    }

    /// <summary>Counts the Dispose of a handle whose rental is over: the node belongs to the pool or to another rental, so hands off.</summary>
    internal void CountMisuse(PooledNode<T> node, nint generation)
    {
        // "using var buffer = …; return buffer.Detach();" disposes the handle that it gave up, and is right to do so.
        if (node.WasTransferred(generation))
            return;

        _misuse.Add(1);
        if (!ReportDoubleDispose(node, generation))
            TraceMisuse();
    }

    // A stack that the budget keeps from its full depth has nothing to spare.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool MakeRoom(ThreadStack<T> stack, int sizeClass)
    {
        if (stack.Count > 0)
        {
            CountTrimmed(stack.CloseGaps(), sizeClass);
            if (stack.HasRoom)
                return true;
        }

        return TryWiden(stack, sizeClass)
            || (stack.IsOpen && TrySpill(stack, sizeClass));
    }

    private bool TrySpill(ThreadStack<T> stack, int sizeClass)
    {
        int trimmed;
        while (!_coreTier.TrySpill(stack, sizeClass, out trimmed))
        {
            if (!TryWidenCoreTier(sizeClass, _depths[sizeClass]))
                return false;
        }

        CountTrimmed(trimmed, sizeClass);
        return true;
    }

    // Where the stack takes nothing.
    private void GiveAlone(PooledNode<T> node)
    {
        while (!_coreTier.TryAdd(node))
        {
            if (!TryWidenCoreTier(node.SizeClass, _depths[node.SizeClass]) && !TryWidenCoreTier(node.SizeClass, places: 1))
            {
                Drop(node);
                return;
            }
        }
    }

    // Where every place there can be is taken it is dropped for want of room, elsewhere for want of budget.
    private void Drop(PooledNode<T> node)
    {
        ref ClassCounters counters = ref _counters[node.SizeClass];
        if (_coreTier.ClosedPlaces(node.SizeClass) == 0)
        {
            counters.Dropped.Add(1);
        }
        else
        {
            counters.Evicted.Add(1);
            TraceEvicted(BufferBytes(node.SizeClass));
        }

        TraceDropped(node);
    }

    private void CountTrimmed(int nodes, int sizeClass)
    {
        if (nodes > 0)
            _counters[sizeClass].Trimmed.Add(nodes);
    }
}
