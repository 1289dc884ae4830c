using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// A pooled buffer and the state that its return needs. A rental is a node and the generation at which it was rented. A node is in one place at a time: free
/// in one stack, in one batch or in the quarantine, or rented by one holder. Generated code only.
/// </summary>
/// <remarks>
/// <b>Invariant:</b> the array is a one-dimensional one of the pool's element type, and of no type derived from it. So members may take it for a
/// <c>T[]</c> without a check, if <c>T</c> is that type. Those whose name begins with Unsafe do not check that; the others do.
/// <para>This file has the life of a rental: fields, ends, hand-over, shares, and what few rentals need. PooledNode.Memory.cs has its elements as spans and
/// memories, and PooledNode.Addresses.cs what leaves both: the array and the address.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StructLayout(LayoutKind.Explicit)]
public sealed partial class PooledNode
{
    // What every rental reads and writes lies at the start, after the node's own array. After the node often lies another node's array, which another thread
    // writes to at the same time. Where both shared a cache line, two nested rentals on 16 threads took up to twice as long.
    [FieldOffset(0)]
    private nint _generation;

    /// <summary>The array; empty if the elements lie in a <see cref="Block"/>.</summary>
    [FieldOffset(8)]
    internal readonly Array Array;

    /// <summary>
    /// The stack in which the node lies, or from which it was rented. Only its thread rents and returns there; an owner that ends elsewhere gets the home of
    /// that thread. It is <see cref="ThreadRoster.ClosedStack"/> if the next return must take the slow path.
    /// </summary>
    [FieldOffset(16)]
    internal ThreadStack Home;

    /// <summary>The memory of an aligned or native buffer. Null if the elements begin with the first one of the array.</summary>
    [FieldOffset(24)]
    internal readonly PlacedBlock? Block;

    [FieldOffset(32)]
    private RareState? _rare; // null until a rental needs it

    // Half a generation is enough: taking another one for it only trims a buffer that was used. Only idle visits write it, one at a time. They never come to
    // the node of a share, because it lies in no stack, so there it is the index of the next free node.
    [FieldOffset(40)]
    private int _generationAtLastVisit;

    /// <summary>The index of its size class; 0 for an oversize array. There are at most 124 classes.</summary>
    [FieldOffset(44)]
    internal readonly byte SizeClass;

    // Copies of the pool's properties, because an owner reads the node anyway.
    [FieldOffset(45)]
    private readonly bool _clearsOnReturn;

    // Whether an object of its own backs a memory of the buffer, and not the array: the buffer is stable, or its rental is checked.
    [FieldOffset(46)]
    private bool _hasOwnMemory;

    // Whether a renter has exposed the array since it was last cleared as a whole. Used only if returned arrays are cleared.
    [FieldOffset(47)]
    private bool _isExposed;

    // A generation is a count of returns, times two. Only the node that every rental of length 0 shares has an odd generation, which never changes. So the
    // handle itself tells that there is nothing to end, and an owner's Dispose need not read the node before its compare-exchange.
    private const nint OneReturn = 2;
    private const nint NeverEnds = 1;

    private static int s_nodes;

    /// <param name="array">An array of the pool's element type.</param>
    /// <param name="block">The memory of the elements, if they do not lie in the array.</param>
    /// <param name="home">The closed stack of the pool.</param>
    /// <param name="sizeClass">The size class; 0 for an oversize buffer.</param>
    internal PooledNode(Array array, PlacedBlock? block, ThreadStack home, int sizeClass)
    {
        Array = array;
        Block = block;
        Home = home;
        SizeClass = (byte)sizeClass;
        _clearsOnReturn = home.Pool.ClearsOnReturn;
        _hasOwnMemory = home.Pool.IsStable;

        // Multiples of 2^64 divided by the golden ratio lie far apart: those of any million nodes by more than 2^42. So a handle of one node is not valid for
        // another one, and a torn copy of an owner ends neither of its two rentals (TornOwnerTests).
        _generation = unchecked((nint)(((ulong)Interlocked.Increment(ref s_nodes) * 0x9E3779B97F4A7C15) >> (64 - (8 * IntPtr.Size)))) & ~NeverEnds;
        if (Capacity == 0)
            _generation |= NeverEnds;
    }

    /// <summary>Creates the node of a share: each holder has one, with the buffer's memory.</summary>
    /// <param name="buffer">The buffer's node.</param>
    /// <param name="shares">Its holders.</param>
    internal PooledNode(PooledNode buffer, Shares shares)
        : this(buffer.Array, buffer.Block, buffer.Pool.ClosedStack, buffer.SizeClass) => Rare.Shares = shares;

    /// <summary>The pool, which every home of the node belongs to.</summary>
    internal BufferPool Pool => Home.Pool;

    /// <summary>Changes with every return. A rental that was made at another generation is over.</summary>
    /// <remarks>
    /// It is as wide as a pointer, because reads and writes must be atomic. In a 32-bit process it repeats after 2^31 returns of this one
    /// array, and a handle that is kept for that long is taken for a live one. In a 64-bit process it does not repeat in practice.
    /// </remarks>
    public nint Generation => _generation;

    /// <summary>Whether the node was not returned since the last visit of the idle timer: it was not used, or it is still rented.</summary>
    internal bool IsIdle => unchecked((int)_generation) == _generationAtLastVisit;

    /// <summary>Whether the array is longer than the pool's MaxLength.</summary>
    internal bool IsOversize => Capacity > Pool.MaxLength;

    internal void NoteVisit() => _generationAtLastVisit = unchecked((int)_generation);

    /// <summary>The length of the buffer: the length of its size class, or of an oversize request.</summary>
    internal int Capacity => Block is { } block ? block.Length : Array.Length;

    /// <summary>The rental that has just begun as an owner. Generated code only.</summary>
    /// <typeparam name="T">The element type of the node's pool. It is not checked.</typeparam>
    /// <param name="length">The requested length.</param>
    /// <returns>The owner.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledOwner<T> UnsafeAsOwner<T>(int length) => new(this, _generation, start: 0, length);

    /// <summary>A part of the rental that has just begun, as an owner.</summary>
    internal PooledOwner<T> UnsafeAsOwner<T>(int start, int length) => new(this, _generation, start, length);

    /// <summary>Serves an emitted <c>Rent</c> or <c>RentOwner</c> that could not pop from its thread's stack. Generated code only.</summary>
    /// <param name="pool">The renter's pool.</param>
    /// <param name="length">The requested length, not yet checked.</param>
    /// <returns>The node and not the renter, because a hidden return buffer would keep a renter out of registers.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or it is oversize and the pool refuses that.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static PooledNode RentSlow(BufferPool pool, int length)
        => pool.NativeLength != 0 && pool.TryRentNative(length) is { } node ? node : pool.RentMissed(length, member: null, isWhole: false);

    /// <summary>
    /// Ends a rental. Renting thread only. A second call with the same generation is counted as misuse and does nothing else.
    /// </summary>
    /// <param name="generation">The generation at which the node was rented.</param>
    // Inlined into the emitted Dispose. It is small enough for the JIT to clone the finally of a using statement, so that the usual exit from the block has
    // neither a call nor a funclet (docs/internals/design.md, section 3).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Return(nint generation)
    {
        // Plain reads and writes are enough, because a renter is a ref struct and cannot leave its thread. The rare case comes first, so that the JIT lays
        // out the usual case without a jump.
        if (_generation != generation || !Home.TryPushBack(this))
        {
            ReturnOutOfOrder(generation);
            return;
        }

        _generation = unchecked(generation + OneReturn);
    }

    /// <summary>Ends the rental of a native buffer, which goes to no stack. Renting thread only. Generated code only.</summary>
    /// <param name="pool">The renter's pool. A node of another pool returns to that one.</param>
    /// <param name="generation">The generation at which the node was rented.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ReturnNative(BufferPool pool, nint generation) => pool.ReturnNative(this, generation);

    /// <summary>
    /// Ends a rental as <see cref="Return"/> does, and clears the elements that the holder could have written: the whole array if it was exposed.
    /// </summary>
    /// <param name="generation">The generation at which the node was rented.</param>
    /// <param name="elements">The rented elements, or the caller's own memory that the node stands for. A second call leaves them alone.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnCleared<T>(nint generation, Span<T> elements)
    {
        // Clear before the node is free: afterwards the elements may belong to another renter.
        if (Generation == generation)
        {
            elements.Clear();
            if (_isExposed)
                ClearExposed();
        }

        Return(generation);
    }

    /// <summary>
    /// Ends a rental as <see cref="ReturnCleared"/> does if the elements hold references, and otherwise as <see cref="Return"/> does: for renters whose
    /// element depends on a type parameter.
    /// </summary>
    /// <param name="generation">The generation at which the node was rented.</param>
    /// <param name="elements">The rented elements.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ReturnClearedIfReferences<T>(nint generation, Span<T> elements)
    {
#if NET
        // A constant to the JIT, which drops the other branch.
        bool clears = RuntimeHelpers.IsReferenceOrContainsReferences<T>();
#else
        bool clears = _clearsOnReturn;
#endif
        if (clears)
            ReturnCleared(generation, elements);
        else
            Return(generation);
    }

    /// <summary>Ends a rental whose holder may have written anywhere in the array. Renting thread only.</summary>
    internal void ReturnWhole(nint generation)
    {
        if (_clearsOnReturn && _generation == generation)
            Clear();

        Return(generation);
    }

    // An instance method of the node, so that the inlined caller passes values that are in registers already. Returns out of order are common, so they end
    // here; the pool handles the rest.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnOutOfOrder(nint generation)
    {
        if (_generation == generation && Home.TryPush(this))
            End(generation);
        else
            Pool.ReturnSlow(this, generation);
    }

    /// <summary>Ends a rental as <see cref="Return"/> does, for a node that was not pushed back onto the slot it was popped from.</summary>
    /// <param name="generation">The generation of the handle. The caller has checked that it is the node's.</param>
    internal void End(nint generation) => _generation = unchecked(generation + OneReturn);

    /// <summary>Throws because the rental of the handle is over.</summary>
    /// <param name="generation">The generation of the handle: it distinguishes a handed-over handle from a disposed one.</param>
    /// <exception cref="ObjectDisposedException">Always; the exception names the annotated type.</exception>
    // The throw is here and not out of line. Otherwise the JIT takes this for a call that returns, and saves registers for the code after it.
    [DoesNotReturn]
    public void ThrowDisposed(nint generation) => throw DisposedErrors.OfHandle(Pool.Name, RentalHandle.Buffer, WasHandedOver(generation));

    [DoesNotReturn]
    internal void ThrowDisposed(nint generation, RentalHandle handle)
        => throw DisposedErrors.OfHandle(Pool.Name, handle, WasHandedOver(generation));

    // The end of an owner. On the thread that rented, it is a push back onto the home; on another one it takes these steps:
    // 1. TryEnd changes the generation by a compare-exchange, so that one call ends the rental. The others are misuse: BufferPool.CountMisuse.
    // 2. The token of the home is not the calling thread's: BufferPool.ReturnEnded takes over. The next steps are in BufferPool.Return.cs.
    // 3. A closed home says that others may hold the buffer, or that it is watched or charged to a budget: GiveUpHold lets only the last holder go on.
    // 4. JoinedStack finds the calling thread's stack, or creates it. PushOrRetain puts the node there, and the stack becomes its home.
    // 5. If the stack is full, steps 4 and 5 of every return follow: it grows, spills a batch, or leaves the node to the core tier.

    /// <summary>Ends a rental on any thread. Of several calls with the same generation exactly one ends it; the others are counted as misuse.</summary>
    /// <param name="generation">The generation of the handle.</param>
    // A renter's plain write cannot interfere, because a renter and an owner never hold the same generation.
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
        {
            // Only the calling thread has the node now. It looks at the home once: a Share that will fail may write it at any time.
            // model: share/look
            ThreadStack home = Home;
            if (home.Owner != thread)
                home.Pool.ReturnEnded(this, home, _clearsOnReturn, thread);
            else if (_clearsOnReturn)
                ClearAndPush(home);
            else if (!home.TryPushBack(this))
                home.Pool.PushOrRetain(this, home);
        }
        else
        {
            Pool.CountMisuse(this, generation);
        }
    }

    /// <summary>Ends a rental as <see cref="ReturnOwned"/> does, and clears the whole array also if the pool does not.</summary>
    /// <param name="generation">The generation of the handle, whose rental is not of length 0.</param>
    internal void ReturnOwnedCleared(nint generation)
    {
        if (!TryEnd(generation))
        {
            Pool.CountMisuse(this, generation);
            return;
        }

        // Clear before the hold is given up. A rental as an array has no owner, so only a Share that will fail can hold the buffer besides. It may give up its
        // hold later than this thread. It then returns the buffer, and does not know of the clearing (ShareTests).
        BufferPool.ClearChecked(this);
        Pool.ReturnEnded(this, Home, clears: false, ThreadToken.Current);
    }

    /// <summary>Ends a rental without a handle, on the thread that owns the stack. If it returns false, the rental is unchanged.</summary>
    /// <param name="stack">
    /// One of the calling thread's stacks, where the node is <see cref="ThreadStack.LastPopped"/>, of a pool that does not clear returned arrays.
    /// </param>
    /// <param name="clears">Whether the array is set to its default.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReturnAsArray(ThreadStack stack, bool clears)
    {
        // In this order: a thread that sees the generation of another thread's rental must see that rental's home.
        nint generation = RentedAsArrayAt;
        if (Home != stack || !TryEnd(generation))
            return false;

        if (clears)
            Clear();

        stack.PushBack();
        return true;
    }

    // A method of its own, so that a return without clearing saves no registers for it. No check has to see the elements first: a checked node has no home.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ClearAndPush(ThreadStack home)
    {
        Clear();
        if (!home.TryPushBack(this))
            home.Pool.PushOrRetain(this, home);
    }

    /// <summary>Ends the rental of a handle if no other call has done so. Callable from any thread.</summary>
    /// <param name="generation">The generation of the handle.</param>
    // OwnerStormTests fails with a plain read and write.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryEnd(nint generation)
        // model: share/advance
        => Interlocked.CompareExchange(ref _generation, unchecked(generation + OneReturn), generation) == generation;

    /// <summary>Hands a renter's rental over to an owner, or copies elements that lie in the caller's memory. Generated code only.</summary>
    /// <param name="pool">The renter's pool.</param>
    /// <param name="node">The renter's node.</param>
    /// <param name="generation">The generation of the renter, which is invalid afterwards unless the elements were copied.</param>
    /// <param name="elements">The renter's elements. The caller has checked that its rental is not over.</param>
    /// <returns>The owner of the same elements.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The copy is oversize, and the pool refuses that.</exception>
    /// <exception cref="ObjectDisposedException">Another thread ended the rental; the exception names the annotated type.</exception>
    public static PooledOwner<T> Detach<T>(BufferPool<T> pool, PooledNode? node, nint generation, Span<T> elements)
        => node is not null && node.Holds<T>(elements)
            ? new(node, node.HandOver(generation, RentalHandle.Buffer), start: 0, elements.Length)
            : pool.RentCopy(elements);

    /// <summary>Invalidates the handles of one generation and returns a new generation, whose holder may be on any thread.</summary>
    /// <param name="generation">The generation of the handle that is given up.</param>
    /// <param name="handle">The kind of that handle.</param>
    /// <returns>The generation of the new handle.</returns>
    /// <exception cref="ObjectDisposedException">The rental is over; the exception names the annotated type.</exception>
    internal nint HandOver(nint generation, RentalHandle handle)
    {
        if ((generation & NeverEnds) != 0)
            return generation;

        // Allocated before anything changes, so that a failed hand-over loses nothing.
        RareState rare = Rare;
        if (!TryEnd(generation))
            ThrowDisposed(generation, handle);

        // Only the calling thread uses the node now.
        rare.HandOvers = Number(rare.LastHandOver) == unchecked(Number(generation) - 1) ? rare.HandOvers + 1 : 1;
        rare.LastHandOver = generation;
        return _generation;
    }

    /// <summary>Undoes <see cref="HandOver"/>: the handle that was given up is valid again. No code has got the new handle.</summary>
    /// <param name="generation">The generation of the handle that was given up. It was not a rental of length 0.</param>
    internal void UndoHandOver(nint generation)
    {
        RareState rare = Rare;
        rare.HandOvers--;
        rare.LastHandOver = unchecked(generation - OneReturn);

        // A release write: a thread that ends the rental writes the same fields.
        Volatile.Write(ref _generation, generation);
    }

    /// <summary>Makes another rental of the same memory. The memory is free when both are over.</summary>
    /// <param name="generation">The generation of the owner.</param>
    /// <returns>The node whose current generation is the new rental.</returns>
    /// <exception cref="ObjectDisposedException">The rental is over; the exception names the annotated type.</exception>
    /// <exception cref="InvalidOperationException">The buffer has as many shares as can be counted.</exception>
    internal PooledNode Share(nint generation)
    {
        if ((generation & NeverEnds) != 0)
            return this;

        RareState rare = Rare;
        Shares shares = rare.Shares ?? Interlocked.CompareExchange(ref rare.Shares, new Shares(this), null) ?? rare.Shares;
        PooledNode? share = shares.Share(this, generation);
        if (share is null)
            ThrowDisposed(generation, RentalHandle.Owner);

        if (rare.Rental is not null)
            Pool.WatchShare(this, share);

        return share;
    }

    /// <summary>The holders of the buffer; null if no owner of it was ever shared.</summary>
    internal Shares? Shares => _rare?.Shares;

    /// <summary>Makes the next share begin with other holders. The caller is the last holder.</summary>
    internal void ForgetShares(Shares shares) => Interlocked.CompareExchange(ref Rare.Shares, null, shares);

    /// <summary>Whether another rental has the same memory.</summary>
    internal bool IsShared => Shares is { IsShared: true };

    /// <summary>The index of the node of a share among those of its buffer; 0 for one that is used once, and for the node of a buffer.</summary>
    internal int ShareIndex
    {
        get => _rare!.ShareIndex;
        set => _rare!.ShareIndex = value;
    }

    /// <summary>The index of the next free node of the buffer, while this one is free.</summary>
    internal int NextFreeShare
    {
        get => _generationAtLastVisit;
        set => _generationAtLastVisit = value;
    }

    /// <summary>Whether the handle of a generation was given up for another one: disposing it does not count as misuse.</summary>
    /// <remarks>
    /// The node remembers only the rental that was handed over last. A handle that is disposed after its array was rented and handed over again is counted as
    /// misuse all the same.
    /// </remarks>
    internal bool WasHandedOver(nint generation)
        => _rare is { } rare && unchecked(Number(rare.LastHandOver) - Number(generation) < (nuint)rare.HandOvers);

    private static nuint Number(nint generation) => (nuint)generation / (nuint)OneReturn;

    /// <summary>Whether the node was ever checked, charged to a budget, handed over, rented as an array or shared.</summary>
    internal bool HasRareState => _rare is not null;

    // What few rentals need lies in an object of its own, so that the others do not pay for it.
    private RareState Rare => _rare ?? Interlocked.CompareExchange(ref _rare, new RareState(), null) ?? _rare;

    /// <summary>The current rental if it is checked; while the node is free, the last checked one.</summary>
    internal CheckedRental? Rental
    {
        get => _rare?.Rental;
        set
        {
            if (value is not null || _rare is not null)
                Rare.Rental = value;

            if (WatchedRental is not null)
                _hasOwnMemory = true;
        }
    }

    /// <summary>The current rental if it is checked and not a sample: a sample must behave like a rental that is not checked.</summary>
    private CheckedRental? WatchedRental => Rental is { IsOver: false, IsSample: false } rental ? rental : null;

    /// <summary>The object by which a memory pool without allocations gives the node out; null until it does so for the first time.</summary>
    internal object? ReusedOwner
    {
        get => _rare?.ReusedOwner;
        set => Rare.ReusedOwner = value;
    }

    /// <summary>The generation at which its array was last rented without a handle; an odd number, which no rental has, if there is none.</summary>
    internal nint RentedAsArrayAt => _rare is { } rare ? Volatile.Read(ref rare.RentedAsArrayAt) : NeverEnds;

    /// <summary>Notes that the rental which has just begun has no handle but the array, if such a rental was prepared before.</summary>
    // A release write: a thread that sees the value must see the node's home too. Otherwise two threads could both act as the renting thread.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRentAsArray()
    {
        RareState? rare = _rare;
        if (rare is null || rare.RentedAsArrayAt == NeverEnds)
            return false;

        Volatile.Write(ref rare.RentedAsArrayAt, _generation);
        return true;
    }

    /// <summary>Notes the same for a node whose array is rented without a handle for the first time.</summary>
    internal void RentAsArray() => Volatile.Write(ref Rare.RentedAsArrayAt, _generation);

    /// <summary>The budget of the current rental, or of the buffer if this is the node of a share; null for none.</summary>
    internal BufferBudget? Budget => (Shares?.Buffer ?? this)._rare?.Budgeted?.Budget;

    /// <summary>Whether the slow path has to end the rental of this buffer, or its last one was checked.</summary>
    internal bool IsCheckedOrCharged => _rare is { } rare && (rare.Rental is not null || rare.Budgeted is { IsActive: true });

    /// <summary>How many rentals of the node were within a budget: the number tells one of them from the next.</summary>
    internal int BudgetedRentals => _rare?.BudgetedRentals ?? 0;

    /// <summary>Begins a rental whose bytes are charged to a budget. The caller has just rented the node, and no other code has a handle yet.</summary>
    /// <exception cref="OutOfMemoryException">There is no memory for the record; nothing has changed.</exception>
    internal void EnterBudget(BufferBudget budget)
    {
        RareState rare = Rare;
        if (rare.Budgeted?.TryBegin(budget) != true)
        {
            rare.Budgeted = new BudgetedRental(this);
            rare.Budgeted.TryBegin(budget);
        }

        rare.BudgetedRentals = unchecked(rare.BudgetedRentals + 1);

        // The stack must not keep a buffer alive that is lost.
        Home.Forget(this);

        // Without a home each end takes the slow path, which releases the bytes.
        Home = Pool.ClosedStack;
    }

    /// <summary>Ends what <see cref="EnterBudget"/> began. The caller is the last holder.</summary>
    /// <param name="wasLost">Whether the bytes were given back already, because the collector had found the node.</param>
    /// <returns>The budget that gets the bytes; null if none does.</returns>
    internal BufferBudget? LeaveBudget(out bool wasLost)
    {
        wasLost = false;
        return _rare?.Budgeted?.End(out wasLost);
    }

    /// <summary>What a node remembers for the few rentals that need it. It stays with the node.</summary>
    private sealed class RareState
    {
        public CheckedRental? Rental;

        public BudgetedRental? Budgeted;
        public int BudgetedRentals;

        public object? ReusedOwner;

        // The renting thread writes it, and a returning thread reads it.
        public nint RentedAsArrayAt = NeverEnds;

        // The last series of hand-overs: a renter's Detach, and the owners that follow.
        public nint LastHandOver;
        public int HandOvers;

        // The holders of the buffer, from the first time that an owner of it is shared. The node of a share refers to the same ones.
        public Shares? Shares;
        public int ShareIndex;
    }
}
