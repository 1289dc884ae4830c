using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.DependencyInjection.Extensions;
using PooledGen;
using PooledGen.AspNetCore;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Puts ASP.NET Core's servers on a PooledGen pool.</summary>
public static class PooledMemoryPoolServiceCollectionExtensions
{
    /// <summary>Makes <see cref="KestrelBuffer"/>'s pool the source of Kestrel's memory.</summary>
    /// <param name="services">The services of the application.</param>
    /// <returns><paramref name="services"/>.</returns>
    public static IServiceCollection AddPooledGenMemoryPool(this IServiceCollection services)
        => services.AddPooledGenMemoryPool(KestrelBuffer.Pool);

    /// <summary>
    /// Makes a pool the source of Kestrel's memory: every <see cref="IMemoryPoolFactory{T}"/> of bytes is replaced by one whose pools are
    /// this pool. It is shared and outlives the server.
    /// </summary>
    /// <param name="services">The services of the application.</param>
    /// <param name="pool">The pool of an annotated type. Kestrel asks for blocks of 4096 bytes and less.</param>
    /// <returns><paramref name="services"/>.</returns>
    public static IServiceCollection AddPooledGenMemoryPool(this IServiceCollection services, BufferPool<byte> pool)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(pool);
        return services.Replace(ServiceDescriptor.Singleton<IMemoryPoolFactory<byte>>(new PooledMemoryPoolFactory(pool)));
    }
}
