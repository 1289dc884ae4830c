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

        // Net of the empty call of the same round: a slow machine slows both down.
        Distribution[] net = [.. rivals.Select(rival => Distribution.Of(rival.Samples.Zip(empty.Samples, static (own, nothing) => own - nothing)))];
        var medians = rivals.Zip(net).ToDictionary(static pair => pair.First.Name, static pair => pair.Second.Median);
        string baseline = scenario.Contenders.Single(static contender => contender.IsBaseline).Name;
        return new ScenarioResult(
            scenario.Name,
            EmptyNanoseconds: Distribution.Of(empty.Samples).Median,
            [.. rivals.Zip(net, (rival, time) => new ContenderResult(rival.Name, time, rival.AllocatedBytes(), Ratios.Of(time.Median, medians, baseline)))]);
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
