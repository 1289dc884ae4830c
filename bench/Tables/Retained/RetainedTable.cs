using System.Diagnostics;
using System.Globalization;
using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.Retained;

/// <summary>What two idle processes retain after the same burst, second by second. They run side by side, because both sleep nearly all the time.</summary>
internal static class RetainedTable
{
    public static ResultTable Measure(Burst burst)
    {
        Process[] processes = [ChildProcess.Start("burst", "PooledGen", burst.Name), ChildProcess.Start("burst", "Shared", burst.Name)];
        double[][][] samples = [.. processes.Select(Samples)];
        return ResultTable.Of(
            $"{burst.Summary}; a full collection every {BurstProcess.Step} seconds",
            "seconds after the burst",
            [
                new("PooledGen, buffers, MB", "0.0"), new("ArrayPool.Shared, buffers, MB", "0.0"),
                new("PooledGen, resident, MB", "0.0"), new("ArrayPool.Shared, resident, MB", "0.0"),
            ],
            [.. samples[0].Zip(samples[1], static (ours, shared) => (double?[])[ours[0], shared[0], ours[1], shared[1]])
                .Select(static (values, i) => new ResultRow(Name(i), values))]);
    }

    private static string Name(int sample)
        => sample == 0 ? "before it" : ((sample - 1) * BurstProcess.Step).ToString(CultureInfo.InvariantCulture);

    private static double[][] Samples(Process process)
        => [.. ChildProcess.ReadLines(process)
            .Select(static line => line.Split('\t').Select(static cell => double.Parse(cell, CultureInfo.InvariantCulture)).ToArray())];
}
