#if NET
namespace PooledGen.CompilerServices;

/// <summary>Rentals at a stable address.</summary>
public sealed partial class PooledNode<T>
{
    /// <summary>The first <paramref name="length"/> elements of a rental that is aligned or native. Generated code only.</summary>
    /// <param name="length">0 to <see cref="Capacity"/>.</param>
    /// <returns>The elements of the rental.</returns>
    /// <exception cref="InvalidOperationException">The buffer is shorter than that.</exception>
    public Span<T> AsPlacedSpan(int length) => throw new NotImplementedException();

    /// <summary>The address of a renter's elements. Generated code only.</summary>
    /// <param name="pool">The renter's pool, whose storage is pinned or native.</param>
    /// <param name="node">The renter's node.</param>
    /// <param name="elements">The renter's elements. The caller has checked that its rental is not over.</param>
    /// <returns>The address, stable until Dispose; 0 if there are no elements.</returns>
    /// <exception cref="InvalidOperationException">The elements lie in the caller's own memory, whose address may change.</exception>
    public static nint GetAddress(BufferPool<T> pool, PooledNode<T>? node, Span<T> elements) => throw new NotImplementedException();
}
#endif
