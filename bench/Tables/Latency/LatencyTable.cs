using System.Diagnostics;
using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.Latency;

/// <summary>How long single rents take at worst: quantiles of rents on more threads than cores, the pools in turns.</summary>
internal static class LatencyTable
{
    private const int Rounds = 31;

    private static readonly (string Name, Func<int[]> Run)[] s_pools =
    [
        ("PooledGen", TimedCrew.Run<PooledRental>),
        ("PooledGen, second buffer", TimedCrew.Run<SecondPooledRental>),
        ("ArrayPool.Shared", TimedCrew.Run<SharedRental>),
        ("ArrayPool.Shared, second array", TimedCrew.Run<SecondSharedRental>),
        ("ConcurrentBag", TimedCrew.Run<BagRental>),
        ("new", TimedCrew.Run<NewArray>),
        ("the clock alone", TimedCrew.Run<ClockAlone>),
    ];

    public static ResultTable Measure()
    {
        // Twice for the compiler's tiers.
        foreach ((_, Func<int[]> run) in s_pools.Concat(s_pools))
            run();

        Dictionary<string, List<double[]>> samples = s_pools.ToDictionary(static pool => pool.Name, static _ => new List<double[]>());
        var random = new Random(20);
        (string Name, Func<int[]> Run)[] order = [.. s_pools];
        for (int round = 0; round < Rounds; round++)
        {
            random.Shuffle(order);
            foreach ((string name, Func<int[]> run) in order)
                samples[name].Add(Quantiles(run()));
        }

        return ResultTable.Of(
            $"16 threads, {TimedCrew.Rentals:n0} rents a round and row, medians of the quantiles of {Rounds} rounds in turns; "
                + "the maximum is the median of the rounds' maxima",
            "one rent of 1 KB",
            [new("p50, ns", "0"), new("p99, ns", "0"), new("p99.9, ns", "0"), new("max, µs", "0")],
            [.. s_pools.Select(pool => Row(pool.Name, samples[pool.Name]))]);
    }

    private static ResultRow Row(string name, List<double[]> samples)
        => new(name, [.. Enumerable.Range(0, 4).Select(i => (double?)samples.ConvertAll(all => all[i]).Median())]);

    private static double[] Quantiles(int[] ticks)
    {
        double nanoseconds = 1e9 / Stopwatch.Frequency;
        double At(double fraction) => ticks[(int)(fraction * (ticks.Length - 1))] * nanoseconds;
        return [At(0.5), At(0.99), At(0.999), At(1) / 1000];
    }
}
