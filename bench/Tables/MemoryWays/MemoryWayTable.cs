using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.MemoryWays;

/// <summary>Each way to get memory, from 16 B to 128 MB: the time, and at 1 MB the allocated bytes and the collections.</summary>
internal static class MemoryWayTable
{
    private const int Rounds = 9;

    // About how long a way is measured in a round.
    private const double RoundNanoseconds = 10_000_000;
    private const int MostOperations = 200_000;
    private const int FewestOperations = 2;

    // Where the bytes and the collections are counted.
    private const int Counted = 1024 * 1024;

    private static readonly (string Name, int Length, double Unit, string Format)[] s_sizes =
    [
        ("16 B, ns", 16, 1, "0.0"),
        ("1 KB, ns", 1024, 1, "0.0"),
        ("16 KB, ns", 16 * 1024, 1, "0"),
        ("256 KB, µs", 256 * 1024, 1000, "0.00"),
        ("1 MB, µs", Counted, 1000, "0.00"),
        ("32 MB, µs", 32 * 1024 * 1024, 1000, "0"),
        ("128 MB, µs", MemoryWays.MaxLength, 1000, "0"),
    ];

    public static ResultTable Measure()
    {
        WarmUp();
        var rows = MemoryWays.All.Select(static way => (way.Name, Values: new List<double?>())).ToList();
        foreach ((_, int length, double unit, _) in s_sizes)
        {
            List<Sample>[] samples = Measure(length, out int[] operations);
            for (int way = 0; way < rows.Count; way++)
            {
                rows[way].Values.Add(samples[way].Select(static sample => sample.Nanoseconds).Order().ElementAt(Rounds / 2) / unit);
                if (length == Counted)
                    rows[way].Values.AddRange(CountsOf(samples[way], Rounds * operations[way] / 1000.0));
            }
        }

        List<ResultColumn> columns = [.. s_sizes.Select(static size => new ResultColumn(size.Name, size.Format))];
        columns.InsertRange(
            Array.FindIndex(s_sizes, static size => size.Length == Counted) + 1,
            [new("B/op, 1 MB", "0"), new("gen 0, 1 MB", "0.00"), new("gen 1, 1 MB", "0.00"), new("gen 2, 1 MB", "0.00")]);
        return ResultTable.Of(
            $"medians of {Rounds} rounds in turns; one byte of each page is written; collections for a thousand operations",
            "way",
            columns,
            [.. rows.Select(static row => new ResultRow(row.Name, row.Values))]);
    }

    private static List<Sample>[] Measure(int length, out int[] operations)
    {
        operations = [.. MemoryWays.All.Select(way => OperationsOfRound(way.Run, length))];
        List<Sample>[] samples = [.. MemoryWays.All.Select(static _ => new List<Sample>())];
        for (int round = 0; round < Rounds; round++)
        {
            // Another one begins each round, so that no way always follows the collections of `new`.
            for (int i = 0; i < samples.Length; i++)
            {
                int way = (i + round) % samples.Length;
                samples[way].Add(Sample.Of(MemoryWays.All[way].Run, length, operations[way]));
            }
        }

        return samples;
    }

    private static IEnumerable<double?> CountsOf(List<Sample> samples, double thousands) =>
    [
        samples.Average(static sample => sample.Bytes),
        samples.Sum(static sample => sample.Gen0) / thousands,
        samples.Sum(static sample => sample.Gen1) / thousands,
        samples.Sum(static sample => sample.Gen2) / thousands,
    ];

    // Also fills the pools.
    private static int OperationsOfRound(Action<int> run, int length)
    {
        run(length);
        return (int)Math.Clamp(RoundNanoseconds / Sample.Of(run, length, FewestOperations).Nanoseconds, FewestOperations, MostOperations);
    }

    private static void WarmUp()
    {
        for (int pass = 0; pass < 5; pass++)
        {
            foreach ((_, Action<int> run) in MemoryWays.All)
            {
                for (int i = 0; i < 5000; i++)
                    run(1000);
            }

            Thread.Sleep(200);
        }
    }
}
