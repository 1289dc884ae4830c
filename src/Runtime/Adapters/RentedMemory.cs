using System.Buffers;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>One rental of a <see cref="MemoryPoolAdapter{T}"/>, or one after the other where owners are reused.</summary>
internal sealed class RentedMemory<T>(PooledNode<T> node) : IMemoryOwner<T>
{
    private nint _generation = node.Generation;

    public Memory<T> Memory
    {
        get
        {
            if (node.Generation != _generation)
                node.ThrowDisposed(_generation, RentalHandle.MemoryPoolOwner);

            return node.Array;
        }
    }

    /// <summary>Makes this the owner of the rental that just began.</summary>
    // Whoever sees the generation must see the node's home too, or two threads could take themselves for the one that rented.
    public void Renew() => Volatile.Write(ref _generation, node.Generation);

    public void Dispose() => node.ReturnOwned(Volatile.Read(ref _generation));
}
