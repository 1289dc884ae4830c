using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.MemoryWays;

/// <summary>Each way to get memory, from 16 B to 128 MB: the time, and at 1 MB the allocated bytes and the collections.</summary>
internal static class MemoryWayTable
{
    private const int Rounds = 9;

    // About how long a way is measured in a round.
    private const double RoundNanoseconds = 10_000_000;
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
        Action<int>[] ways = [.. MemoryWays.All.Select(static way => way.Run)];
        Turns.WarmUp(ways);
        var rows = MemoryWays.All.Select(static way => (way.Name, Values: new List<double?>(), Counts: new List<double?>())).ToList();
        foreach ((_, int length, double unit, _) in s_sizes)
        {
            IReadOnlyList<Turns> measured = Turns.Measure(ways, length, Rounds, RoundNanoseconds, FewestOperations);
            for (int way = 0; way < rows.Count; way++)
            {
                rows[way].Values.Add(measured[way].Nanoseconds / unit);
                if (length == Counted)
                    rows[way].Counts.AddRange([measured[way].Bytes, .. measured[way].Collections]);
            }
        }

        ResultColumn[] columns =
        [
            .. s_sizes.Select(static size => new ResultColumn(size.Name, size.Format)),
            new("B/op, 1 MB", "0"), new("gen 0, 1 MB", "0.00"), new("gen 1, 1 MB", "0.00"), new("gen 2, 1 MB", "0.00"),
        ];
        return ResultTable.Of(
            $"medians of {Rounds} rounds in turns; one byte of each page is written; collections for a thousand operations",
            "way",
            columns,
            [.. rows.Select(static row => new ResultRow(row.Name, [.. row.Values, .. row.Counts]))]);
    }
}
