using System.Globalization;
using PooledGen.Bench.Harness;
using PooledGen.Bench.Scenarios;

namespace PooledGen.Bench.Reports;

/// <summary>A run for a document.</summary>
internal static class MarkdownReport
{
    public static void Write(TextWriter output, RunResult run)
    {
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{run.Machine}; medians of {run.Rounds} rounds."));
        foreach (ScenarioResult scenario in run.Scenarios)
        {
            output.WriteLine();
            WriteRow(output, scenario.Name, Cells.Heads);
            output.WriteLine($"|---|{string.Concat(Cells.Heads.Select(static _ => "--:|"))}");
            foreach (ContenderResult contender in scenario.Contenders)
                WriteRow(output, contender.Name == Names.PooledGen ? $"**{contender.Name}**" : contender.Name, Cells.Of(contender));
        }
    }

    private static void WriteRow(TextWriter output, string name, IEnumerable<string> cells)
        => output.WriteLine($"| {name} | {string.Join(" | ", cells)} |");
}
