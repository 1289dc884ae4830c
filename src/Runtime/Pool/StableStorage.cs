using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>Allocates buffers whose address never changes, for one pool.</summary>
internal abstract class StableStorage
{
    /// <summary>Whether the buffers begin somewhere else than at the first element of an array.</summary>
    public abstract bool IsPlaced { get; }

    /// <summary>Whether free buffers lie in the core tier only, where taking one is a claim.</summary>
    public virtual bool IsNative => false;

    /// <summary>The bytes of address space outside the garbage collector's heap: of rented, free and vacant buffers.</summary>
    public virtual long MappedBytes => 0;

    /// <summary>Allocates a buffer of a size class.</summary>
    /// <param name="home">The home of the new node: the closed stack of the pool.</param>
    /// <param name="sizeClass">The class.</param>
    /// <param name="length">Its length.</param>
    /// <returns>The node of the buffer.</returns>
    /// <exception cref="OutOfMemoryException">There is no memory for it; nothing was allocated.</exception>
    public abstract PooledNode Allocate(ThreadStack home, int sizeClass, int length);

    /// <summary>Allocates a buffer that is never pooled.</summary>
    /// <param name="home">The home of the new node: the closed stack of the pool.</param>
    /// <param name="length">The requested length.</param>
    /// <returns>The node of the buffer.</returns>
    /// <exception cref="OutOfMemoryException">There is no memory for it; nothing was allocated.</exception>
    public abstract PooledNode AllocateOversize(ThreadStack home, int length);

    /// <summary>The bytes that a buffer of a length takes.</summary>
    public abstract long BytesOf(int length);

    /// <summary>Gives back the memory of a buffer that the pool lets go. No other thread has the buffer.</summary>
    /// <param name="node">The node of a buffer that is not oversize.</param>
    public virtual void LetGo(PooledNode node)
    {
    }
}
