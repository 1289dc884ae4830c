using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.CompilerServices;

// The elements of a rental: as spans for all code, and as memories for asynchronous code. An array serves each member; a block, or the record of a check,
// only those that miss the array.
public sealed partial class PooledNode
{
    /// <summary>All elements, those past the length of the rental too.</summary>
    internal Span<T> Elements<T>() => UnsafeAsSpan<T>(start: 0, Capacity);

    /// <summary>The first <paramref name="length"/> elements.</summary>
    /// <typeparam name="T">The element type of the node's pool. It is not checked.</typeparam>
    /// <param name="length">0 to <see cref="Capacity"/>.</param>
    /// <returns>The elements of the rental.</returns>
    /// <exception cref="InvalidOperationException">The array is shorter than that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> UnsafeAsSpan<T>(int length)
    {
        T[] array = Unsafe.As<T[]>(Array);
        if ((uint)length > (uint)array.Length)
            ThrowOutside(start: 0, length);

#if NET
        // Not the constructor of Span, which checks for null and for covariant arrays: a pool has neither.
        return MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(array), length);
#else
        return new(array, 0, length);
#endif
    }

    /// <summary>The whole buffer.</summary>
    // Separate, because nothing has to be checked for an array as a whole.
    internal Memory<T> AsMemory<T>() => !_hasOwnMemory ? Unsafe.As<T[]>(Array) : AsMemorySlow<T>(start: 0, Capacity);

    /// <summary>A part of the buffer. The buffer bounds the part, not the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <returns>The memory of the rental.</returns>
    /// <exception cref="InvalidOperationException">The part is not inside the buffer: an owner was copied while another thread assigned it.</exception>
    internal Memory<T> AsMemory<T>(int start, int length)
    {
        T[] array = Unsafe.As<T[]>(Array);
        return (ulong)(uint)start + (uint)length > (uint)array.Length || _hasOwnMemory ? AsMemorySlow<T>(start, length) : new(array, start, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Memory<T> AsMemorySlow<T>(int start, int length)
    {
        CheckPart(start, length);
        if (WatchedRental is { } rental)
            return rental.MemoryOver(AsPlainMemory<T>(0, Capacity)).Slice(start, length);

        // After the last check the array itself is enough.
        _hasOwnMemory = Pool.IsStable;
        return AsPlainMemory<T>(start, length);
    }

    private Memory<T> AsPlainMemory<T>(int start, int length)
    {
        if (Block is not null)
            return Block.As<T>().Slice(start, length);

#if NET
        // Pinning such a memory allocates no handle.
        if (Pool.IsStable)
            return MemoryMarshal.CreateFromPinnedArray(Unsafe.As<T[]>(Array), start, length);

#endif
        return new(Unsafe.As<T[]>(Array), start, length);
    }

    /// <summary>A part of the buffer. The buffer bounds the part, not the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <returns>The elements of the rental.</returns>
    /// <exception cref="InvalidOperationException">The part is not inside the buffer: an owner was copied while another thread assigned it.</exception>
    // The test that throws for an array also finds the buffers that have none, because their array is empty. So arrays pay nothing for them.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> UnsafeAsSpan<T>(int start, int length)
    {
        T[] array = Unsafe.As<T[]>(Array);
        if ((ulong)(uint)start + (uint)length > (uint)array.Length)
            return UnsafeAsPlacedSpan<T>(start, length);

#if NET
        return MemoryMarshal.CreateSpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), start), length);
#else
        return new(array, start, length);
#endif
    }

    // Inlined, and without a call that returns: callers would save registers for it, also for arrays.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<T> UnsafeAsPlacedSpan<T>(int start, int length)
    {
        PlacedBlock? block = Block;
        if (block is null || (ulong)(uint)start + (uint)length > (uint)block.Length)
            ThrowOutside(start, length);

        return block.UnsafeAsSpan<T>(start, length);
    }

    /// <summary>Throws if a part is not inside the buffer.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <exception cref="InvalidOperationException">The part is not inside the buffer: an owner was copied while another thread assigned it.</exception>
    // An owner has several fields, so an unsynchronised copy may hold the node of one rental and the part of another one. One comparison in 64 bits covers
    // every value of both numbers, negative ones too. TornOwnerTests fails without it.
    internal void CheckPart(int start, int length)
    {
        if ((ulong)(uint)start + (uint)length > (uint)Capacity)
            ThrowOutside(start, length);
    }

#if NET
    /// <summary>The first <paramref name="length"/> elements of a rental that is aligned or native. Generated code only.</summary>
    /// <typeparam name="T">The element type of the node's pool. It is not checked.</typeparam>
    /// <param name="length">0 to <see cref="Capacity"/>.</param>
    /// <returns>The elements of the rental.</returns>
    /// <exception cref="InvalidOperationException">The buffer is shorter than that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> UnsafeAsPlacedSpan<T>(int length) => UnsafeAsPlacedSpan<T>(start: 0, length);
#endif

    /// <summary>The capacity of a renter: that of its node, or its length if the elements lie in the caller's memory. Generated code only.</summary>
    /// <param name="node">The renter's node. Under <c>Clear = OnReturn</c> it stands for the caller's memory, too.</param>
    /// <param name="elements">The renter's elements.</param>
    /// <returns>The number of elements.</returns>
    public static int GetCapacity<T>(PooledNode? node, Span<T> elements)
        => node is null || (node._clearsOnReturn && !node.Holds<T>(elements)) ? elements.Length : node.Capacity;

    /// <summary>Sets elements to their default: those of a new rental under <c>Clear = OnRent</c>. Generated code only.</summary>
    /// <param name="elements">The elements.</param>
    /// <returns>The same elements.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Span<T> Cleared<T>(Span<T> elements)
    {
        elements.Clear();
        return elements;
    }

    /// <summary>The elements of a renter from a position to the end. Generated code only.</summary>
    /// <param name="node">The renter's node, for the message.</param>
    /// <param name="elements">The renter's elements.</param>
    /// <param name="start">The position.</param>
    /// <returns>The part.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The start is outside of the elements.</exception>
    // This and the next two compare as the framework does, so that the JIT drops the framework's own check, and then call a method that throws.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Span<T> Slice<T>(PooledNode? node, Span<T> elements, int start)
    {
        if ((uint)start > (uint)elements.Length)
            BufferErrors.ThrowOutside(node, start, elements.Length);

        return elements.Slice(start);
    }

    /// <summary>A part of the elements of a renter. Generated code only.</summary>
    /// <param name="node">The renter's node, for the message.</param>
    /// <param name="elements">The renter's elements.</param>
    /// <param name="start">The first element of the part.</param>
    /// <param name="length">The number of elements in the part.</param>
    /// <returns>The part.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside of the elements.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Span<T> Slice<T>(PooledNode? node, Span<T> elements, int start, int length)
    {
        if ((ulong)(uint)start + (uint)length > (uint)elements.Length)
            BufferErrors.ThrowOutside(node, start, length, elements.Length);

        return elements.Slice(start, length);
    }

    /// <summary>Copies the elements of a renter. Generated code only.</summary>
    /// <param name="node">The renter's node, for the message.</param>
    /// <param name="elements">The renter's elements.</param>
    /// <param name="destination">The copy.</param>
    /// <exception cref="ArgumentException">The destination is shorter than the elements; nothing was copied.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyTo<T>(PooledNode? node, Span<T> elements, Span<T> destination)
    {
        if (!elements.TryCopyTo(destination))
            BufferErrors.ThrowDestinationTooShort(node, destination.Length, elements.Length);
    }

    /// <summary>Sets elements to their default.</summary>
    internal void Clear(int start, int length)
    {
        if (Block is null)
            Array.Clear(Array, start, length);
        else
            Block.Clear(start, length, Pool.ElementSize);
    }

    /// <summary>Sets all elements to their default.</summary>
    internal void Clear()
    {
#if NET
        if (Block is null)
        {
            Array.Clear(Array);
            return;
        }

#endif
        Clear(0, Capacity);
    }

    /// <summary>Whether elements lie at the start of the buffer, and not in the caller's own memory.</summary>
    /// <param name="elements">A renter's elements.</param>
    /// <returns>Whether they are the rented ones.</returns>
    // Emitted code passes node and elements, and other code can pass those of two rentals. So it checks that the two belong together.
    private bool Holds<T>(ReadOnlySpan<T> elements)
        => Array.GetType() == typeof(T[]) && Unsafe.AreSame(ref MemoryMarshal.GetReference(elements), ref MemoryMarshal.GetReference(Elements<T>()));

    [DoesNotReturn]
    private void ThrowOutside(int start, int length) => throw BufferErrors.OutsideArray(Pool.Name, Capacity, start, length);
}
