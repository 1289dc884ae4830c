using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.CompilerServices;

/// <summary>Rentals at a stable address.</summary>
public sealed unsafe partial class PooledNode<T>
{
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
        if (!Pool.IsStable)
            BufferErrors.ThrowNoAddress($"owner of {Pool.Name}");

        return length == 0 ? 0 : AddressOf(AsSpan(start, length));
    }

    // The elements do not move, so their address may be a number.
    private static nint AddressOf(Span<T> elements) => (nint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(elements));
}
