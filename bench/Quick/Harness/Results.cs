using PooledGen.Bench.Reporting;
using PooledGen.Bench.Scenarios;

namespace PooledGen.Bench.Harness;

/// <summary>One run. The property names are those of the JSON result files.</summary>
internal sealed record RunResult(Machine Machine, string Commit, int Rounds, IReadOnlyList<ScenarioResult> Scenarios);

/// <summary>One scenario of a run.</summary>
/// <param name="Name">The scenario's name.</param>
/// <param name="EmptyNanoseconds">What the contenders' times are net of.</param>
/// <param name="Contenders">All that took part.</param>
internal sealed record ScenarioResult(string Name, double EmptyNanoseconds, IReadOnlyList<ContenderResult> Contenders);

/// <summary>One contender in a scenario; times are of one operation, net of an empty one.</summary>
/// <param name="Name">The contender's name.</param>
/// <param name="Nanoseconds">Over all rounds.</param>
/// <param name="AllocatedBytes">The mean of one operation.</param>
/// <param name="Ratios">The median by those of the contenders that are the measure; null where one did not take part.</param>
internal sealed record ContenderResult(string Name, Distribution Nanoseconds, double AllocatedBytes, Ratios Ratios);

/// <summary>How a contender compares with the scenario's baseline, and with the fastest that can be written by hand.</summary>
internal sealed record Ratios(double? Baseline, double? ThreadStaticSlot, double? ThreadStaticStack)
{
    public static Ratios Of(double median, IReadOnlyDictionary<string, double> medians, string baseline) => new(
        Ratio(median, medians, baseline),
        Ratio(median, medians, Names.Slot),
        Ratio(median, medians, Names.Stack));

    private static double? Ratio(double median, IReadOnlyDictionary<string, double> medians, string reference)
        => medians.TryGetValue(reference, out double other) ? median / other : null;
}
