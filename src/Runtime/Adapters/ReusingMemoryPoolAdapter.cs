using System.Buffers;

namespace PooledGen;

/// <summary>The pool as a <see cref="MemoryPool{T}"/> whose nodes are the owners of their own rentals.</summary>
// A separate class, so that each Rent has no branch and the JIT can inline it. It then allocates no owner that stays in its method.
internal sealed class ReusingMemoryPoolAdapter<T>(BufferPool<T> pool) : MemoryPoolAdapter<T>(pool)
{
    public override IMemoryOwner<T> Rent(int minBufferSize = -1) => RentNode(minBufferSize).AsMemoryOwner();
}
