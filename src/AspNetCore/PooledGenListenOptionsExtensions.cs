using System.Buffers;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using PooledGen;
using PooledGen.AspNetCore;

namespace Microsoft.AspNetCore.Hosting;

/// <summary>Limits the memory of each connection of Kestrel.</summary>
public static class PooledGenListenOptionsExtensions
{
    /// <summary>
    /// Gives each connection of an endpoint a budget of its own, for what HTTP/2 buffers: its responses, and the requests of its streams.
    /// </summary>
    /// <remarks>
    /// <para>Kestrel gets an exception for a block beyond the budget, or beyond the parent. With HTTP/1.1 it aborts the connection. With HTTP/2 and gRPC it may
    /// leave the connection open, and its streams wait without an error. A full parent does that to healthy connections, too.</para>
    /// <para>HTTP/1.1 takes from it only what code writes to <c>Response.BodyWriter</c> before the response has started. The transport, which receives and
    /// sends, takes nothing: its blocks are of the pool of the server, which <c>AddPooledGenMemoryPool</c> can limit as a whole.</para>
    /// <para>Call it after <c>UseHttps</c>, and once for each endpoint.</para>
    /// </remarks>
    /// <param name="options">The endpoint.</param>
    /// <param name="pool">A pool with blocks of 4096 bytes that lie in arrays: <see cref="PooledGenKestrel.Pool"/>, for example.</param>
    /// <param name="maxBytes">The most bytes that a connection may have at the same time: 1 or more. A block has 4096.</param>
    /// <param name="parent">The budget of all connections together; null for none.</param>
    /// <returns><paramref name="options"/>.</returns>
    /// <exception cref="ArgumentException">The pool's storage is <see cref="BufferStorage.Native"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The maximum is less than 1.</exception>
    public static ListenOptions UsePooledGenConnectionBudget(this ListenOptions options, BufferPool<byte> pool, long maxBytes, BufferBudget? parent = null)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(pool);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxBytes, 1);
        KestrelBlocks.CheckLieInArrays(pool);
        options.Use(next => connection =>
        {
            // Without a name: the meter keeps a sum for each name.
            var budget = new BufferBudget(maxBytes, parent: parent);
            connection.Features.Set<IMemoryPoolFeature>(new ConnectionMemoryPool(pool.DangerousAsMemoryPool(budget)));
            return next(connection);
        });
        return options;
    }

    private sealed record ConnectionMemoryPool(MemoryPool<byte> MemoryPool) : IMemoryPoolFeature;
}
