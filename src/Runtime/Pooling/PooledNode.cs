using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

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

    /// <summary>The rental, if it is a checked one; or, while the node is free, the last one.</summary>
    internal CheckedRental? Rental { get; set; }

    /// <summary>The owner object that comes with the node where owners are reused.</summary>
    internal RentedMemory<T>? ReusedOwner { get; set; }

    internal BufferPool<T> Pool { get; }

    internal T[] Array { get; }

    /// <summary>The stack of the thread that rented it last. That thread alone rents and returns there; nowhere, where its return shall take the slow path.</summary>
    internal ThreadStack<T> Home { get; set; }

    private int _generation;

    internal int SizeClass { get; }

    /// <summary>The generation at which its array was last rented without a handle. Whoever rents writes it, whoever returns reads it.</summary>
    // Whoever sees it must see the node's home too, or two threads could take themselves for the one that rented.
    internal int RentedAsArrayAt
    {
        get => Volatile.Read(ref _rentedAsArrayAt);
        set => Volatile.Write(ref _rentedAsArrayAt, value);
    }

    private int _rentedAsArrayAt = NeverRentedAsArray;

    // Visits alone write it, one at a time. A new node is at generation 0 too, but it lies nowhere before its first return.
    private int _generationAtLastVisit;

    // The last row of hand-overs: a renter's Detach, and the slices of what it gave.
    private int _lastTransfer = -1;
    private int _transfers;

    /// <summary>Not a generation, or one in 2^32: the node is then only registered once more.</summary>
    internal const int NeverRentedAsArray = -1;

    internal PooledNode(BufferPool<T> pool, T[] array, ThreadStack<T> home, int sizeClass)
    {
        Pool = pool;
        Array = array;
        Home = home;
        SizeClass = sizeClass;
    }

    /// <summary>How many times the node was returned. A rental that was made at another generation is over.</summary>
    /// <remarks>It wraps after 2^32 returns of this one array: a handle kept for that long would be taken for a live one.</remarks>
    public int Generation => _generation;

    /// <summary>The length of the array: the length of its size class, or of the request where that was oversize.</summary>
    public int Capacity => Array.Length;

    /// <summary>The first <paramref name="length"/> elements. Not checked: the caller took the node from the class of that length.</summary>
    /// <param name="length">0 to <see cref="Capacity"/>.</param>
    /// <returns>The elements of the rental.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> AsSpan(int length)
#if NET
        => MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(Array), length);
#else
        => new(Array, 0, length);
#endif

    /// <summary>
    /// Ends a rental. Only on the thread that rented; a second call with the same generation is counted as misuse and does nothing.
    /// </summary>
    /// <param name="generation">The generation at which the node was rented.</param>
    // Inlined into the emitted Dispose: small enough for the JIT to clone the finally of a using statement, so that the usual way
    // out of the block has neither a call nor a funclet (docs/design.md, section 3).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Return(int generation)
    {
        // Plain reads and writes: a renter is a ref struct and cannot leave its thread.
        // The exception comes first, so that the JIT lays out the usual case without a jump.
        if (_generation != generation || !Home.TryUnpop(this))
        {
            ReturnSlow(generation);
            return;
        }

        _generation = unchecked(generation + 1);
    }

    /// <summary>Ends a rental as <see cref="Return"/> does, and sets the elements that it could have written to their default.</summary>
    /// <param name="generation">The generation at which the node was rented.</param>
    /// <param name="length">The rented length.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ReturnCleared(int generation, int length)
    {
        // Before the node is free: after that the elements may be another renter's.
        if (Generation == generation)
            System.Array.Clear(Array, 0, length);

        Return(generation);
    }

    // An instance method of the node, so that the inlined caller passes what it has in registers already. Returning out of order is
    // common enough to end here; the pool sees to the rest.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnSlow(int generation)
    {
        if (_generation == generation && Home.TryPush(this))
            End(generation);
        else
            Pool.ReturnSlow(this, generation);
    }

    /// <summary>Ends a rental in the way of <see cref="Return"/> when the node does not go back where it came from.</summary>
    /// <param name="generation">The generation of the handle, which the caller has found to be the node's.</param>
    internal void End(int generation) => _generation = unchecked(generation + 1);

    /// <summary>Throws because the rental that asked is over.</summary>
    /// <exception cref="ObjectDisposedException">Always; it names the annotated type.</exception>
    // With a throw of its own and not out of line, or the JIT takes it for a call that comes back, and saves registers for after it.
    [DoesNotReturn]
    public void ThrowDisposed() => throw Pool.Disposed();
}
