using System.Buffers;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The owner of one rental of a <see cref="MemoryPoolAdapter{T}"/>; of several, one after the other, if owners are reused.</summary>
internal sealed class RentedMemory<T> : IMemoryOwner<T>
{
    private readonly PooledNode<T> _node;
    private nint _generation;

    /// <summary>Creates the owner of an existing rental.</summary>
    public RentedMemory(PooledNode<T> node)
    {
        _node = node;
        _generation = node.Generation;
    }

    /// <summary>Rents, and creates the owner. If there is no memory for the owner object, nothing was rented yet.</summary>
    public RentedMemory(MemoryPoolAdapter<T> adapter, int minBufferSize) : this(adapter.RentNode(minBufferSize))
    {
    }

    public Memory<T> Memory
    {
        get
        {
            if (_node.Generation != _generation)
                _node.ThrowDisposed(_generation, RentalHandle.MemoryPoolOwner);

            return _node.AsMemory();
        }
    }

    /// <summary>Makes this the owner of the rental that just began.</summary>
    // A release write: a thread that sees the generation must see the node's home too. Otherwise two threads could both act as the renting thread.
    public void Renew() => Volatile.Write(ref _generation, _node.Generation);

    public void Dispose() => _node.ReturnOwned(Volatile.Read(ref _generation));
}
