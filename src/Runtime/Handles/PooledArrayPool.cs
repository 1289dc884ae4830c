using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>
/// An <see cref="ArrayPool{T}"/> of your own, from <see cref="PooledBuffers.CreateArrayPool"/>: no other code rents from it, and <see cref="Pool"/> has its
/// statistics and controls. All members may be used from any thread.
/// </summary>
/// <remarks>
/// Rent and Return do what <see cref="BufferPool{T}.AsArrayPool"/> says. Nothing has to be disposed: the garbage collector frees the pool, and its free arrays,
/// when no code refers to it any more.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
public sealed class PooledArrayPool<T> : ArrayPool<T>
{
    private readonly ArrayRentals<T> _rentals;

    internal PooledArrayPool(BufferPool<T> pool)
    {
        Pool = pool;
        _rentals = new ArrayRentals<T>(pool);
    }

    /// <summary>The pool behind it: its statistics, its budget, <see cref="BufferPool.Trim"/>, and owners of its arrays.</summary>
    public BufferPool<T> Pool { get; }

    /// <inheritdoc/>
    public override T[] Rent(int minimumLength)
    {
        PooledNode? node = Pool.TryPopByNumber(minimumLength);
        return node is not null && node.TryRentAsArray() ? Unsafe.As<T[]>(node.Array) : _rentals.RentSlow(node, minimumLength);
    }

    /// <inheritdoc/>
    public override void Return(T[] array, bool clearArray = false)
    {
        if (array is null || !Pool.TryReturnPoppedByNumber(array, clearArray))
            _rentals.FindAndReturn(array, clearArray);
    }
}
