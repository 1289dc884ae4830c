using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The pool of an annotated type as an <see cref="ArrayPool{T}"/>.</summary>
internal sealed class ArrayPoolAdapter<T>(BufferPool<T> pool) : ArrayPool<T>
{
    private readonly ArrayRentals<T> _rentals = new(pool, budget: null);

    public override T[] Rent(int minimumLength)
    {
        PooledNode? node = pool.TryPop(minimumLength);
        return node is not null && node.TryRentAsArray() ? Unsafe.As<T[]>(node.Array) : _rentals.RentSlow(node, minimumLength);
    }

    public override void Return(T[] array, bool clearArray = false)
    {
        if (array is null || !pool.TryReturnPopped(array, clearArray))
            _rentals.FindAndReturn(array, clearArray);
    }
}
