using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace PooledGen.PoolCheck;

/// <summary>Reads a recorded trace.</summary>
internal static class TraceReader
{
    /// <summary>Reads a file of <c>dotnet-trace</c> or <c>dotnet-monitor</c>, and reports on the process that it was taken of.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="FormatException">The file is not a trace.</exception>
    public static ProcessReport Read(string file, TimeSpan threshold)
    {
        string name = Path.GetFileName(file);
        List<double> losses = ReadOnce(file, out InstructionMap instructions, out int eventsLost);

        // Only this form of a trace has stacks with names. It takes more room than the file.
        // Others may not read it, and a signal removes it.
        using var folder = new TemporaryFolder();
        using var signals = new EndSignals(_ =>
        {
            folder.Dispose();
            Environment.Exit(ExitCodes.NothingChecked);
        });
        string converted = Path.Combine(folder.Path, "trace.etlx");
        TraceLog.CreateFromEventPipeDataFile(file, converted);
        using var log = new TraceLog(converted);
        using var trace = new ArrayTrace(log, instructions, threshold);
        int lost = 0;
        foreach (TraceEvent data in log.Events)
        {
            while (lost < losses.Count && losses[lost] <= data.TimeStampRelativeMSec)
                lost++;

            trace.Add(data, lost);
        }

        double end = log.SessionEndTimeRelativeMSec;
        return TraceReport.Of(0, name, [new TraceResult(trace, end)], eventsLost, threshold);
    }

    // The converted file does not say when events were lost, nor to which instructions the addresses belong.
    private static List<double> ReadOnce(string file, out InstructionMap instructions, out int eventsLost)
    {
        var losses = new List<double>();
        using var source = new EventPipeEventSource(file);
        instructions = new InstructionMap(source);
        int lost = 0;
        source.AllEvents += data =>
        {
            if (source.EventsLost == lost)
                return;

            lost = source.EventsLost;
            losses.Add(data.TimeStampRelativeMSec);
        };
        source.Process();
        eventsLost = source.EventsLost;
        return losses;
    }
}
