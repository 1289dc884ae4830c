using System.Diagnostics.Metrics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace PooledGen;

/// <summary>
/// The meter <c>PooledGen</c>. Its instruments ask the pools when somebody collects, and until then cost nothing. Those that ASP.NET Core's memory
/// pools have too (<c>aspnetcore.memory_pool.*</c>) have the same names, kinds and meaning.
/// </summary>
internal static class PoolMeter
{
    private static int s_isCreated;

    /// <summary>
    /// Creates the meter as soon as the process has loaded the framework's library of meters. No collector works without that library, and
    /// loading it would cost the process four megabytes.
    /// </summary>
    public static void CreateWithLibrary()
    {
        AppDomain.CurrentDomain.AssemblyLoad += CreateOnLoad;
        if (typeof(PoolMeter).Assembly.IsCollectible)
            AssemblyLoadContext.GetLoadContext(typeof(PoolMeter).Assembly)!.Unloading += static _ => AppDomain.CurrentDomain.AssemblyLoad -= CreateOnLoad;

        // A program that was compiled ahead of time loads no libraries.
        if (IsLibraryLoaded() || !RuntimeFeature.IsDynamicCodeSupported)
            Create();
    }

    private static void CreateOnLoad(object? sender, AssemblyLoadEventArgs loaded)
    {
        if (!IsLibrary(loaded.LoadedAssembly))
            return;

        try
        {
            // On a thread of its own, because the thread that loads the library may hold any lock.
            BackgroundThread.Start(Create, "PooledGen meter");
        }
        catch (OutOfMemoryException)
        {
            // The program loses the meter, but the library is loaded all the same.
        }
    }

    private static bool IsLibraryLoaded()
    {
        foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
        {
            if (IsLibrary(assembly))
                return true;
        }

        return false;
    }

    private static bool IsLibrary(Assembly assembly)
        => assembly.FullName?.StartsWith("System.Diagnostics.DiagnosticSource,", StringComparison.Ordinal) == true;

    // Creates the meter and its instruments, so that collectors find them. Once.
    private static void Create()
    {
        if (Interlocked.Exchange(ref s_isCreated, 1) != 0)
            return;

        var meter = new Meter("PooledGen", typeof(PoolMeter).Assembly.GetName().Version?.ToString());
        UpDownCounter(meter, "pooled", "Bytes in free buffers, kept for the next rental.", static figures => figures.RetainedBytes);
        UpDownCounter(meter, "in_use", "Bytes in buffers that are rented and not yet returned.", static figures => figures.InUseBytes);
        Counter(meter, "rented", "By", "Bytes of the buffers of all rentals.", static figures => figures.RentedBytes);
        Counter(
            meter,
            "allocated",
            "By",
            "Bytes allocated for rentals that no free buffer could serve.",
            static figures => figures.AllocatedBytes + figures.OversizeBytes);
        Counter(
            meter,
            "evicted",
            "By",
            "Bytes of pooled buffers that were let go: trimmed, over budget, or without room.",
            static figures => figures.TrimmedBytes + figures.EvictedBytes + figures.DroppedBytes);
        Counter(meter, "misuse", "{event}", "Returns by a handle whose rental was over.", static figures => figures.Misuse);

        // The framework keeps every meter, and a meter keeps our assembly: let go of it where somebody wants to unload that.
        if (typeof(PoolMeter).Assembly.IsCollectible)
            AssemblyLoadContext.GetLoadContext(typeof(PoolMeter).Assembly)!.Unloading += _ => meter.Dispose();
    }

    private static void UpDownCounter(Meter meter, string name, string description, Func<PoolStatistics, long> figure)
        => meter.CreateObservableUpDownCounter($"pooledgen.pool.{name}", () => Measure(figure), "By", description);

    private static void Counter(Meter meter, string name, string unit, string description, Func<PoolStatistics, long> figure)
        => meter.CreateObservableCounter($"pooledgen.pool.{name}", () => Measure(figure), unit, description);

    // One name can stand for several pools, those of a generic type: a collector would take one of them for all.
    private static IEnumerable<Measurement<long>> Measure(Func<PoolStatistics, long> figure) =>
        from pool in PoolRegistry.Pools
        group figure(pool.Statistics) by (pool.Name, Element: pool.ElementType.ToString()) into figures
        select new Measurement<long>(
            figures.Sum(),
            new KeyValuePair<string, object?>("pooledgen.pool.name", figures.Key.Name),
            new KeyValuePair<string, object?>("pooledgen.pool.element", figures.Key.Element));
}
