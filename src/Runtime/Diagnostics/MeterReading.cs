using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace PooledGen;

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
           group pool.Statistics by (pool.Name, Element: pool.ElementType.ToString()) into figures
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
