using System.Buffers;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>One rental of a <see cref="MemoryPoolAdapter{T}"/>, or one after the other where owners are reused.</summary>
internal sealed class RentedMemory<T> : IMemoryOwner<T>
{
    private readonly PooledNode<T> _node;
    private nint _generation;

    /// <summary>The owner of a rental that exists.</summary>
    public RentedMemory(PooledNode<T> node)
    {
        _node = node;
        _generation = node.Generation;
    }

    /// <summary>Rents. Where there is no memory for the owner, nothing was rented yet.</summary>
    public RentedMemory(BufferPool<T> pool, int length) : this(pool.RentOwned(length))
    {
    }

    public Memory<T> Memory
    {
        get
        {
            if (_node.Generation != _generation)
                _node.ThrowDisposed(_generation, RentalHandle.MemoryPoolOwner);

            return _node.Array;
        }
    }

    /// <summary>Makes this the owner of the rental that just began.</summary>
    // Whoever sees the generation must see the node's home too, or two threads could take themselves for the one that rented.
    public void Renew() => Volatile.Write(ref _generation, _node.Generation);

    public void Dispose() => _node.ReturnOwned(Volatile.Read(ref _generation));
}
