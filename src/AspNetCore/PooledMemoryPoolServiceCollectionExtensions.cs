using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.DependencyInjection.Extensions;
using PooledGen;
using PooledGen.AspNetCore;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Puts Kestrel on a PooledGen pool.</summary>
/// <remarks>
/// It replaces every registration before it, its own too. The last one counts, and <c>UseKestrel</c> makes one: call that before. A
/// <c>WebApplicationBuilder</c>, unless it is an empty one, has called it already.
/// </remarks>
public static class PooledMemoryPoolServiceCollectionExtensions
{
    /// <summary>Makes <see cref="KestrelBuffer"/>'s pool the source of Kestrel's memory.</summary>
    /// <param name="services">The services of the application.</param>
    /// <returns><paramref name="services"/>.</returns>
    public static IServiceCollection AddPooledGenMemoryPool(this IServiceCollection services)
        => services.AddPooledGenMemoryPool(KestrelBuffer.Pool);

    /// <summary>Makes a pool the source of Kestrel's memory. It is shared by all servers and outlives them.</summary>
    /// <param name="services">The services of the application.</param>
    /// <param name="pool">The pool of an annotated type.
    /// Kestrel asks for blocks of 4096 bytes and less: a shorter MaxLength pools none of the long ones.</param>
    /// <returns><paramref name="services"/>.</returns>
    public static IServiceCollection AddPooledGenMemoryPool(this IServiceCollection services, BufferPool<byte> pool)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(pool);
        services.RemoveAll<IMemoryPoolFactory<byte>>();
        return services.AddSingleton<IMemoryPoolFactory<byte>>(new PooledMemoryPoolFactory(pool));
    }
}
