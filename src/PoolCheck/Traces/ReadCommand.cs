using System.CommandLine;

namespace PooledGen.PoolCheck;

/// <summary><c>read</c>: a recorded trace.</summary>
internal static class ReadCommand
{
    public static Command Create()
    {
        var file = new Argument<FileInfo>("FILE") { Description = "A .nettrace file of dotnet-trace or dotnet-monitor." };
        file.AcceptExistingOnly();
        Option<double> threshold = TraceOptions.CreateThreshold();
        var command = new ExampleCommand(
            "read",
            "Reports on a recorded trace.",
            $"""
            This records a trace:
              dotnet-trace collect -p PID --providers {TraceOptions.Providers}
            """,
            ["dotnet poolcheck read app.nettrace", "dotnet poolcheck read app.nettrace --format sarif --output pools.sarif"])
        {
            file,
            threshold,
        };
        var options = new ReportOptions(command);
        command.SetAction(parsed => options.Write(parsed, [Read(parsed.GetValue(file)!.FullName, TimeSpan.FromSeconds(parsed.GetValue(threshold)))], 0));
        return command;
    }

    private static ProcessReport Read(string file, TimeSpan threshold)
    {
        try
        {
            return TraceReader.Read(file, threshold);
        }
        catch (Exception e) when (e is FormatException or IOException)
        {
            return new ProcessReport(0, Path.GetFileName(file), CheckState.NotChecked, $"The file cannot be read as a trace. {e.Message}", 0, [], []);
        }
    }
}
