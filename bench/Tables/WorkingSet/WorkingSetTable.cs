using System.Globalization;
using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.WorkingSet;

/// <summary>
/// The peak of resident memory of two kinds of work, each with ArrayPool.Shared and with PooledGen, above that of a process that does nothing.
/// </summary>
internal static class WorkingSetTable
{
    private const int Rounds = 9;
    private const double KilobytesOfAMegabyte = 1024;

    public static ResultTable Measure()
    {
        string[][] processes = [[], .. PeakProcess.Work.SelectMany(static work => new string[][] { [work.Name, "ArrayPool"], [work.Name, "PooledGen"] })];
        List<int>[] peaks = [.. processes.Select(static _ => new List<int>(Rounds))];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < processes.Length; i++)
                peaks[i].Add(Peak(processes[i]));
        }

        int[] medians = [.. peaks.Select(static samples => samples.Median())];
        int nothing = medians[0];
        return ResultTable.Of(
            $"medians of {Rounds} runs in turns, above the {nothing / KilobytesOfAMegabyte:0} MB of a process that does nothing",
            "Program",
            [new("ArrayPool.Shared, MB", "0.0"), new("PooledGen, MB", "0.0"), new("Ratio", "0.00")],
            [.. PeakProcess.Work.Select((work, i) => Row(work.Name, medians[1 + (2 * i)] - nothing, medians[2 + (2 * i)] - nothing))]);
    }

    private static int Peak(string[] arguments)
        => int.Parse(ChildProcess.ReadLines(ChildProcess.Start(["peak", .. arguments])).Single(), CultureInfo.InvariantCulture);

    private static ResultRow Row(string name, double shared, double ours)
        => new(name, [shared / KilobytesOfAMegabyte, ours / KilobytesOfAMegabyte, ours / shared]);
}
