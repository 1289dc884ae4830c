namespace PooledGen.Bench.Tables;

/// <summary>One way to get memory, measured in turns with others: a change of the machine's speed meets all of them.</summary>
internal sealed class Turns
{
    private const int MostOperations = 200_000;

    private readonly Action<int> _run;
    private readonly int _length;
    private readonly int _operations;
    private readonly List<Sample> _samples = [];

    // The first operations also fill the pool.
    private Turns(Action<int> run, int length, double roundNanoseconds, int fewestOperations)
    {
        _run = run;
        _length = length;
        run(length);
        _operations = (int)Math.Clamp(roundNanoseconds / Sample.Of(run, length, fewestOperations).Nanoseconds, fewestOperations, MostOperations);
    }

    /// <summary>The median of the times of one operation.</summary>
    public double Nanoseconds => _samples.ConvertAll(static sample => sample.Nanoseconds).Median();

    /// <summary>The bytes that one operation allocates.</summary>
    public double Bytes => _samples.Average(static sample => sample.Bytes);

    /// <summary>The collections of a thousand operations, by generation.</summary>
    public IEnumerable<double?> Collections
    {
        get
        {
            double thousands = _samples.Count * _operations / 1000.0;
            return
            [
                _samples.Sum(static sample => sample.Gen0) / thousands,
                _samples.Sum(static sample => sample.Gen1) / thousands,
                _samples.Sum(static sample => sample.Gen2) / thousands,
            ];
        }
    }

    /// <summary>Measures several ways, one after the other in each round.</summary>
    /// <param name="ways">The ways: each gets memory of a length and gives it back.</param>
    /// <param name="length">The length.</param>
    /// <param name="rounds">The number of rounds.</param>
    /// <param name="roundNanoseconds">About how long a way is measured in a round.</param>
    /// <param name="fewestOperations">The fewest operations of a way in a round.</param>
    /// <returns>The measurement of each way.</returns>
    public static IReadOnlyList<Turns> Measure(IEnumerable<Action<int>> ways, int length, int rounds, double roundNanoseconds, int fewestOperations)
    {
        Turns[] turns = [.. ways.Select(way => new Turns(way, length, roundNanoseconds, fewestOperations))];
        for (int round = 0; round < rounds; round++)
        {
            // Another one begins each round, so that no way always follows the collections of `new`.
            for (int i = 0; i < turns.Length; i++)
                turns[(i + round) % turns.Length].Take();
        }

        return turns;
    }

    /// <summary>Runs each way until the JIT has optimised it.</summary>
    public static void WarmUp(IEnumerable<Action<int>> ways)
    {
        for (int pass = 0; pass < 5; pass++)
        {
            foreach (Action<int> run in ways)
            {
                for (int i = 0; i < 5000; i++)
                    run(1000);
            }

            Thread.Sleep(200);
        }
    }

    private void Take() => _samples.Add(Sample.Of(_run, _length, _operations));
}
