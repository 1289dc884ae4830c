using System.Buffers;
using System.Net;
using Microsoft.AspNetCore.Connections;

namespace PooledGen.AspNetCore;

/// <summary>
/// A transport of Kestrel whose connections are charged. It is here, and not in a middleware of the endpoint, because a transport begins to receive before any
/// middleware runs.
/// </summary>
internal sealed class LimitedTransport(IConnectionListenerFactory transport, MemoryLimit limit) : IConnectionListenerFactory, IConnectionListenerFactorySelector
{
    public bool CanBind(EndPoint endpoint) => transport is not IConnectionListenerFactorySelector selector || selector.CanBind(endpoint);

    public async ValueTask<IConnectionListener> BindAsync(EndPoint endpoint, CancellationToken cancellationToken = default)
        => new Listener(await transport.BindAsync(endpoint, cancellationToken), limit);

    private sealed class Listener(IConnectionListener listener, MemoryLimit limit) : IConnectionListener
    {
        public EndPoint EndPoint => listener.EndPoint;

        public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
        {
            var memory = new ConnectionMemory(limit);

            // The loop that receives begins in the call below, and keeps this value for as long as it runs.
            LimitedMemoryPool.Receiving.Value = memory;
            return await listener.AcceptAsync(cancellationToken) is { } connection ? new LimitedConnection(connection, memory, limit) : null;
        }

        public ValueTask UnbindAsync(CancellationToken cancellationToken = default) => listener.UnbindAsync(cancellationToken);

        public ValueTask DisposeAsync() => listener.DisposeAsync();
    }
}

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

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        if ((Writing ?? Receiving.Value) is { } connection)
            return connection.Rent(blocks, minBufferSize);

        return (minBufferSize <= blocks.MaxBufferSize ? blocks : Shared).Rent(minBufferSize);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            blocks.Dispose();
    }
}
