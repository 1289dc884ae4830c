using System.Runtime.CompilerServices;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledGen.CompilerServices;

// What a holder may take out of a rental for callees that know neither spans nor memories: its array, and its address. Neither knows when the rental is over.
public sealed partial class PooledNode
{
    /// <summary>The array of a renter's rental. Generated code only.</summary>
    /// <param name="pool">The renter's pool.</param>
    /// <param name="node">The renter's node.</param>
    /// <param name="elements">The renter's elements. The caller has checked that its rental is not over.</param>
    /// <returns>The part of the array that was rented.</returns>
    /// <exception cref="InvalidOperationException">The elements lie in the caller's own memory.</exception>
    public static ArraySegment<T> GetArray<T>(BufferPool<T> pool, PooledNode? node, Span<T> elements)
    {
        if (node is null || !node.Holds<T>(elements))
            BufferErrors.ThrowNoArray(pool.Name, elements.Length);

        // The holder may now write past the length, but Dispose would clear the length only. The pool clears the whole array of an owner anyway.
        if (node._clearsOnReturn)
            node._isExposed = true;

        return node.AsArraySegment<T>(start: 0, elements.Length);
    }

    // The flag stays set if an owner took the rental over. The next renter then clears the whole array once more, which is harmless.
    private void ClearExposed()
    {
        int length = Capacity;
        if (Rental is { IsOver: false } rental)
        {
            // What a check has put past the length stays, because it looks there at the end of the rental. It holds nothing that was written.
            rental.FindOverrun(this);
            length = rental.Length;
        }

        Clear(0, length);
        _isExposed = false;
    }

    /// <summary>A part of the array, as an array segment. The array bounds the part, not the rented length.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <exception cref="InvalidOperationException">
    /// There is no array, or the part is not inside it: an owner was copied while another thread assigned it.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArraySegment<T> AsArraySegment<T>(int start, int length)
    {
        T[] array = Unsafe.As<T[]>(Array);
        return (ulong)(uint)start + (uint)length > (uint)array.Length ? AsArraySegmentOfBlock<T>(start, length) : new(array, start, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ArraySegment<T> AsArraySegmentOfBlock<T>(int start, int length)
    {
        if (Block is null || (ulong)(uint)start + (uint)length > (uint)Block.Length)
            ThrowOutside(start, length);

        if (!Block.As<T>().TryGetArray(start, length, out ArraySegment<T> segment))
            BufferErrors.ThrowNoArrayInBlock(Pool.Name);

        return segment;
    }

#if NET
    /// <summary>The address of a renter's elements. Generated code only.</summary>
    /// <param name="pool">The renter's pool, whose storage is pinned or native.</param>
    /// <param name="node">The renter's node.</param>
    /// <param name="elements">The renter's elements. The caller has checked that its rental is not over.</param>
    /// <returns>The address, stable until Dispose; 0 if there are no elements.</returns>
    /// <exception cref="InvalidOperationException">The elements lie in the caller's own memory, whose address may change.</exception>
    public static nint GetAddress<T>(BufferPool<T> pool, PooledNode? node, Span<T> elements)
    {
        if (elements.IsEmpty)
            return 0;

        if (node is null || !node.Pool.IsStable || !node.Holds<T>(elements))
            BufferErrors.ThrowNoAddress(pool.Name);

        return AddressOf(elements);
    }

    /// <summary>The address of an owner's elements.</summary>
    /// <param name="start">The first element.</param>
    /// <param name="length">The number of elements.</param>
    /// <returns>The address, stable while the rental lasts; 0 if there are no elements.</returns>
    /// <exception cref="InvalidOperationException">The pool's storage is an array that the garbage collector may move.</exception>
    internal nint GetAddress<T>(int start, int length)
    {
        if (!Pool.IsStable)
            BufferErrors.ThrowNoAddress($"owner of {Pool.Name}");

        return length == 0 ? 0 : AddressOf(UnsafeAsSpan<T>(start, length));
    }

    // The elements do not move, so their address may be a number.
    private static unsafe nint AddressOf<T>(Span<T> elements) => (nint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(elements));
#endif
}
