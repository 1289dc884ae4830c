using System.Text;
using System.Text.Json;

namespace PooledGen.Bench.Publish;

/// <summary>
/// The same scenarios in several runs of bench/Quick: the time of a scenario's first row, which is ours, and its ratio to the baseline. A scenario that only
/// the first run has is left out.
/// </summary>
internal static class RunTable
{
    public static string OfRuntimes() => Write(
        (".NET 10", "quick-net10.0-x64"), (".NET 11", "quick-net11.0-x64"), (".NET 8", "quick-net8.0-x64"), ("AOT", "quick-net9.0-aot-x64"));

    public static string OfProcessors() => Write(
        (Processor("quick-net10.0-x64"), "quick-net10.0-x64"), (Processor("quick-net10.0-x64-other"), "quick-net10.0-x64-other"));

    private static string Write(params (string Heading, string File)[] runs)
    {
        var text = new StringBuilder($"\n| ours, by baseline | {string.Join(" | ", runs.Select(static run => $"{run.Heading}, ns | x"))} |\n");
        text.Append($"|---|{string.Concat(runs.Select(static _ => "--:|--:|"))}\n");
        Dictionary<string, JsonElement>[] scenarios = [.. runs.Select(static run => Scenarios(run.File))];
        foreach (string scenario in scenarios[0].Keys.Where(scenario => scenarios[1..].Any(run => run.ContainsKey(scenario))))
            text.Append($"| {scenario} | {string.Join(" | ", scenarios.Select(run => Cells(run, scenario)))} |\n");

        foreach ((string heading, string file) in runs)
            text.Append($"\n{heading}: {Origin.Of(Results.Named(file))}; medians of {Results.Named(file).GetProperty("rounds")} rounds.\n");

        return text.ToString();
    }

    private static string Cells(Dictionary<string, JsonElement> run, string scenario)
        => run.TryGetValue(scenario, out JsonElement ours) ? $"{Figure.Cell(ours, "ns/op")} | {Figure.Cell(ours, "x baseline")}" : "|";

    private static Dictionary<string, JsonElement> Scenarios(string file) => Results.Named(file).GetProperty("scenarios").EnumerateArray().ToDictionary(
        static scenario => scenario.GetProperty("name").GetString()!,
        static scenario => scenario.GetProperty("contenders").EnumerateArray().First());

    private static string Processor(string file) => Results.Named(file).GetProperty("machine").GetProperty("processor").GetString()!;
}
