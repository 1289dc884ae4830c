using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// Rentals that may leave their thread. Exactly one of several callers ends such a rental (<see cref="OwnerBias{T}"/>). A renter's plain write cannot
/// interfere, because a renter and an owner never hold the same generation.
/// </summary>
public sealed partial class PooledNode<T>
{
    /// <summary>Ends a rental on any thread. Of several calls with the same generation exactly one ends it; the others are counted as misuse.</summary>
    /// <param name="generation">The generation of the handle.</param>
    // Inlined, so that each of the two ways is a method of its own, and neither pays for the registers and the branches of the other.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void ReturnOwned(nint generation)
    {
        if ((generation & EndsByExchange) == 0)
            ReturnBiased(generation);
        else
            ReturnShared(generation);
    }

    // Both ways begin with the token. Finding it is a call, for which the method would save a register for each value that it has read before. And where the
    // profile finds that call rare, .NET 8 makes it a helper that takes 60 ns, also when it is no longer rare: a first block never is.
    // Neither is inlined, because the JIT inlines the callers, which are members of handles.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnBiased(nint generation)
    {
        object? thread = ThreadToken.Current;
        ThreadStack<T> home = Home;
        if (home.Owner != thread)
            Pool.ReturnOwnedSlow(this, generation, _clearsOnReturn);
        else if (!TryEndByPlainWrites(home, generation))
            ReturnShared(generation);
        else if (_clearsOnReturn)
            ClearAndPush(home);
        else if (!home.TryPushBack(this))
            Pool.PushSlow(this, home);
    }

    // The compare-exchange comes first, so that it fetches the node's cache line for writing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnShared(nint generation)
    {
        object? thread = ThreadToken.Current;
        if (TryAdvance(generation, EndsByExchange))
            PushAfterEnd(thread);
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
        nint generation = RentedAsArrayAt;
        if (Home != stack)
            return false;

        // NeverRentedAsArray is odd.
        if ((generation & EndsByExchange) != 0)
        {
            if (generation == NeverRentedAsArray || !TryAdvance(generation, EndsByExchange))
                return false;
        }
        else if (!TryEndByPlainWrites(stack, generation))
        {
            return false;
        }

        if (clears)
            Elements.Clear();

        stack.PushBack();
        return true;
    }

    // The home is the calling thread's. OwnerBias explains the order of these steps.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryEndByPlainWrites(ThreadStack<T> home, nint generation)
    {
        // model: bias/flag
        home.IsEnding = true;
        // model: bias/look
        if (home.IsBiased && _generation == generation)
        {
            // model: bias/advance
            _generation = unchecked(generation + OneReturn);

            // model: bias/clear
            home.IsEnding = false;
            return true;
        }

        home.IsEnding = false;
        return false;
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

    /// <summary>Advances the generation if no other call has done so. Callable from any thread.</summary>
    /// <param name="generation">The generation of the handle.</param>
    /// <param name="isShared">Whether owners end the next rental by compare-exchange.</param>
    internal bool TryAdvance(nint generation, bool isShared) => TryAdvance(generation, isShared ? EndsByExchange : 0);

    // OwnerStormTests fails with a plain read and write.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryAdvance(nint generation, nint mark)
        // model: bias/exchange
        => Interlocked.CompareExchange(ref _generation, unchecked(generation + OneReturn) | mark, generation) == generation;

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
        // Every rental of length 0 shares this node, so its generation must not change.
        if (Pool.IsEmpty(this))
            return generation;

        EndForHandOver(generation, handle);
        return _generation;
    }

    /// <summary>Ends the rental of an owner whose elements were copied into another array, and returns the node.</summary>
    /// <param name="generation">The generation of the owner.</param>
    /// <exception cref="ObjectDisposedException">The rental is over; the exception names the annotated type.</exception>
    internal void ReturnReplaced(nint generation)
    {
        if (Pool.IsEmpty(this))
            return;

        EndForHandOver(generation, RentalHandle.Owner);
        PushAfterEnd(ThreadToken.Current);
    }

    // Once TryEnd has succeeded, only the calling thread uses the node.
    private void EndForHandOver(nint generation, RentalHandle handle)
    {
        if (!Pool.TryEnd(this, generation))
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
