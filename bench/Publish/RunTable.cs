using System.Text;
using System.Text.Json;

namespace PooledGen.Bench.Publish;

/// <summary>
/// Each scenario on each runtime: the time of the scenario's first row, which is ours, and its ratio to the baseline. A run with a filter leaves cells empty.
/// </summary>
internal static class RuntimeTable
{
    private static readonly (string Heading, string File)[] s_runtimes =
        [(".NET 10", "quick-net10.0-x64"), (".NET 8", "quick-net8.0-x64"), ("NativeAOT, .NET 9", "quick-net9.0-aot-x64")];

    public static string Write()
    {
        var text = new StringBuilder($"\n| ours, by baseline | {string.Join(" | ", s_runtimes.Select(static runtime => $"{runtime.Heading}, ns | x"))} |\n");
        text.Append($"|---|{string.Concat(s_runtimes.Select(static _ => "--:|--:|"))}\n");
        Dictionary<string, JsonElement>[] runs = [.. s_runtimes.Select(static runtime => Scenarios(runtime.File))];
        foreach (string scenario in runs[0].Keys)
        {
            string cells = string.Join(" | ", runs.Select(run => Cells(run, scenario)));
            text.Append($"| {scenario} | {cells} |\n");
        }

        foreach ((string heading, string file) in s_runtimes)
            text.Append($"\n{heading}: {Origin.Of(Results.Named(file))}; medians of {Results.Named(file).GetProperty("rounds")} rounds.\n");

        return text.ToString();
    }

    private static string Cells(Dictionary<string, JsonElement> run, string scenario)
        => run.TryGetValue(scenario, out JsonElement ours) ? $"{Figure.Cell(ours, "ns/op")} | {Figure.Cell(ours, "x baseline")}" : "|";

    private static Dictionary<string, JsonElement> Scenarios(string file) => Results.Named(file).GetProperty("scenarios").EnumerateArray().ToDictionary(
        static scenario => scenario.GetProperty("name").GetString()!,
        static scenario => scenario.GetProperty("contenders").EnumerateArray().First());
}
