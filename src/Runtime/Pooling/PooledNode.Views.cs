using System.Runtime.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen.CompilerServices;

/// <summary>The elements of a rental: as memory or span, and as array or address for callers that cannot take those.</summary>
public sealed unsafe partial class PooledNode<T>
{
    /// <summary>The whole buffer.</summary>
    // Separate, because nothing has to be checked for an array as a whole.
    internal Memory<T> AsMemory() => !_isStable ? Array : AsMemory(start: 0, Capacity);

    /// <summary>A part of the buffer. The buffer bounds the part, not the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <returns>The memory of the rental.</returns>
    /// <exception cref="InvalidOperationException">The part is not inside the buffer: an owner was copied while another thread assigned it.</exception>
    internal Memory<T> AsMemory(int start, int length)
        => (ulong)(uint)start + (uint)length > (uint)Array.Length || _isStable ? AsMemorySlow(start, length) : new(Array, start, length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Memory<T> AsMemorySlow(int start, int length)
    {
        CheckPart(start, length);
        if (Block is not null)
            return Block.Slice(start, length);

#if NET
        // Pinning such a memory allocates no handle.
        return MemoryMarshal.CreateFromPinnedArray(Array, start, length);
#else
        return new(Array, start, length);
#endif
    }

    /// <summary>A part of the buffer. The buffer bounds the part, not the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <returns>The elements of the rental.</returns>
    /// <exception cref="InvalidOperationException">The part is not inside the buffer: an owner was copied while another thread assigned it.</exception>
    // The test that throws for an array also finds the buffers that have none, because their array is empty. So arrays pay nothing for them.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> AsSpan(int start, int length)
    {
        if ((ulong)(uint)start + (uint)length > (uint)Array.Length)
            return AsPlacedSpan(start, length);

#if NET
        return MemoryMarshal.CreateSpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Array), start), length);
#else
        return new(Array, start, length);
#endif
    }

    // Inlined, and without a call that returns: callers would save registers for it, also for arrays.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<T> AsPlacedSpan(int start, int length)
    {
        PlacedBlock<T>? block = Block;
        if (block is null || (ulong)(uint)start + (uint)length > (uint)block.Length)
            ThrowOutside(start, length);

        return block.AsSpan(start, length);
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

    /// <summary>The array of a renter's rental. Generated code only.</summary>
    /// <param name="pool">The renter's pool.</param>
    /// <param name="node">The renter's node.</param>
    /// <param name="elements">The renter's elements. The caller has checked that its rental is not over.</param>
    /// <returns>The part of the array that was rented.</returns>
    /// <exception cref="InvalidOperationException">The elements lie in the caller's own memory.</exception>
    public static ArraySegment<T> GetArray(BufferPool<T> pool, PooledNode<T>? node, Span<T> elements)
    {
        if (node is null || !node.Holds(elements))
            BufferErrors.ThrowNoArray(pool.Name, elements.Length);

        // The holder may now write behind the length, but Dispose would clear the length only. The pool clears the whole array of an owner anyway.
        if (node._clearsOnReturn)
            node._isExposed = true;

        return node.AsArraySegment(start: 0, elements.Length);
    }

    // The flag stays set if an owner took the rental over. The next renter then clears the whole array once more, which is harmless.
    private void ClearExposed()
    {
        RentalWatch<T>.ClearWhole(this);
        _isExposed = false;
    }

    /// <summary>A part of the array, as an array segment. The array bounds the part, not the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <exception cref="InvalidOperationException">
    /// There is no array, or the part is not inside it: an owner was copied while another thread assigned it.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArraySegment<T> AsArraySegment(int start, int length)
        => (ulong)(uint)start + (uint)length > (uint)Array.Length ? AsArraySegmentOfBlock(start, length) : new(Array, start, length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ArraySegment<T> AsArraySegmentOfBlock(int start, int length)
    {
        if (Block is null || (ulong)(uint)start + (uint)length > (uint)Block.Length)
            ThrowOutside(start, length);

        if (!Block.TryGetArray(start, length, out ArraySegment<T> segment))
            BufferErrors.ThrowNoArrayInBlock(Pool.Name);

        return segment;
    }

#if NET
    /// <summary>The first <paramref name="length"/> elements of a rental that is aligned or native. Generated code only.</summary>
    /// <param name="length">0 to <see cref="Capacity"/>.</param>
    /// <returns>The elements of the rental.</returns>
    /// <exception cref="InvalidOperationException">The buffer is shorter than that.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<T> AsPlacedSpan(int length) => AsPlacedSpan(start: 0, length);

    /// <summary>The address of a renter's elements. Generated code only.</summary>
    /// <param name="pool">The renter's pool, whose storage is pinned or native.</param>
    /// <param name="node">The renter's node.</param>
    /// <param name="elements">The renter's elements. The caller has checked that its rental is not over.</param>
    /// <returns>The address, stable until Dispose; 0 if there are no elements.</returns>
    /// <exception cref="InvalidOperationException">The elements lie in the caller's own memory, whose address may change.</exception>
    public static nint GetAddress(BufferPool<T> pool, PooledNode<T>? node, Span<T> elements)
    {
        if (elements.IsEmpty)
            return 0;

        if (node is null || !node.Holds(elements))
            BufferErrors.ThrowNoAddress(pool.Name);

        return AddressOf(elements);
    }

    /// <summary>The address of an owner's elements.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <returns>The address, stable while the rental lasts; 0 if there are no elements.</returns>
    /// <exception cref="InvalidOperationException">The pool's storage is an array that the garbage collector may move.</exception>
    internal nint GetAddress(int start, int length)
    {
        if (!_isStable)
            BufferErrors.ThrowNoAddress($"owner of {Pool.Name}");

        return length == 0 ? 0 : AddressOf(AsSpan(start, length));
    }

    // The elements do not move, so their address may be a number.
    private static nint AddressOf(Span<T> elements) => (nint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(elements));
#endif
}
