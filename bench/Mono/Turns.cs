using System.Diagnostics;

namespace PooledGen.Bench.Mono;

/// <summary>Measures in turns, so that a change of the machine's speed meets every way.</summary>
internal static class Turns
{
    private const int Operations = 100_000;

    /// <summary>Measures each way in each round, after a round that compiles it and fills its pool.</summary>
    /// <returns>The median of each way, in nanoseconds for one operation, net of an empty call.</returns>
    public static double[] Measure(Action[] ways, int rounds)
    {
        Action[] all = [.. ways, static () => { }];
        var samples = new double[all.Length][];
        for (int i = 0; i < all.Length; i++)
        {
            samples[i] = new double[rounds];
            Time(all[i]);
        }

        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < all.Length; i++)
            {
                int way = (i + round) % all.Length;
                samples[way][round] = Time(all[way]);
            }
        }

        double[] medians = [.. samples.Select(static times => times.OrderBy(static time => time).ElementAt(times.Length / 2))];
        return [.. medians.Take(ways.Length).Select(median => median - medians[ways.Length])];
    }

    private static double Time(Action way)
    {
        var clock = Stopwatch.StartNew();
        for (int i = 0; i < Operations; i++)
            way();

        return clock.Elapsed.TotalMilliseconds * 1_000_000 / Operations;
    }
}
