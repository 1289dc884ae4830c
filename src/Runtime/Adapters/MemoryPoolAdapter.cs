using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>The pool as a <see cref="MemoryPool{T}"/>, with one owner object per rental or one per block.</summary>
internal sealed class MemoryPoolAdapter<T>(BufferPool<T> pool, bool reuseOwners) : MemoryPool<T>
{
    private const int DefaultBytes = 4096;

    private readonly int _defaultLength = Math.Min(Math.Max(DefaultBytes / Unsafe.SizeOf<T>(), 1), pool.MaxLength);

    public override int MaxBufferSize => pool.RefusesOversize ? pool.MaxLength : ArrayLimits.MaxLength;

    public override IMemoryOwner<T> Rent(int minBufferSize = -1)
    {
        if (minBufferSize < -1 || minBufferSize > MaxBufferSize)
            ThrowOutOfRange(minBufferSize);

        // Never 0: all empty rentals share one node, which must not be returned.
        int length = minBufferSize < 0 ? _defaultLength : Math.Max(minBufferSize, 1);
        if (!reuseOwners)
            return new RentedMemory<T>(pool, length);

        PooledNode<T> node = pool.RentOwned(length);
        if (node.ReusedOwner is not { } owner)
            return AddOwner(node);

        owner.Renew();
        return owner;
    }

    // Does nothing: the pool belongs to its type, not to the code that asked for the adapter.
    protected override void Dispose(bool disposing)
    {
    }

    private static RentedMemory<T> AddOwner(PooledNode<T> node)
    {
        try
        {
            return node.ReusedOwner = new RentedMemory<T>(node);
        }
        catch (OutOfMemoryException)
        {
            node.ReturnOwned(node.Generation);
            throw;
        }
    }

    // Out of line, because the text would make every rental reserve and clear a larger frame.
    [DoesNotReturn]
    private void ThrowOutOfRange(int minBufferSize) => throw new ArgumentOutOfRangeException(
        nameof(minBufferSize),
        minBufferSize,
        $"{pool.Name}'s memory pool was asked for {minBufferSize} elements; its MaxBufferSize is {MaxBufferSize}, and -1 means {_defaultLength}.");
}
