using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using PooledGen;
using PooledGen.AspNetCore;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Limits the memory of Kestrel's connections, and makes Kestrel use a PooledGen pool.</summary>
/// <remarks>
/// Since the last registration of a service counts and <c>UseKestrel</c> registers a pool and a transport, call <c>UseKestrel</c> first. A
/// <c>WebApplicationBuilder</c>, unless it is an empty one, has already called it.
/// </remarks>
public static class PooledGenServiceCollectionExtensions
{
    /// <summary>Makes Kestrel take its memory from a pool. All servers share the pool, and it outlives them. It replaces every earlier pool.</summary>
    /// <param name="services">The services of the application.</param>
    /// <param name="pool">The pool of an annotated type; null for <see cref="PooledGenKestrel.Pool"/>.
    /// Kestrel requests blocks of up to 4096 bytes: with a shorter MaxLength, the long blocks are not pooled. It needs blocks that lie in arrays: the storage
    /// is Array or Pinned, and not Native.</param>
    /// <returns><paramref name="services"/>.</returns>
    /// <exception cref="ArgumentException">The pool's storage is <see cref="BufferStorage.Native"/>.</exception>
    public static IServiceCollection AddPooledGenMemoryPool(this IServiceCollection services, BufferPool<byte>? pool = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        pool ??= PooledGenKestrel.Pool;
        KestrelBlocks.CheckLieInArrays(pool);
        services.RemoveAll<IMemoryPoolFactory<byte>>();
        return services.AddSingleton<IMemoryPoolFactory<byte>>(new PooledMemoryPoolFactory(pool));
    }

    /// <summary>
    /// Limits the memory that the connections of Kestrel hold together. If they hold more, the connection that holds most for longest is aborted, until the
    /// others hold less. Any pool will do: Kestrel's own, or the one of <see cref="AddPooledGenMemoryPool"/>, which is called before.
    /// </summary>
    /// <remarks>
    /// <para>It counts what Kestrel receives, sends and buffers, by connection: HTTP/1.1, HTTP/2, TLS and what runs on them, such as WebSockets, gRPC and
    /// SignalR. It does not count HTTP/3, the application's own memory, nor what a named pipe receives.</para>
    /// <para>The limit is a trigger, not a bound: Kestrel gets each block that it asks for, and connections are aborted afterwards, on another thread. What an
    /// aborted connection still holds does not count any more. A log entry, <c>ConnectionShed</c>, and the meter <c>PooledGen</c> say which ones were
    /// aborted.</para>
    /// </remarks>
    /// <param name="services">The services of the application.</param>
    /// <param name="maxBytes">The most bytes that the connections may hold together: 1 or more. A block has 4096.</param>
    /// <param name="maxBytesPerConnection">
    /// The most bytes that one connection may hold, or null. An HTTP/2 connection holds more with each of its streams, so leave it out where a client sends
    /// many requests over one connection.
    /// </param>
    /// <returns><paramref name="services"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A maximum is less than 1.</exception>
    /// <exception cref="InvalidOperationException">There is no transport of Kestrel yet, or there is a limit already.</exception>
    public static IServiceCollection AddPooledGenMemoryLimit(this IServiceCollection services, long maxBytes, long? maxBytesPerConnection = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxBytes, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxBytesPerConnection ?? 1, 1, nameof(maxBytesPerConnection));
        if (services.Any(static service => service.ServiceType == typeof(MemoryLimit)))
            throw new InvalidOperationException("This application has a limit of AddPooledGenMemoryLimit already. Call it once.");
        if (!services.Any(static service => service.ServiceType == typeof(IConnectionListenerFactory)))
            throw new InvalidOperationException("AddPooledGenMemoryLimit found no transport of Kestrel. Call UseKestrel before it.");

        services.AddMetrics();
        services.AddSingleton(provider => new MemoryLimit(
            maxBytes,
            maxBytesPerConnection ?? long.MaxValue,
            provider.GetRequiredService<ILoggerFactory>().CreateLogger("PooledGen"),
            provider.GetRequiredService<IMeterFactory>().Create("PooledGen")));
        Decorate<IConnectionListenerFactory>(services, static (transport, provider)
            => new LimitedTransport(transport, provider.GetRequiredService<MemoryLimit>()));
        Decorate<IMemoryPoolFactory<byte>>(services, static (factory, _) => new LimitedMemoryPoolFactory(factory));
        services.AddOptions<KestrelServerOptions>().PostConfigure<IEnumerable<IConnectionListenerFactory>, IMemoryPoolFactory<byte>>(CheckLimits);
        return services;
    }

    private static void Decorate<TService>(IServiceCollection services, Func<TService, IServiceProvider, TService> decorate)
        where TService : class
    {
        for (int i = 0; i < services.Count; i++)
        {
            if (services[i] is { IsKeyedService: false } service && service.ServiceType == typeof(TService))
            {
                services[i] = ServiceDescriptor.Describe(
                    typeof(TService), provider => decorate((TService)Create(service, provider), provider), service.Lifetime);
            }
        }
    }

    private static object Create(ServiceDescriptor service, IServiceProvider provider)
        => service.ImplementationInstance
            ?? service.ImplementationFactory?.Invoke(provider)
            ?? ActivatorUtilities.CreateInstance(provider, service.ImplementationType!);

    // A server without the limit would look like one with it.
    private static void CheckLimits(KestrelServerOptions options, IEnumerable<IConnectionListenerFactory> transports, IMemoryPoolFactory<byte> factory)
    {
        if (factory is LimitedMemoryPoolFactory && transports.All(static transport => transport is LimitedTransport))
            return;

        throw new InvalidOperationException(
            "A pool or a transport was registered after AddPooledGenMemoryLimit, which does not limit it. Call AddPooledGenMemoryLimit last.");
    }
}
