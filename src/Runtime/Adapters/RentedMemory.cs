using System.Buffers;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The owner of one rental of a <see cref="MemoryPoolAdapter{T}"/>.</summary>
internal sealed class RentedMemory<T> : IMemoryOwner<T>
{
    private readonly PooledNode<T> _node;
    private readonly nint _generation;

    /// <summary>Rents, and creates the owner. If there is no memory for the owner object, nothing was rented yet.</summary>
    public RentedMemory(MemoryPoolAdapter<T> adapter, int minBufferSize)
    {
        _node = adapter.RentNode(minBufferSize);
        _generation = _node.Generation;
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

    public void Dispose() => _node.ReturnOwned(_generation);
}
