using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.DependencyInjection.Extensions;
using PooledGen;
using PooledGen.AspNetCore;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Makes Kestrel use a PooledGen pool.</summary>
/// <remarks>
/// It replaces every earlier registration, including its own. Since the last registration counts and <c>UseKestrel</c> registers a pool, call
/// <c>UseKestrel</c> first. A <c>WebApplicationBuilder</c>, unless it is an empty one, has already called it.
/// </remarks>
public static class PooledGenServiceCollectionExtensions
{
    /// <summary>Makes Kestrel take its memory from a pool. All servers share the pool, and it outlives them.</summary>
    /// <param name="services">The services of the application.</param>
    /// <param name="pool">The pool of an annotated type; null for <see cref="PooledGenKestrel.Pool"/>.
    /// Kestrel requests blocks of up to 4096 bytes: with a shorter MaxLength, the long blocks are not pooled. It needs blocks that lie in arrays: the storage
    /// is Array or Pinned, and not Native.</param>
    /// <param name="budget">
    /// What limits the blocks that are rented at the same time; null for no limit. Kestrel gets an exception for a block beyond it: it aborts a connection of
    /// HTTP/1.1, and may leave one of HTTP/2 open, whose streams then wait without an error.
    /// </param>
    /// <returns><paramref name="services"/>.</returns>
    /// <exception cref="ArgumentException">The pool's storage is <see cref="BufferStorage.Native"/>.</exception>
    public static IServiceCollection AddPooledGenMemoryPool(this IServiceCollection services, BufferPool<byte>? pool = null, BufferBudget? budget = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        pool ??= PooledGenKestrel.Pool;
        KestrelBlocks.CheckLieInArrays(pool);
        services.RemoveAll<IMemoryPoolFactory<byte>>();
        return services.AddSingleton<IMemoryPoolFactory<byte>>(new PooledMemoryPoolFactory(pool, budget));
    }
}
