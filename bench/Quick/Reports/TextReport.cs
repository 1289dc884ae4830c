using System.Globalization;
using PooledGen.Bench.Harness;

namespace PooledGen.Bench.Reports;

/// <summary>A run for the terminal.</summary>
internal static class TextReport
{
    private const int NameWidth = 52;
    private const int CellWidth = 13;

    public static void Write(TextWriter output, RunResult run)
    {
        output.WriteLine($"{run.Machine}, commit {run.Commit}");
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"Medians of {run.Rounds} interleaved rounds, one operation, net of an empty call."));

        foreach (ScenarioResult scenario in run.Scenarios)
        {
            output.WriteLine();
            WriteRow(output, scenario.Name, Cells.Heads);
            foreach (ContenderResult contender in scenario.Contenders)
                WriteRow(output, "  " + contender.Name, Cells.Of(contender));
        }
    }

    private static void WriteRow(TextWriter output, string name, IEnumerable<string> cells)
        => output.WriteLine((name.PadRight(NameWidth) + string.Concat(cells.Select(static cell => cell.PadLeft(CellWidth)))).TrimEnd());
}
