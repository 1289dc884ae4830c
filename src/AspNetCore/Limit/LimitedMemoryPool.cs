using System.Buffers;
using Microsoft.AspNetCore.Connections;

namespace PooledGen.AspNetCore;

/// <summary>Gives the transports of Kestrel a pool whose blocks are charged to their connections.</summary>
internal sealed class LimitedMemoryPoolFactory(IMemoryPoolFactory<byte> factory) : IMemoryPoolFactory<byte>
{
    public MemoryPool<byte> Create(MemoryPoolOptions? options = null) => new LimitedMemoryPool(factory.Create(options));
}

/// <summary>The pool of a transport, which all its connections share. It charges the connection that rents, if it can know it.</summary>
internal sealed class LimitedMemoryPool(MemoryPool<byte> blocks) : MemoryPool<byte>
{
    /// <summary>The connection whose data the transport receives in this flow of calls.</summary>
    public static readonly AsyncLocal<ConnectionMemory?> Receiving = new();

    /// <summary>The connection to whose output this thread writes.</summary>
    [ThreadStatic]
    public static ConnectionMemory? Writing;

    /// <summary>The pool itself, which charges nothing.</summary>
    public MemoryPool<byte> Blocks => blocks;

    public override int MaxBufferSize => Array.MaxLength;

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1) => (Writing ?? Receiving.Value) is { } connection
        ? connection.Rent(blocks, minBufferSize)
        : KestrelBlocks.PoolFor(blocks, minBufferSize).Rent(minBufferSize);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            blocks.Dispose();
    }
}
