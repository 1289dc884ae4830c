using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The pool as a <see cref="MemoryPool{T}"/>, with an owner object a rental or one a block.</summary>
internal sealed class MemoryPoolAdapter<T>(BufferPool<T> pool, bool reuseOwners) : MemoryPool<T>
{
    private const int DefaultBytes = 4096;

    private readonly int _defaultLength = Math.Min(Math.Max(DefaultBytes / Unsafe.SizeOf<T>(), 1), pool.MaxLength);

    public override int MaxBufferSize => pool.RefusesOversize ? pool.MaxLength : ArrayLimits.MaxLength;

    public override IMemoryOwner<T> Rent(int minBufferSize = -1)
    {
        if (minBufferSize < -1 || minBufferSize > MaxBufferSize)
        {
            throw new ArgumentOutOfRangeException(
                nameof(minBufferSize),
                minBufferSize,
                $"{pool.Name}'s memory pool was asked for {minBufferSize} elements; its MaxBufferSize is {MaxBufferSize}, and -1 means {_defaultLength}.");
        }

        // Never 0: all empty rentals share one node, which nobody may return.
        PooledNode<T> node = pool.RentOwned(minBufferSize < 0 ? _defaultLength : Math.Max(minBufferSize, 1));
        if (reuseOwners && node.ReusedOwner is { } owner)
        {
            owner.Renew();
            return owner;
        }

        try
        {
            owner = new RentedMemory<T>(node);
        }
        catch (OutOfMemoryException)
        {
            node.ReturnOwned(node.Generation);
            throw;
        }

        if (reuseOwners)
            node.ReusedOwner = owner;

        return owner;
    }

    // The pool belongs to its type, not to whoever asked for the adapter.
    protected override void Dispose(bool disposing)
    {
    }
}
