namespace PooledGen.Bench.Harness;

/// <summary>
/// Measures the contenders of a scenario against each other, interleaved: what disturbs the machine disturbs all of them. Rounds in which other
/// programs slowed the processor down do not count: what those do to a contender depends on its code, so that a ratio, too, would be theirs.
/// </summary>
internal sealed class Comparison(Plan plan)
{
    // A round counts if the calibration loop took at most this many times its shortest time. With another program on the core it takes 1.5 to 2 times as long.
    private const double Tolerance = 1.15;

    // A run on a machine that is always busy must end, too: after this many times the rounds, those in which the loop was fastest count.
    private const int MostTries = 4;

    private readonly Random _random = new(20);
    private double _shortestCalibration = double.PositiveInfinity;

    public ScenarioResult Measure(Scenario scenario)
    {
        var empty = new Track(scenario.Empty, plan);
        Track[] rivals = [.. scenario.Contenders.Select(contender => new Track(contender, plan))];
        Track[] order = [empty, .. rivals];
        List<double> calibrations = MeasureRounds(order);
        int[] counted = [.. Enumerable.Range(0, calibrations.Count).OrderBy(round => calibrations[round]).Take(plan.Rounds)];

        // Net of the empty call of the same round: a slow machine slows both down.
        Distribution[] net = [.. rivals.Select(rival => Distribution.Of(counted.Select(round => rival.Samples[round] - empty.Samples[round])))];
        var medians = rivals.Zip(net).ToDictionary(static pair => pair.First.Name, static pair => pair.Second.Median);
        string baseline = scenario.Contenders.Single(static contender => contender.IsBaseline).Name;
        return new ScenarioResult(
            scenario.Name,
            EmptyNanoseconds: Distribution.Of(counted.Select(round => empty.Samples[round])).Median,
            [.. rivals.Zip(net, (rival, time) => new ContenderResult(rival.Name, time, rival.AllocatedBytes(), Ratios.Of(time.Median, medians, baseline)))]);
    }

    // Measures until enough rounds count; returns the time that the calibration loop took around each.
    private List<double> MeasureRounds(Track[] order)
    {
        var calibrations = new List<double>();
        int quiet = 0;
        while (quiet < plan.Rounds && calibrations.Count < MostTries * plan.Rounds)
        {
            double before = CalibrationLoop.Nanoseconds();

            // Another order each round: no contender always runs after the one that empties the caches.
            _random.Shuffle(order);
            foreach (Track track in order)
                track.Measure();

            calibrations.Add(Math.Max(before, CalibrationLoop.Nanoseconds()));
            _shortestCalibration = Math.Min(_shortestCalibration, calibrations[^1]);
            quiet = calibrations.Count(calibration => calibration <= Tolerance * _shortestCalibration);
        }

        return calibrations;
    }

    /// <summary>A contender and its samples so far.</summary>
    private sealed class Track
    {
        private readonly Contender _contender;
        private readonly int _calls;

        public Track(Contender contender, Plan plan)
        {
            _contender = contender;
            double estimate = contender.Nanoseconds(contender.CallsFor(1000));
            _calls = contender.CallsFor(plan.BatchNanoseconds / estimate);
        }

        public string Name => _contender.Name;

        public List<double> Samples { get; } = [];

        public void Measure() => Samples.Add(_contender.Nanoseconds(_calls));

        public double AllocatedBytes() => _contender.AllocatedBytes(_calls);
    }
}
