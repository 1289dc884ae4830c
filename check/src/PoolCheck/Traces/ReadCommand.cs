using System.CommandLine;

namespace PooledGen.PoolCheck;

/// <summary><c>read</c>: a recorded trace.</summary>
internal static class ReadCommand
{
    public static Command Create()
    {
        var file = new Argument<string>("FILE") { Description = "A .nettrace file of dotnet-trace or dotnet-monitor." };
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
        command.SetAction(parsed =>
        {
            string path = parsed.GetValue(file)!;
            string[] problems = [.. FindProblems(path), .. options.FindProblems(parsed, sharesOutput: false)];
            return problems.Length > 0
                ? CommandLineErrors.Write(parsed, problems)
                : options.Write(parsed, [Read(path, TimeSpan.FromSeconds(parsed.GetValue(threshold)))]);
        });
        return command;
    }

    private static IEnumerable<string> FindProblems(string file)
    {
        if (!File.Exists(file))
            yield return $"FILE: \"{file}\" {(Directory.Exists(file) ? "is a folder" : "does not exist")}.";
    }

    // The reader of traces has no exception of its own for a file that is none.
    private static ProcessReport Read(string file, TimeSpan threshold)
    {
        try
        {
            return TraceReader.Read(file, threshold);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return new ProcessReport(0, Path.GetFileName(file), CheckState.NotChecked, $"The file cannot be read as a trace. {e.Message}", 0, [], []);
        }
    }
}
