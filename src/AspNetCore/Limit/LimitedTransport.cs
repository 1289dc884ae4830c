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
