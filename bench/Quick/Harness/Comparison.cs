namespace PooledGen.Bench.Harness;

/// <summary>Measures the contenders of a scenario against each other, interleaved: what disturbs the machine disturbs all of them.</summary>
internal sealed class Comparison(Plan plan)
{
    private readonly Random _random = new(20);

    public ScenarioResult Measure(Scenario scenario)
    {
        var empty = new Track(scenario.Empty, plan);
        Track[] rivals = [.. scenario.Contenders.Select(contender => new Track(contender, plan))];
        Track[] order = [empty, .. rivals];
        for (int round = 0; round < plan.Rounds; round++)
        {
            // Another order each round: nobody always runs behind the one who empties the caches.
            _random.Shuffle(order);
            foreach (Track track in order)
                track.Measure();
        }

        double emptyMedian = Distribution.Of(empty.Samples).Median;
        Dictionary<string, double> medians = rivals.ToDictionary(static rival => rival.Name, rival => rival.NetOf(empty).Median);
        return new ScenarioResult(scenario.Name, emptyMedian, [.. rivals.Select(rival => rival.Result(rival.NetOf(empty), medians))]);
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

        /// <summary>Net of the empty call of the same round: a slow machine slows both down.</summary>
        public Distribution NetOf(Track empty) => Distribution.Of(Samples.Zip(empty.Samples, static (own, nothing) => own - nothing));

        public ContenderResult Result(Distribution net, IReadOnlyDictionary<string, double> medians) => new(
            Name,
            net.Median,
            net.LowerQuartile,
            net.UpperQuartile,
            _contender.AllocatedBytes(_calls),
            Ratios.Of(net.Median, medians));
    }
}
