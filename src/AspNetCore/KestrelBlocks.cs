using System.Buffers;
using System.Runtime.InteropServices;

namespace PooledGen.AspNetCore;

/// <summary>What Kestrel needs of its blocks.</summary>
internal static class KestrelBlocks
{
    /// <summary>The pool for a block of at least this length.</summary>
    // The longest block of Kestrel's pools has 4096 bytes. The shared array pool is what a pipe takes for longer ones.
    public static MemoryPool<byte> PoolFor(MemoryPool<byte> blocks, int minBufferSize)
        => minBufferSize <= blocks.MaxBufferSize ? blocks : MemoryPool<byte>.Shared;

    /// <summary>Refuses a pool from which Kestrel cannot send.</summary>
    /// <exception cref="ArgumentException">The blocks lie outside of arrays.</exception>
    public static void CheckLieInArrays(BufferPool<byte> pool)
    {
        // Asks a block, as Kestrel does.
        using IMemoryOwner<byte> block = pool.AsMemoryPool().Rent(1);
        if (!MemoryMarshal.TryGetArray<byte>(block.Memory, out _))
        {
            throw new ArgumentException(
                $"The blocks of {pool.Name} lie outside of arrays, and Kestrel sends only from arrays: it would reset each connection with a longer response. "
                + "Use Storage = BufferStorage.Pinned, which has stable addresses, too, or PooledGenKestrel.Pool.",
                nameof(pool));
        }
    }
}
