namespace PooledGen.Interop.Tests;

/// <summary>Clients of a Kestrel with a budget, and what they leave there.</summary>
internal static class KestrelClient
{
    /// <summary>A client of one version of HTTP, which uses no other.</summary>
    public static HttpClient Create(Uri server, Version version, TimeSpan timeout) => new()
    {
        BaseAddress = server,
        DefaultRequestVersion = version,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
        Timeout = timeout,
    };

    /// <summary>Whether all bytes are back after a collection: HTTP/2 forgets blocks when one is refused.</summary>
    public static bool HaveLeftNothingIn(BufferBudget budget)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return budget.InUseBytes == 0;
    }
}
