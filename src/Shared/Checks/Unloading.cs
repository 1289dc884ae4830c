#if NET
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
#endif

namespace PooledGen;

/// <summary>
/// The end of this library in a process that goes on: a host of plugins may load it into a context that can be unloaded. What the framework would keep for
/// as long as the process runs then ends, because it would keep the context too.
/// </summary>
internal static class Unloading
{
    /// <summary>Cancelled when the library is unloaded; what registers later is called at once. Elsewhere it is never cancelled.</summary>
    public static CancellationToken Token { get; } = FollowContext();

    private static CancellationToken FollowContext()
    {
#if NET
        return typeof(Unloading).Assembly.IsCollectible ? FollowCollectibleContext() : default;
    }

    // Not inlined: compiling it loads the framework's assembly System.Runtime.Loader, which most programs do not need.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static CancellationToken FollowCollectibleContext()
    {
        var source = new CancellationTokenSource();
        AssemblyLoadContext.GetLoadContext(typeof(Unloading).Assembly)!.Unloading += _ => source.Cancel();
        return source.Token;
#else
        return default;
#endif
    }
}
