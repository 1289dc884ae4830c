using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.LargeObjects;

/// <summary>Time and collections of one array at a time, from 100 B to 10 MB, and above the longest that our pool keeps.</summary>
internal static class LargeObjectTable
{
    private const int Rounds = 11;

    // About how long a way is measured in a round.
    private const double RoundNanoseconds = 20_000_000;
    private const int MostOperations = 200_000;
    private const int FewestOperations = 20;

    private static readonly (string Name, int Length)[] s_lengths =
    [
        ("100 B", 100), ("1 KB", 1_000), ("10 KB", 10_000), ("100 KB", 100_000), ("1 MB", 1_000_000), ("10 MB", Ways.MaxLength), ("20 MB", 20_000_000),
    ];

    private static readonly (string Name, Action<int> Run)[] s_ways = [("PooledGen", Ways.PooledGen), ("ArrayPool.Shared", Ways.Shared), ("new", Ways.New)];

    public static ResultTable Measure()
    {
        WarmUp();
        return ResultTable.Of(
            $"medians of the times of {Rounds} rounds in turns; collections of all rounds, a thousand operations each",
            "one array",
            [new("time, ns", "0.0"), new("gen 0", "0.00"), new("gen 1", "0.00"), new("gen 2", "0.00"), new("B/op", "0")],
            [.. s_lengths.SelectMany(static length => RowsOf(length.Name, length.Length))]);
    }

    private static IEnumerable<ResultRow> RowsOf(string name, int length)
    {
        Dictionary<string, int> operations = s_ways.ToDictionary(static way => way.Name, way => OperationsOfRound(way.Run, length));
        var runs = s_ways.ToDictionary(static way => way.Name, static _ => new List<Sample>());
        for (int round = 0; round < Rounds; round++)
        {
            // Another one begins each round, so that no way always follows the collections of `new`.
            for (int i = 0; i < s_ways.Length; i++)
            {
                (string way, Action<int> run) = s_ways[(i + round) % s_ways.Length];
                runs[way].Add(Sample.Of(run, length, operations[way]));
            }
        }

        return s_ways.Select(way => Row($"{name}, {way.Name}", runs[way.Name], Rounds * operations[way.Name] / 1000.0));
    }

    private static ResultRow Row(string name, List<Sample> runs, double thousands) => new(
        name,
        [
            runs.Select(static run => run.Nanoseconds).Order().ElementAt(Rounds / 2),
            runs.Sum(static run => run.Gen0) / thousands,
            runs.Sum(static run => run.Gen1) / thousands,
            runs.Sum(static run => run.Gen2) / thousands,
            runs.Average(static run => run.Bytes),
        ]);

    // Also fills the pool.
    private static int OperationsOfRound(Action<int> run, int length)
    {
        run(length);
        return (int)Math.Clamp(RoundNanoseconds / Sample.Of(run, length, FewestOperations).Nanoseconds, FewestOperations, MostOperations);
    }

    private static void WarmUp()
    {
        for (int pass = 0; pass < 5; pass++)
        {
            foreach ((_, Action<int> run) in s_ways)
            {
                for (int i = 0; i < 5000; i++)
                    run(1000);
            }

            Thread.Sleep(200);
        }
    }
}
