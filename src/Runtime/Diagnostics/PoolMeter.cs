using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// The meter <c>PooledGen</c>. Its instruments read the pools when a collector asks, and cost nothing until then. Each instrument of a
/// pool has the name and the meaning of a property of <see cref="PoolStatistics"/>, and each of a budget those of a property of <see cref="BufferBudget"/>.
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
        Unloading.Token.Register(static () => AppDomain.CurrentDomain.AssemblyLoad -= CreateOnLoad);

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

    // Creates the meter and its instruments, so that collectors find them. Later calls do nothing.
    private static void Create()
    {
        if (Interlocked.Exchange(ref s_isCreated, 1) != 0)
            return;

        var meter = new Meter("PooledGen", typeof(PoolMeter).Assembly.GetName().Version?.ToString());
        UpDownCounter(meter, "retained", "Bytes in free buffers, kept for the next rental.", static figures => figures.RetainedBytes);
        UpDownCounter(meter, "in_use", "Bytes in buffers that are rented and not yet returned.", static figures => figures.InUseBytes);
        Counter(meter, "rented", "By", "Bytes of the buffers of all rentals.", static figures => figures.RentedBytes);
        Counter(meter, "allocated", "By", "Bytes allocated for pooled buffers, because no free buffer could serve.", static figures => figures.AllocatedBytes);
        Counter(meter, "oversize", "By", "Bytes allocated for rentals above the maximum, which are not pooled.", static figures => figures.OversizeBytes);
        Counter(
            meter,
            "trimmed",
            "By",
            "Bytes of free buffers that were let go: idle, on request, or because memory was scarce.",
            static figures => figures.TrimmedBytes);
        Counter(meter, "evicted", "By", "Bytes of returned buffers that were let go because a limit was reached.", static figures => figures.EvictedBytes);
        Counter(meter, "dropped", "By", "Bytes of returned buffers that were let go because there was no room.", static figures => figures.DroppedBytes);
        Counter(meter, "rents", "{rental}", "Rentals, oversize ones included.", static figures => figures.Rents);
        Counter(meter, "misses", "{rental}", "Rentals for which a pooled buffer was allocated.", static figures => figures.Misses);
        Counter(meter, "misuse", "{misuse}", "Returns by a handle whose rental was over.", static figures => figures.MisuseCount);

        BudgetGauge(meter, "in_use", "By", "Bytes that are rented within the budget.", static budget => budget.InUseBytes);
        BudgetGauge(meter, "limit", "By", "Bytes that may be rented within the budget at the same time.", static budget => budget.MaxBytes);
        BudgetGauge(meter, "waiting", "{request}", "Requests that wait for the budget.", static budget => budget.WaitingCount);
        meter.CreateObservableCounter(
            "pooledgen.budget.refused",
            static () => BufferBudget.RefusedByName.Select(static refused => OfBudget(refused.Key, refused.Value)),
            "{request}",
            "Requests that the budget did not admit.");

        // The framework keeps every meter, and a meter keeps our assembly, so the meter ends when the assembly unloads.
        Unloading.Token.Register(meter.Dispose);
    }

    private static void UpDownCounter(Meter meter, string name, string description, Func<PoolStatistics, long> figure)
        => meter.CreateObservableUpDownCounter($"pooledgen.pool.{name}", MeterReading.Observe(figure), "By", description);

    private static void BudgetGauge(Meter meter, string name, string unit, string description, Func<BufferBudget, long> figure)
        => meter.CreateObservableUpDownCounter($"pooledgen.budget.{name}", () => Measure(figure), unit, description);

    private static IEnumerable<Measurement<long>> Measure(Func<BufferBudget, long> figure)
        => from budget in BufferBudget.Named
           group figure(budget) by budget.Name into figures
           select OfBudget(figures.Key!, figures.Aggregate(Add));

    private static Measurement<long> OfBudget(string name, long figure) => new(figure, new KeyValuePair<string, object?>("pooledgen.budget.name", name));

    // Budgets without a limit have the largest number for one. For a sum that overflows, the collector would get an exception.
    private static long Add(long sum, long figure) => figure > long.MaxValue - sum ? long.MaxValue : sum + figure;

    private static void Counter(Meter meter, string name, string unit, string description, Func<PoolStatistics, long> figure)
        => meter.CreateObservableCounter($"pooledgen.pool.{name}", MeterReading.Observe(figure), unit, description);
}

/// <summary>
/// The figures of all pools for one collection. A collector asks one instrument after the other, on one thread. The first instrument walks over the pools,
/// and the others use the same figures: so one collection costs one walk, and its values fit together.
/// </summary>
internal sealed class MeterReading
{
    // A collector that asks for other instruments later, on the same thread, gets no figures that are older than this.
    private static readonly TimeSpan s_maxAge = TimeSpan.FromSeconds(1);

    [ThreadStatic]
    private static MeterReading? t_last;

    private readonly long _taken = Stopwatch.GetTimestamp();
    private readonly HashSet<object> _served = [];
    private readonly List<(KeyValuePair<string, object?>[] Tags, List<PoolStatistics> Figures)> _pools;

    // One name can stand for several pools, because two assemblies may have types of that name: a collector would take one of them for all. The reading
    // holds no pool, because a pool keeps its assembly from being unloaded.
    private MeterReading() => _pools =
    [
        .. from pool in PoolRegistry.Pools
           group pool.GetStatistics() by (pool.Name, Element: pool.ElementType.ToString()) into figures
           select (new KeyValuePair<string, object?>[]
               {
                   new("pooledgen.pool.name", figures.Key.Name),
                   new("pooledgen.pool.element", figures.Key.Element),
               },
               figures.ToList()),
    ];

    /// <summary>Creates the callback that an instrument runs when it is collected.</summary>
    /// <param name="figure">The figure that the instrument shows. It identifies the instrument.</param>
    public static Func<IEnumerable<Measurement<long>>> Observe(Func<PoolStatistics, long> figure) => () => For(figure).Measure(figure);

    // An instrument that asks again begins the next collection.
    private static MeterReading For(object instrument)
    {
        if (t_last is { } last && Stopwatch.GetElapsedTime(last._taken) < s_maxAge && last._served.Add(instrument))
            return last;

        t_last = new MeterReading();
        t_last._served.Add(instrument);
        return t_last;
    }

    private IEnumerable<Measurement<long>> Measure(Func<PoolStatistics, long> figure)
        => from pool in _pools select new Measurement<long>(pool.Figures.Sum(figure), pool.Tags);
}
