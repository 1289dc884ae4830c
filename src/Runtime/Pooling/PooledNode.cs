using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// A pooled array and everything that must be known to give it back: a rental is a node and the generation at which it was rented.
/// Generated code only; a node is in one place at a time: free in one stack, in one batch, or with one renter.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class PooledNode<T>
{
    // All state is declared here and in this order, whoever uses it: the runtime lays out references before numbers and otherwise keeps the
    // order of declaration. What a rental reads (Array, Home, _generation) comes to lie together, mostly in one cache line.
    // Fields and not properties: the first rental of a process compiles each accessor on its own (docs/design.md, section 4).

    /// <summary>The rental, if it is a checked one; or, while the node is free, the last one.</summary>
    internal CheckedRental? Rental;

    /// <summary>The owner object that comes with the node where owners are reused.</summary>
    internal RentedMemory<T>? ReusedOwner;

    internal readonly BufferPool<T> Pool;

    internal readonly T[] Array;

    /// <summary>
    /// The stack of the thread that rented it last. That thread alone rents and returns there. It is <see cref="ThreadRoster{T}.ClosedStack"/> if the next
    /// return must take the slow path.
    /// </summary>
    internal ThreadStack<T> Home;

    private nint _generation;

    /// <summary>The generation at which its array was last rented without a handle. Whoever rents writes it, whoever returns reads it.</summary>
    // Whoever sees it must see the node's home too, or two threads could take themselves for the one that rented.
    internal nint RentedAsArrayAt
    {
        get => Volatile.Read(ref _rentedAsArrayAt);
        set => Volatile.Write(ref _rentedAsArrayAt, value);
    }

    private nint _rentedAsArrayAt = NeverRentedAsArray;

    // Written by idle visits only, one at a time.
    private nint _generationAtLastVisit;

    // The last row of hand-overs: a renter's Detach, and the slices of what it gave.
    private nint _lastTransfer;
    private int _transfers;

    /// <summary>The index of its size class; 0 for an oversize array.</summary>
    internal readonly byte SizeClass; // a byte, so that it shares a word with the next field: there are at most 124

    // The pool's policy, here as well: an owner that is disposed reads the node anyway.
    private readonly bool _clearsOnReturn;

    // Whether a renter has shown the array itself since it was last cleared as a whole. Only where returned arrays are cleared.
    private bool _isExposed;

    /// <summary>The array was not rented without a handle yet.
    /// A node whose generation happens to have this value is registered twice, which is harmless.</summary>
    internal const int NeverRentedAsArray = -1;

    // A generation is a count of returns, times two. Its lowest bit says that owners end this rental by compare-exchange, wherever they end it: as
    // soon as the pool's bias is revoked. So a handle says by itself how it ends, and the thread that disposes writes the node before it reads it. The
    // cache line of a node from another core would otherwise come twice.
    private const nint OneReturn = 2;
    private const nint EndsByExchange = 1;

    private static int s_nodes;

    internal PooledNode(BufferPool<T> pool, T[] array, ThreadStack<T> home, int sizeClass)
    {
        Pool = pool;
        Array = array;
        Home = home;
        SizeClass = (byte)sizeClass;
        _clearsOnReturn = pool.ClearsOnReturn;

        // Multiples of 2^64 divided by the golden ratio lie far apart: those of any million nodes by more than 2^42. So a handle of one node is not
        // valid for another one, and a copy of an owner that was torn between two rentals ends neither (TornOwnerTests).
        _generation = unchecked((nint)(((ulong)Interlocked.Increment(ref s_nodes) * 0x9E3779B97F4A7C15) >> (64 - (8 * IntPtr.Size)))) & ~EndsByExchange;
    }

    /// <summary>Changes with every return. A rental that was made at another generation is over.</summary>
    /// <remarks>
    /// It is as wide as a pointer, because it must be read and written in one piece. In a 32-bit process it repeats after 2^31 returns of this one
    /// array, and a handle that is kept for that long is taken for a live one. In a 64-bit process it does not repeat in practice.
    /// </remarks>
    public nint Generation => _generation;

    /// <summary>Whether it was not returned since the last visit of the idle timer: it was not used, or its rental goes on.</summary>
    internal bool IsIdle => _generation == _generationAtLastVisit;

    /// <summary>Whether its array is longer than what the pool keeps.</summary>
    internal bool IsOversize => Array.Length > Pool.MaxLength;

    internal void NoteVisit() => _generationAtLastVisit = _generation;

    /// <summary>The length of the array: the length of its size class, or of the request where that was oversize.</summary>
    public int Capacity => Array.Length;

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
        // Not the constructor: it asks for null and for covariant arrays, which a pool does not have.
        return MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(array), length);
#else
        return new(array, 0, length);
#endif
    }

    /// <summary>Whether elements lie at the start of the array, and not in memory of the caller's own.</summary>
    /// <param name="elements">What a renter shows.</param>
    /// <returns>Whether they are the rented ones.</returns>
    public bool Holds(ReadOnlySpan<T> elements)
        => Unsafe.AreSame(ref MemoryMarshal.GetReference(elements), ref MemoryMarshal.GetReference<T>(Array));

    /// <summary>
    /// Ends a rental. Only on the thread that rented; a second call with the same generation is counted as misuse and does nothing.
    /// </summary>
    /// <param name="generation">The generation at which the node was rented.</param>
    // Inlined into the emitted Dispose: small enough for the JIT to clone the finally of a using statement, so that the usual way
    // out of the block has neither a call nor a funclet (docs/design.md, section 3).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Return(nint generation)
    {
        // Plain reads and writes: a renter is a ref struct and cannot leave its thread.
        // The exception comes first, so that the JIT lays out the usual case without a jump.
        if (_generation != generation || !Home.TryPushBack(this))
        {
            ReturnSlow(generation);
            return;
        }

        _generation = unchecked(generation + OneReturn);
    }

    /// <summary>
    /// Ends a rental as <see cref="Return"/> does, and sets the elements that it could have written to their default: the whole array if it was shown.
    /// </summary>
    /// <param name="generation">The generation at which the node was rented.</param>
    /// <param name="elements">The rented elements, or the caller's own memory that the node stands for. A second call leaves them alone.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnCleared(nint generation, Span<T> elements)
    {
        // Before the node is free: after that the elements may be another renter's.
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

    /// <summary>Ends a rental whose holder may have written anywhere in the array. On the renting thread.</summary>
    internal void ReturnWhole(nint generation)
    {
        if (_clearsOnReturn)
            ReturnCleared(generation, Array);
        else
            Return(generation);
    }

    // An instance method of the node, so that the inlined caller passes what it has in registers already. Returning out of order is
    // common enough to end here; the pool sees to the rest.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnSlow(nint generation)
    {
        if (_generation == generation && Home.TryPush(this))
            End(generation);
        else
            Pool.ReturnSlow(this, generation);
    }

    /// <summary>Ends a rental in the way of <see cref="Return"/> when the node does not go back where it came from.</summary>
    /// <param name="generation">The generation of the handle, which the caller has found to be the node's.</param>
    internal void End(nint generation) => _generation = unchecked(generation + OneReturn);

    /// <summary>Throws because the rental that asked is over.</summary>
    /// <param name="generation">The generation of the handle: it tells what was handed over from what was disposed.</param>
    /// <exception cref="ObjectDisposedException">Always; it names the annotated type.</exception>
    // With a throw of its own and not out of line, or the JIT takes it for a call that comes back, and saves registers for after it.
    [DoesNotReturn]
    public void ThrowDisposed(nint generation) => throw DisposedErrors.OfHandle(Pool.Name, RentalHandle.Buffer, WasTransferred(generation));

    [DoesNotReturn]
    internal void ThrowDisposed(nint generation, RentalHandle handle)
        => throw DisposedErrors.OfHandle(Pool.Name, handle, WasTransferred(generation));

    [DoesNotReturn]
    private void ThrowOutside(int start, int length) => throw BufferErrors.OutsideArray(Pool.Name, Array.Length, start, length);
}
