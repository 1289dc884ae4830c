using System.Diagnostics;
using System.Globalization;
using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.MemoryLimit;

/// <summary>
/// The heap of two processes that do the same work under the same limit, second by second. They run side by side, because both sleep most of the time.
/// </summary>
internal static class MemoryLimitTable
{
    private const long HeapLimit = 200_000_000;

    public static ResultTable Measure()
    {
        Process[] processes = [ChildProcess.Start(HeapLimit, "limited", "PooledGen"), ChildProcess.Start(HeapLimit, "limited", "Shared")];
        double[][][] samples = [.. processes.Select(Samples)];
        return ResultTable.Of(
            $"a heap limit of {HeapLimit / 1e6:0} MB; ten batches a second, each of {LimitedProcess.Columns} arrays of 1 MB at a time; the heap after a full "
                + "collection, while a batch is held; no figure where the process has ended by an OutOfMemoryException",
            "second, element type",
            [
                new("PooledGen, heap, MB", "0.0"), new("ArrayPool.Shared, heap, MB", "0.0"),
                new("PooledGen, allocated, MB", "0"), new("ArrayPool.Shared, allocated, MB", "0"),
            ],
            [.. Enumerable.Range(0, LimitedProcess.Types.Length * LimitedProcess.SecondsOfType).Select(second => new ResultRow(
                string.Create(CultureInfo.InvariantCulture, $"{second + 1}, {LimitedProcess.Types[second / LimitedProcess.SecondsOfType]}"),
                [Cell(samples[0], second, 0), Cell(samples[1], second, 0), Cell(samples[0], second, 1), Cell(samples[1], second, 1)]))]);
    }

    private static double? Cell(double[][] samples, int second, int column) => second < samples.Length ? samples[second][column] : null;

    private static double[][] Samples(Process process)
        => [.. ChildProcess.ReadLines(process)
            .Select(static line => line.Split('\t').Select(static cell => double.Parse(cell, CultureInfo.InvariantCulture)).ToArray())];
}
