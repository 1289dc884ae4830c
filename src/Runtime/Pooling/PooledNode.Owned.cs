using System.Runtime.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen.CompilerServices;

/// <summary>
/// The part for rentals that may leave their thread. Their generation is advanced by a compare-exchange, so that exactly one of
/// several callers ends the rental; a renter's plain write cannot interfere, because a renter and an owner never hold the same generation.
/// </summary>
public sealed partial class PooledNode<T>
{
    /// <summary>A part of the array. Not checked against the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">How many.</param>
    /// <returns>The memory of the rental.</returns>
    public Memory<T> AsMemory(int start, int length) => new(Array, start, length);

    /// <summary>A part of the array. Not checked against the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">How many.</param>
    /// <returns>The elements of the rental.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> AsSpan(int start, int length)
#if NET
        => MemoryMarshal.CreateSpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Array), start), length);
#else
        => new(Array, start, length);
#endif

    /// <summary>Makes the handles of one generation void and gives another one, whose holder may be on any thread.</summary>
    /// <param name="generation">The generation of the handle that is given up.</param>
    /// <returns>The generation of the new handle.</returns>
    /// <exception cref="ObjectDisposedException">The rental is over; it names the annotated type.</exception>
    public int Transfer(int generation)
    {
        if (!TryAdvance(generation))
            ThrowDisposed();

        _transfers = _lastTransfer == unchecked(generation - 1) ? _transfers + 1 : 1;
        _lastTransfer = generation;
        return unchecked(generation + 1);
    }

    /// <summary>Ends a rental on any thread; of several calls with the same generation one does, the others are counted as misuse.</summary>
    /// <param name="generation">The generation of the handle.</param>
    /// <param name="stacks">The calling thread's stacks: the array goes to the thread that had it last.</param>
    // A call is the last thing that is done, so no register has to be saved for after it: the compare-exchange waits for every write before it,
    // those to the frame too.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnOwned(int generation, ref ThreadStack<T>[]? stacks)
    {
        if (stacks is not { } mine || !TryAdvance(generation))
            ReturnOwnedSlow(generation, ref stacks);
        else
            GiveTo(mine[SizeClass]);
    }

    // A thread that joins the pool does so before the rental ends: that can fail for want of memory, and the node would be lost.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnOwnedSlow(int generation, ref ThreadStack<T>[]? stacks)
    {
        if (stacks is not null)
        {
            Pool.CountMisuse(this, generation);
            return;
        }

        stacks = Pool.Join();
        ReturnOwned(generation, ref stacks);
    }

    /// <summary>Ends a rental as <see cref="ReturnOwned"/> does, and sets the whole array to its default: who knows what was sliced off.</summary>
    /// <param name="generation">The generation of the handle.</param>
    /// <param name="stacks">The calling thread's stacks.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnOwnedCleared(int generation, ref ThreadStack<T>[]? stacks)
    {
        ThreadStack<T>[] mine = stacks ??= Pool.Join();
        if (TryAdvance(generation))
        {
            // Between the two: the rental is over, and the node not yet free.
            if (Home.IsClosed)
                Pool.EndCheck(this);

            System.Array.Clear(Array, 0, Array.Length);
            GiveTo(mine[SizeClass]);
        }
        else
        {
            Pool.CountMisuse(this, generation);
        }
    }

    /// <summary>Whether the handle of a generation was given up for another one: disposing it is no misuse.</summary>
    /// <remarks>
    /// Only the rental that was handed over last is remembered: a handle that is disposed after its array was rented and handed over
    /// anew is counted all the same.
    /// </remarks>
    internal bool WasTransferred(int generation) => unchecked((uint)(_lastTransfer - generation) < (uint)_transfers);

    // Broken by a plain read and write: OwnerStormTests.
    private bool TryAdvance(int generation)
        => Interlocked.CompareExchange(ref _generation, unchecked(generation + 1), generation) == generation;

    // The stack is the calling thread's.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void GiveTo(ThreadStack<T> stack)
    {
        if (Home != stack || !stack.TryUnpop(this))
            GiveToSlow(stack);
    }

    // A closed home means that the pool wants to see to it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GiveToSlow(ThreadStack<T> stack)
    {
        if (Home.IsClosed || !stack.TryAdopt(this))
            Pool.TakeBack(this, stack);
    }
}
