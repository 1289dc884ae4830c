using System.ComponentModel;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

public sealed partial class BufferPool<T>
{
    /// <summary>Ends the rental of a native buffer, which goes to no stack. Renting thread only. Generated code only.</summary>
    /// <param name="node">A node of this pool. A node of another pool returns to that one.</param>
    /// <param name="generation">The generation at which the node was rented.</param>
    // A method of the node would load the node, then its pool, then its tier, each load waiting for the one before (docs/internals/design.md, section 4).
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnNative(PooledNode<T> node, nint generation)
    {
        // Once there is a watch, it must see the return. The shared node of the empty rentals has no length, and an oversize buffer is longer than the largest
        // class.
        if (node.Generation != generation || node.Pool != this || _watch is not null || (uint)(node.Block!.Length - 1) >= (uint)_sizeClasses.MaxLength)
        {
            node.Pool.ReturnSlow(node, generation);
            return;
        }

        node.End(generation);
        _retention.RetainInCoreTier(node);
    }

    /// <summary>Ends a rental if <see cref="PooledNode{T}.Return"/> could not push the node onto its home. Renting thread only.</summary>
    internal void ReturnSlow(PooledNode<T> node, nint generation)
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
        RetainOrDrop(node, !_retention.StaysOffThreads && _threadStacks() is { } stacks ? stacks[node.SizeClass] : _roster.ClosedStack);
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, which need not be its home.</summary>
    /// <param name="node">The node.</param>
    /// <param name="clears">Whether the whole array is cleared first. The pool does not know which part of it was used.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void PushToCallingThread(PooledNode<T> node, bool clears)
    {
        if (clears)
        {
            // The check comes first, because it reads the written elements. The node is not free yet, so no other code has the array. If the check throws
            // because there is no memory for its report, the node is lost, and the written elements must not be left in it.
            try
            {
                if (node.Home == _roster.ClosedStack)
                    RentalWatch<T>.EndCheck(node);
            }
            finally
            {
                node.Elements.Clear();
            }
        }

        if (_retention.StaysOffThreads)
            RetainOrDrop(node, _roster.ClosedStack);
        else
            PushOrRetain(node, StacksOfThread is { } stacks ? stacks[node.SizeClass] : JoinLate(ref _threadStacks(), node.SizeClass));
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, or takes the slow path of all returns.</summary>
    // A node without a home always takes the slow path. We compare the reference only: the stack itself is in a cache line that its thread may be writing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void PushSlow(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home == _roster.ClosedStack || !stack.TryAdopt(node))
            RetainOrDrop(node, stack);
    }

    /// <summary>Counts the Dispose of a handle whose rental is over: the node belongs to the pool or to another rental, so it must not change.</summary>
    internal void CountMisuse(PooledNode<T> node, nint generation)
    {
        // "using var buffer = …; return buffer.Detach();" disposes a handle that was given up. That is correct code and no misuse.
        if (node.WasTransferred(generation))
            return;

        _counters.CountMisuse();
        if (_watch?.TryReportDoubleDispose(node, generation) != true)
            BufferEvents.Misused(this);
    }

    /// <summary>
    /// Ends the rental of the array that the calling thread popped last. It needs no table, because the stack still refers to the node. If it returns false,
    /// it has changed nothing.
    /// </summary>
    /// <param name="array">The array.</param>
    /// <param name="clears">Whether the array is set to its default.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReturnPopped(T[] array, bool clears)
    {
        ThreadStack<T>? stack = PlainStackOf(array.Length);
        PooledNode<T>? node = stack?.LastPopped;
        return node is not null && node.Array == array && node.TryReturnAsArray(stack!, clears);
    }

    // The stack is the calling thread's.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PushOrRetain(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home != stack || !stack.TryPushBack(node))
            PushSlow(node, stack);
    }

    // The rental is over, so the node must not be lost. If there is no memory to join the roster, the closed stack sends the node to the core tier.
    private ThreadStack<T> JoinLate(ref ThreadStack<T>[]? stacks, int sizeClass)
    {
        try
        {
            return (stacks = _roster.Join(_retention.Retire))[sizeClass];
        }
        catch (OutOfMemoryException)
        {
            return _roster.ClosedStack;
        }
    }

    // The slow path of all returns, after the end of the rental. The pool lets go of an oversize node, and may quarantine a watched one.
    private void RetainOrDrop(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (PoolEventSource.Log is { } log)
            BufferEvents.Returned(log, node);

        bool waits = false;
        if (node.Rental is not null)
        {
            RentalWatch<T>.EndCheck(node);
            waits = _watch!.TryQuarantine(node); // not null, because it began the check
        }

        // Not node.IsOversize, because the first rental would have to compile that accessor.
        if ((node.Block is null ? node.Array.Length : node.Block.Length) > _sizeClasses.MaxLength)
        {
            _counters.CountOversizeReturn(node.Capacity);
            BufferEvents.Dropped(node);
            return;
        }

        if (!waits)
            _retention.Retain(node, stack);
    }
}
