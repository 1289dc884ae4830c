using System.ComponentModel;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Rentals that may leave their thread: owners, and what the runtime's own types rent, which know the pool and not the annotated type.</summary>
public sealed partial class BufferPool<T>
{
    /// <summary>Rents a node for a holder on the heap; to be ended with <see cref="PooledNode{T}.ReturnOwned"/>.</summary>
    /// <param name="length">The needed length; the whole array may be used.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or oversize where that is not allowed.</exception>
    internal PooledNode<T> RentOwned(int length)
    {
        PooledNode<T> node = RentNode(length, member: null, isWhole: true);
        if (ClearsOnRent)
            Array.Clear(node.Array, 0, node.Array.Length);

        return node;
    }

    /// <summary>Rents a buffer that may be stored, cross an await and be disposed on another thread. It allocates nothing after warm-up.</summary>
    /// <param name="length">How many elements: 0 to <see cref="MaxLength"/> from the pool, more from the heap if the pool allows that.</param>
    /// <returns>The owner of exactly <paramref name="length"/> elements.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or oversize where the pool refuses that.</exception>
    public PooledOwner<T> RentOwner(int length)
    {
        PooledNode<T> node = RentNode(length, nameof(RentOwner), isWhole: false);
        if (ClearsOnRent)
            Array.Clear(node.Array, 0, length);

        return new PooledOwner<T>(node, length);
    }

    /// <summary>Copies elements into a rented buffer, for the Detach of what lies in the caller's memory.</summary>
    /// <param name="elements">The elements.</param>
    /// <returns>The owner of the copy.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public PooledOwner<T> RentCopy(ReadOnlySpan<T> elements)
    {
        PooledOwner<T> owner = RentOwner(elements.Length);
        elements.CopyTo(owner.Span);
        return owner;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledNode<T> RentNode(int length, string? member, bool isWhole)
    {
        ref ThreadStack<T>[]? stacks = ref _threadStacks();
        return (uint)length <= (uint)MaxLength && ThreadStack<T>.TryPop(stacks, _sizeClasses.Of(length), out PooledNode<T>? node)
            ? node
            : RentSlow(ref stacks, length, member, isWhole);
    }

    /// <summary>Whether a node is the one that every rental of length 0 shares: its generation must not move.</summary>
    internal bool IsEmpty(PooledNode<T> node) => node == _empty;

    /// <summary>Ends a rental on another thread than the one that rented, or where the array has to be cleared.</summary>
    /// <param name="node">The node.</param>
    /// <param name="generation">The generation of the handle.</param>
    /// <param name="clears">Whether the whole array is set to its default. The pool does not know which part of it was used.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReturnOwnedSlow(PooledNode<T> node, nint generation, bool clears)
    {
        if (IsEmpty(node))
            return;

        if (TryEnd(node, generation))
            ReturnElsewhere(node, clears);
        else
            CountMisuse(node, generation);
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, which need not be its home.</summary>
    /// <param name="node">The node.</param>
    /// <param name="clears">Whether the array is cleared first.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReturnElsewhere(PooledNode<T> node, bool clears)
    {
        if (clears)
        {
            // The check comes first, because it looks at what was written. The node is not free yet, so nobody else has the array.
            if (node.Home == _nowhere)
                EndCheck(node);

            Array.Clear(node.Array, 0, node.Array.Length);
        }

        ref ThreadStack<T>[]? stacks = ref _threadStacks();
        GiveTo(node, stacks is null ? JoinLate(ref stacks, node.SizeClass) : stacks[node.SizeClass]);
    }

    // The rental is over, so the node must not be lost: a thread that finds no memory to join takes it to the core tier.
    private ThreadStack<T> JoinLate(ref ThreadStack<T>[]? stacks, int sizeClass)
    {
        try
        {
            return (stacks = Join())[sizeClass];
        }
        catch (OutOfMemoryException)
        {
            return _nowhere;
        }
    }

    // The stack is the calling thread's.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void GiveTo(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home != stack || !stack.TryUnpop(node))
            GiveToSlow(node, stack);
    }

    /// <summary>Puts a node whose rental is over on the calling thread's stack, or takes the slow path of all returns.</summary>
    // A node without a home always takes the slow path. The home itself is not asked: its thread may write into that cache line all the time.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void GiveToSlow(PooledNode<T> node, ThreadStack<T> stack)
    {
        if (node.Home == _nowhere || !stack.TryAdopt(node))
            TakeBack(node, stack);
    }
}
