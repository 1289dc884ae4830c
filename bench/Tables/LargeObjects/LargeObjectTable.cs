using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.LargeObjects;

/// <summary>Time and collections of one array at a time, from 100 B to 10 MB, and above the longest that our pool keeps.</summary>
internal static class LargeObjectTable
{
    private const int Rounds = 11;

    // About how long a way is measured in a round.
    private const double RoundNanoseconds = 20_000_000;
    private const int FewestOperations = 20;

    private static readonly (string Name, int Length)[] s_lengths =
    [
        ("100 B", 100), ("1 KB", 1_000), ("10 KB", 10_000), ("100 KB", 100_000), ("1 MB", 1_000_000), ("10 MB", Ways.MaxLength), ("20 MB", 20_000_000),
    ];

    private static readonly (string Name, Action<int> Run)[] s_ways = [("PooledGen", Ways.PooledGen), ("ArrayPool.Shared", Ways.Shared), ("new", Ways.New)];

    public static ResultTable Measure()
    {
        Turns.WarmUp(s_ways.Select(static way => way.Run));
        return ResultTable.Of(
            $"medians of the times of {Rounds} rounds in turns; collections of all rounds, a thousand operations each",
            "one array",
            [new("time, ns", "0.0"), new("gen 0", "0.00"), new("gen 1", "0.00"), new("gen 2", "0.00"), new("B/op", "0")],
            [.. s_lengths.SelectMany(static length => RowsOf(length.Name, length.Length))]);
    }

    private static IEnumerable<ResultRow> RowsOf(string name, int length)
        => Turns.Measure(s_ways.Select(static way => way.Run), length, Rounds, RoundNanoseconds, FewestOperations)
            .Zip(s_ways, (turns, way) => new ResultRow($"{name}, {way.Name}", [turns.Nanoseconds, .. turns.Collections, turns.Bytes]));
}
