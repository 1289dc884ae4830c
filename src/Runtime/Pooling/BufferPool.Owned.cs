using System.ComponentModel;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Rentals that may leave their thread: emitted owners, and what the runtime's own types rent, which know the pool and not the annotated type.</summary>
public sealed partial class BufferPool<T>
{
    /// <summary>Rents a node for a holder on the heap; to be ended with <see cref="ReturnOwned(PooledNode{T}, nint)"/>.</summary>
    /// <param name="length">The needed length; the whole array may be used.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or oversize where that is not allowed.</exception>
    internal PooledNode<T> RentOwned(int length)
    {
        ref ThreadStack<T>[]? stacks = ref _threadStacks();
        if ((uint)length > (uint)MaxLength || !ThreadStack<T>.TryPop(stacks, _sizeClasses.Of(length), out PooledNode<T>? node))
            node = RentSlow(ref stacks, length, member: null, isWhole: true);

        if (_clearPolicy == ClearPolicy.OnRent)
            Array.Clear(node.Array, 0, node.Array.Length);

        return node;
    }

    /// <summary>Ends a rental on any thread; of several calls with the same generation one does, the others are counted as misuse.</summary>
    internal void ReturnOwned(PooledNode<T> node, nint generation)
    {
        // Every rental of length 0 shares this one: its generation must not move.
        if (node == _empty)
            return;

        if (_clearsOnReturn)
            ReturnOwnedCleared(node, generation, ref _threadStacks());
        else
            ReturnOwned(node, generation, ref _threadStacks());
    }

    /// <summary>Ends a rental on any thread; of several calls with the same generation one does, the others are counted as misuse. Generated code only.</summary>
    /// <param name="node">The node of a rental of this pool.</param>
    /// <param name="generation">The generation of the handle.</param>
    /// <param name="stacks">The calling thread's stacks: the array goes to the thread that had it last.</param>
    // Small enough for the registers that need not be saved: a call is the last thing that is done on each way, and the stacks are read again
    // rather than kept over the compare-exchange. A method of the pool and not of the node, so that where owners travel nothing of the node is read
    // before it is written: the cache line of one that this thread has not touched yet would have to come twice.
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnOwned(PooledNode<T> node, nint generation, ref ThreadStack<T>[]? stacks)
    {
        if (_isBiasRevoked)
        {
            if (stacks is not null && node.TryAdvance(generation))
            {
                GiveTo(node, stacks[node.SizeClass]);
                return;
            }
        }
        else
        {
            ThreadStack<T> home = node.Home;
            if (home.Siblings == stacks && node.Generation == generation)
            {
                // In this order: BufferPool.Bias.cs.
                home.IsEnding = true;
                if (_isBiased)
                {
                    node.End(generation);
                    home.IsEnding = false;
                    if (!home.TryUnpop(node))
                        GiveToSlow(node, home);

                    return;
                }

                home.IsEnding = false;
            }
        }

        ReturnOwnedSlow(node, generation, ref stacks);
    }

    /// <summary>
    /// Ends a rental as <see cref="ReturnOwned(PooledNode{T}, nint, ref ThreadStack{T}[])"/> does, and sets the whole array to its default: who knows
    /// what was sliced off. Generated code only.
    /// </summary>
    /// <param name="node">The node of a rental of this pool.</param>
    /// <param name="generation">The generation of the handle.</param>
    /// <param name="stacks">The calling thread's stacks.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnOwnedCleared(PooledNode<T> node, nint generation, ref ThreadStack<T>[]? stacks)
    {
        ThreadStack<T>[] mine = stacks ??= Join();
        if (!TryEnd(node, generation, mine))
        {
            CountMisuse(node, generation);
            return;
        }

        // Between the two: the rental is over, and the node not yet free.
        if (node.Home == _nowhere)
            EndCheck(node);

        Array.Clear(node.Array, 0, node.Array.Length);
        GiveTo(node, mine[node.SizeClass]);
    }

    // A thread that joins the pool does so before the rental ends: that can fail for want of memory, and the node would be lost.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnOwnedSlow(PooledNode<T> node, nint generation, ref ThreadStack<T>[]? stacks)
    {
        ThreadStack<T>[] mine = stacks ??= Join();
        if (TryEnd(node, generation, mine))
            GiveTo(node, mine[node.SizeClass]);
        else
            CountMisuse(node, generation);
    }

    // The stack is the calling thread's.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void GiveTo(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home != stack || !stack.TryUnpop(node))
            GiveToSlow(node, stack);
    }

    // What was rented nowhere the pool wants to see. The home itself is not asked: its thread may write into that cache line all the time.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GiveToSlow(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home == _nowhere || !stack.TryAdopt(node))
            TakeBack(node, stack);
    }
}
