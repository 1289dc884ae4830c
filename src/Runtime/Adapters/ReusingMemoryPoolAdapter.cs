using System.Buffers;

namespace PooledGen;

/// <summary>The pool as a <see cref="MemoryPool{T}"/> whose nodes are the owners of their own rentals.</summary>
// A class of its own and no branch in the other one: the JIT inlines either Rent alone, and need not allocate an owner that does not leave the method.
internal sealed class ReusingMemoryPoolAdapter<T>(BufferPool<T> pool) : MemoryPoolAdapter<T>(pool)
{
    public override IMemoryOwner<T> Rent(int minBufferSize = -1) => RentNode(minBufferSize).AsMemoryOwner();
}
