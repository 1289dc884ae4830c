using System.Buffers;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// A pooled array and the state that its return needs. A rental is a node and the generation at which it was rented. A node is in one place at a time: free
/// in one stack, in one batch or in the quarantine, or rented by one holder. Generated code only, but a memory pool that reuses owners gives it out as an
/// <see cref="IMemoryOwner{T}"/>.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class PooledNode<T> : IMemoryOwner<T>
{
    // All fields are declared here and in this order, also those that only other parts use: the runtime lays out references before numbers and otherwise
    // keeps the order of declaration. The fields that a rental reads (Array, Home, _generation) then lie together, mostly in one cache line. Fields and not
    // properties: the first rental of a process compiles each accessor on its own (docs/internals/design.md, section 4).

    /// <summary>The current rental if it is checked; while the node is free, the last checked one.</summary>
    internal CheckedRental? Rental;

    /// <summary>The memory of an aligned or native buffer. Null if the elements begin with the first one of the array.</summary>
    internal readonly PlacedBlock<T>? Block;

    internal readonly BufferPool<T> Pool;

    /// <summary>The array; empty if the elements lie in a <see cref="Block"/>.</summary>
    internal readonly T[] Array;

    /// <summary>
    /// The stack of the thread that rented the node last. Only that thread rents and returns there. It is <see cref="ThreadRoster{T}.ClosedStack"/> if the next
    /// return must take the slow path.
    /// </summary>
    internal ThreadStack<T> Home;

    private nint _generation;

    /// <summary>The generation at which its array was last rented without a handle. The renting thread writes it, and a returning thread reads it.</summary>
    // Acquire and release: a thread that sees the value must see the node's home too. Otherwise two threads could both act as the renting thread.
    internal nint RentedAsArrayAt
    {
        get => Volatile.Read(ref _rentedAsArrayAt);
        set => Volatile.Write(ref _rentedAsArrayAt, value);
    }

    private nint _rentedAsArrayAt = NeverRentedAsArray;

    // The generation at which the node itself was last given to a consumer as its owner.
    private nint _rentedAsOwnerAt;

    // Only idle visits write it, one at a time.
    private nint _generationAtLastVisit;

    // The last series of hand-overs: a renter's Detach, and the Slice calls on the owners that follow.
    private nint _lastTransfer;
    private int _transfers;

    /// <summary>The index of its size class; 0 for an oversize array.</summary>
    internal readonly byte SizeClass; // a byte, so that it shares a word with the next field; there are at most 124 classes

    // Copies of the pool's properties, because an owner reads the node anyway.
    private readonly bool _clearsOnReturn;
    private readonly bool _isStable;

    // Whether a renter has exposed the array since it was last cleared as a whole. Used only if returned arrays are cleared.
    private bool _isExposed;

    /// <summary>The value while the array was never rented without a handle. It is odd, so no rental that can end has it for its generation.</summary>
    internal const int NeverRentedAsArray = -1;

    // A generation is a count of returns, times two. Only the node that every rental of length 0 shares has an odd generation, which never changes. So the
    // handle itself tells that there is nothing to end, and an owner's Dispose need not read the node before its compare-exchange.
    private const nint OneReturn = 2;
    private const nint NeverEnds = 1;

    private static int s_nodes;

    internal PooledNode(BufferPool<T> pool, T[] array, ThreadStack<T> home, int sizeClass, bool isEmpty = false)
    {
        Pool = pool;
        Array = array;
        Home = home;
        SizeClass = (byte)sizeClass;
        _clearsOnReturn = pool.ClearsOnReturn;
        _isStable = pool.IsStable;

        // Multiples of 2^64 divided by the golden ratio lie far apart: those of any million nodes by more than 2^42. So a handle of one node is not valid for
        // another one, and a torn copy of an owner ends neither of its two rentals (TornOwnerTests).
        _generation = unchecked((nint)(((ulong)Interlocked.Increment(ref s_nodes) * 0x9E3779B97F4A7C15) >> (64 - (8 * IntPtr.Size)))) & ~NeverEnds;
        if (isEmpty)
            _generation |= NeverEnds;
    }

    internal PooledNode(BufferPool<T> pool, PlacedBlock<T> block, ThreadStack<T> home, int sizeClass)
        : this(pool, array: [], home, sizeClass, isEmpty: block.Length == 0) => Block = block;

    /// <summary>Changes with every return. A rental that was made at another generation is over.</summary>
    /// <remarks>
    /// It is as wide as a pointer, because reads and writes must be atomic. In a 32-bit process it repeats after 2^31 returns of this one
    /// array, and a handle that is kept for that long is taken for a live one. In a 64-bit process it does not repeat in practice.
    /// </remarks>
    public nint Generation => _generation;

    /// <summary>Whether the node was not returned since the last visit of the idle timer: it was not used, or it is still rented.</summary>
    internal bool IsIdle => _generation == _generationAtLastVisit;

    /// <summary>Whether the array is longer than the pool's MaxLength.</summary>
    internal bool IsOversize => Capacity > Pool.MaxLength;

    internal void NoteVisit() => _generationAtLastVisit = _generation;

    /// <summary>The length of the buffer: the length of its size class, or of an oversize request.</summary>
    public int Capacity => Block is { } block ? block.Length : Array.Length;

    /// <summary>All elements, those behind the length of the rental too.</summary>
    internal Span<T> Elements
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (Block is { } block)
                return block.GetSpan();

#if NET
            return MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(Array), Array.Length);
#else
            return Array;
#endif
        }
    }

    /// <summary>The first <paramref name="length"/> elements.</summary>
    /// <param name="length">0 to <see cref="Capacity"/>.</param>
    /// <returns>The elements of the rental.</returns>
    /// <exception cref="InvalidOperationException">The array is shorter than that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> AsSpan(int length)
    {
        T[] array = Array;
        if ((uint)length > (uint)array.Length)
            ThrowOutside(start: 0, length);

#if NET
        // Not the constructor of Span, which checks for null and for covariant arrays: a pool has neither.
        return MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(array), length);
#else
        return new(array, 0, length);
#endif
    }

    /// <summary>Whether elements lie at the start of the buffer, and not in the caller's own memory.</summary>
    /// <param name="elements">A renter's elements.</param>
    /// <returns>Whether they are the rented ones.</returns>
    public bool Holds(ReadOnlySpan<T> elements)
        => Unsafe.AreSame(ref MemoryMarshal.GetReference(elements), ref MemoryMarshal.GetReference(Elements));

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
            ReturnSlow(generation);
            return;
        }

        _generation = unchecked(generation + OneReturn);
    }

    /// <summary>
    /// Ends a rental as <see cref="Return"/> does, and clears the elements that the holder could have written: the whole array if it was exposed.
    /// </summary>
    /// <param name="generation">The generation at which the node was rented.</param>
    /// <param name="elements">The rented elements, or the caller's own memory that the node stands for. A second call leaves them alone.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnCleared(nint generation, Span<T> elements)
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
    public void ReturnClearedIfReferences(nint generation, Span<T> elements)
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
        if (_clearsOnReturn)
            ReturnCleared(generation, Elements);
        else
            Return(generation);
    }

    // An instance method of the node, so that the inlined caller passes values that are in registers already. Returns out of order are common, so they end
    // here; the pool handles the rest.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnSlow(nint generation)
    {
        if (_generation == generation && Home.TryPush(this))
            End(generation);
        else
            Pool.ReturnSlow(this, generation);
    }

    /// <summary>Ends a rental as <see cref="Return"/> does, for a node that was not pushed back onto its place in the stack.</summary>
    /// <param name="generation">The generation of the handle. The caller has checked that it is the node's.</param>
    internal void End(nint generation) => _generation = unchecked(generation + OneReturn);

    /// <summary>Throws because the rental of the handle is over.</summary>
    /// <param name="generation">The generation of the handle: it distinguishes a handed-over handle from a disposed one.</param>
    /// <exception cref="ObjectDisposedException">Always; the exception names the annotated type.</exception>
    // The throw is here and not out of line. Otherwise the JIT takes this for a call that returns, and saves registers for the code after it.
    [DoesNotReturn]
    public void ThrowDisposed(nint generation) => throw DisposedErrors.OfHandle(Pool.Name, RentalHandle.Buffer, WasTransferred(generation));

    [DoesNotReturn]
    internal void ThrowDisposed(nint generation, RentalHandle handle)
        => throw DisposedErrors.OfHandle(Pool.Name, handle, WasTransferred(generation));

    [DoesNotReturn]
    private void ThrowOutside(int start, int length) => throw BufferErrors.OutsideArray(Pool.Name, Capacity, start, length);
}
