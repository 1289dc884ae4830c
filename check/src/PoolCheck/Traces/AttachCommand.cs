using System.CommandLine;

namespace PooledGen.PoolCheck;

/// <summary><c>attach</c>: watches a running process.</summary>
internal static class AttachCommand
{
    // About as long as a timer can wait.
    private const int MaxSeconds = 4_000_000;

    public static Command Create()
    {
        var id = new Argument<int>("PID")
        {
            Description = "The process. dotnet poolcheck ps lists those that can be watched.",
            CustomParser = static result => CommandLineErrors.ReadNumber(result, 1, int.MaxValue),
        };
        var duration = new Option<int?>("--duration")
        {
            Description = "How long to watch, in seconds. Without it: until Ctrl+C or the end of the process.",
            HelpName = "SECONDS",
            CustomParser = static result => CommandLineErrors.ReadNumber(result, 1, MaxSeconds),
        };
        var threshold = TraceOptions.CreateThreshold();
        var command = new ExampleCommand(
            "attach",
            "Watches the pools of a running process from outside.",
            """
            The report has the arrays that were rented and not returned meanwhile, double returns, returns to another pool, and the places that rent most.
            Ctrl+C prints it, and a second one ends the watch of a process that does not answer. A runtime without the fix of dotnet/runtime#119014 may block
            if the watch begins during the first rent of the process, so let the process rent once before.
            """,
            [
                "dotnet poolcheck attach 4711",
                "dotnet poolcheck attach 4711 --duration 60 --threshold 5",
                "dotnet poolcheck attach 4711 --format json --output pools.json",
            ])
        {
            id,
            duration,
            threshold,
        };
        var options = new ReportOptions(command);
        command.SetAction(parsed =>
        {
            string[] problems = [.. options.FindProblems(parsed, sharesOutput: false)];
            if (problems.Length > 0)
                return CommandLineErrors.Write(parsed, problems);

            ProcessReport report = Watch(parsed.GetValue(id), parsed.GetValue(duration), TimeSpan.FromSeconds(parsed.GetValue(threshold)));
            return options.Write(parsed, [report]);
        });
        return command;
    }

    private static ProcessReport Watch(int id, int? seconds, TimeSpan threshold)
    {
        using var stop = new CancellationTokenSource();
        bool isEnding = false;
        using var signals = new EndSignals(_ =>
        {
            if (isEnding)
                EndWithoutReport();

            isEnding = true;
            stop.Cancel();
        });
        if (seconds is not null)
            stop.CancelAfter(TimeSpan.FromSeconds(seconds.Value));

        try
        {
            var watch = new ProcessWatch(id, threshold);
            using var progress = new Timer(_ => ShowProgress(watch), null, TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(5));
            return watch.Run(stop.Token);
        }
        catch (Exception e) when (e is ArgumentException || ProcessWatch.IsOfTheProcess(e))
        {
            string reason = $"It does not answer: it is not a .NET process, belongs to another user, or has DOTNET_EnableDiagnostics=0. {e.Message}";
            return new ProcessReport(id, "process", CheckState.NotChecked, reason, 0, [], []);
        }
    }

    // A process that is stopped, by a signal or in a debugger, answers neither the begin nor the end of a watch.
    private static void EndWithoutReport()
    {
        CommandLineErrors.Write("The process does not answer, so the watch ends without a report.");
        Environment.Exit(ExitCodes.NothingChecked);
    }

    // On a thread of the thread pool, where an exception would end the tool.
    private static void ShowProgress(ProcessWatch watch)
    {
        try
        {
            if (!Console.IsErrorRedirected)
                Console.Error.WriteLine($"{Plural.Subject(watch.Rents, "rent")} seen. Ctrl+C ends the watch.");
        }
        catch (IOException)
        {
            // The terminal is gone. Its signal ends the watch, with a report.
        }
    }
}
