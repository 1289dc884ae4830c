using PooledGen.Bench;
using PooledGen.Bench.Harness;
using PooledGen.Bench.Reporting;
using PooledGen.Bench.Reports;

if (Options.Parse(args) is not { } options)
{
    Console.Error.WriteLine(Options.Usage);
    return 1;
}

IReadOnlyList<Scenario> group = options.Pools ? Scenario.Pools : Scenario.All;
List<Scenario> scenarios = [.. group.Where(scenario => scenario.Name.Contains(options.Filter, StringComparison.OrdinalIgnoreCase))];
if (scenarios.Count == 0)
{
    Console.Error.WriteLine($"No scenario is called like '{options.Filter}'. "
        + $"There are: {string.Join(", ", group.Select(static scenario => scenario.Name))}.");
    return 1;
}

// Progress goes to the error stream: the output is the result and nothing else.
Console.Error.WriteLine("warming up");
WarmUp.Run(scenarios);

var comparison = new Comparison(options.Plan);
var results = new List<ScenarioResult>();
foreach (Scenario scenario in scenarios)
{
    Console.Error.WriteLine($"measuring {scenario.Name}");
    results.Add(comparison.Measure(scenario));
}

var run = new RunResult(Machine.Current, SourceCommit.Current, options.Plan.Rounds, results);
if (options.Json)
    Console.Out.WriteLine(ResultJson.Format(run, RunResultContext.Default));
else
    TextReport.Write(Console.Out, run);

return 0;
