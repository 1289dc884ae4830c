using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// Rentals that may leave their thread. Of several callers exactly one ends such a rental, by a compare-exchange on the generation. A renter's plain write
/// cannot interfere, because a renter and an owner never hold the same generation.
/// </summary>
public sealed partial class PooledNode<T>
{
    /// <summary>Ends a rental on any thread. Of several calls with the same generation exactly one ends it; the others are counted as misuse.</summary>
    /// <param name="generation">The generation of the handle.</param>
    // Not inlined, because the JIT inlines the callers, which are members of handles.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void ReturnOwned(nint generation)
    {
        // Read the token first. It is a call, for which the method would save a register for each value that it has read before. And on .NET 8 a thread-static
        // read in a block that the profile finds cold costs 60 ns for good. The first block is never cold.
        object? thread = ThreadToken.Current;
        if ((generation & NeverEnds) != 0)
            return;

        // The compare-exchange comes before any read of the node. Otherwise the cache line of a node from another core would be transferred twice.
        if (TryEnd(generation))
            PushAfterEnd(thread);
        else
            Pool.CountMisuse(this, generation);
    }

    /// <summary>Ends a rental as <see cref="ReturnOwned"/> does, and clears the whole array also if the pool does not.</summary>
    /// <param name="generation">The generation of the handle, whose rental is not of length 0.</param>
    internal void ReturnOwnedCleared(nint generation)
    {
        if (TryEnd(generation))
            Pool.PushToCallingThread(this, clears: true);
        else
            Pool.CountMisuse(this, generation);
    }

    /// <summary>The node as the owner of the rental that has just begun, for a memory pool that allocates no owners.</summary>
    // A release write: a thread that sees the generation must see the node's home too. Otherwise two threads could both act as the renting thread.
    internal IMemoryOwner<T> AsMemoryOwner()
    {
        Volatile.Write(ref _rentedAsOwnerAt, _generation);
        return this;
    }

    /// <inheritdoc/>
    Memory<T> IMemoryOwner<T>.Memory
    {
        get
        {
            if (_generation != _rentedAsOwnerAt)
                ThrowDisposed(_rentedAsOwnerAt, RentalHandle.MemoryPoolOwner);

            return AsMemory();
        }
    }

    /// <inheritdoc/>
    void IDisposable.Dispose() => ReturnOwned(Volatile.Read(ref _rentedAsOwnerAt));

    /// <summary>Ends a rental without a handle, on the thread that owns the stack. If it returns false, the rental is unchanged.</summary>
    /// <param name="stack">
    /// One of the calling thread's stacks, where the node is <see cref="ThreadStack{T}.LastPopped"/>, of a pool that does not clear returned arrays.
    /// </param>
    /// <param name="clears">Whether the array is set to its default.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReturnAsArray(ThreadStack<T> stack, bool clears)
    {
        // In this order: a thread that sees the generation of another thread's rental must see that rental's home.
        nint generation = RentedAsArrayAt;
        if (Home != stack || !TryEnd(generation))
            return false;

        if (clears)
            Elements.Clear();

        stack.PushBack();
        return true;
    }

    // The rental is over, and only the calling thread has the node.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PushAfterEnd(object? thread)
    {
        if (Home.Owner != thread)
            Pool.PushToCallingThread(this, _clearsOnReturn);
        else if (_clearsOnReturn)
            ClearAndPush(Home);
        else if (!Home.TryPushBack(this))
            Pool.PushSlow(this, Home);
    }

    // A method of its own, so that a return without clearing saves no registers for it. No check has to see the elements first: a checked node has no home.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ClearAndPush(ThreadStack<T> home)
    {
        Elements.Clear();
        if (!home.TryPushBack(this))
            Pool.PushSlow(this, home);
    }

    /// <summary>Ends the rental of a handle if no other call has done so. Callable from any thread.</summary>
    /// <param name="generation">The generation of the handle.</param>
    // OwnerStormTests fails with a plain read and write.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryEnd(nint generation)
        => Interlocked.CompareExchange(ref _generation, unchecked(generation + OneReturn), generation) == generation;

    /// <summary>Hands a renter's rental over to an owner. Generated code only.</summary>
    /// <param name="generation">The generation of the renter, which is invalid afterwards.</param>
    /// <param name="length">The renter's length.</param>
    /// <returns>The owner.</returns>
    /// <exception cref="ObjectDisposedException">The rental is over; the exception names the annotated type.</exception>
    public PooledOwner<T> Detach(nint generation, int length)
        => new(this, Transfer(generation, RentalHandle.Buffer), start: 0, length);

    /// <summary>Invalidates the handles of one generation and returns a new generation, whose holder may be on any thread.</summary>
    /// <param name="generation">The generation of the handle that is given up.</param>
    /// <param name="handle">The kind of that handle.</param>
    /// <returns>The generation of the new handle.</returns>
    /// <exception cref="ObjectDisposedException">The rental is over; the exception names the annotated type.</exception>
    internal nint Transfer(nint generation, RentalHandle handle)
    {
        if ((generation & NeverEnds) != 0)
            return generation;

        EndForHandOver(generation, handle);
        return _generation;
    }

    /// <summary>Ends the rental of an owner whose elements were copied into another array, and returns the node.</summary>
    /// <param name="generation">The generation of the owner.</param>
    /// <exception cref="ObjectDisposedException">The rental is over; the exception names the annotated type.</exception>
    internal void ReturnReplaced(nint generation)
    {
        if ((generation & NeverEnds) != 0)
            return;

        EndForHandOver(generation, RentalHandle.Owner);
        PushAfterEnd(ThreadToken.Current);
    }

    // Once TryEnd has succeeded, only the calling thread uses the node.
    private void EndForHandOver(nint generation, RentalHandle handle)
    {
        if (!TryEnd(generation))
            ThrowDisposed(generation, handle);

        _transfers = Number(_lastTransfer) == unchecked(Number(generation) - 1) ? _transfers + 1 : 1;
        _lastTransfer = generation;
    }

    /// <summary>Whether the handle of a generation was given up for another one: disposing it is no misuse.</summary>
    /// <remarks>
    /// The node remembers only the rental that was handed over last. A handle that is disposed after its array was rented and handed over again is counted as
    /// misuse all the same.
    /// </remarks>
    internal bool WasTransferred(nint generation) => unchecked(Number(_lastTransfer) - Number(generation) < (nuint)_transfers);

    private static nuint Number(nint generation) => (nuint)generation / (nuint)OneReturn;
}
