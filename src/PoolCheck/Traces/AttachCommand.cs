using System.CommandLine;
using System.Globalization;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.NETCore.Client;

namespace PooledGen.PoolCheck;

/// <summary><c>attach</c>: watches a running process.</summary>
internal static class AttachCommand
{
    public static Command Create()
    {
        var id = new Argument<int>("PID") { Description = "The process. dotnet-trace ps lists those that can be watched." };
        var seconds = new Option<int?>("--seconds") { Description = "How long to watch. Without it: until Ctrl+C or the end of the process.", HelpName = "N" };
        var threshold = TraceOptions.CreateThreshold();
        var command = new ExampleCommand(
            "attach",
            "Watches the pools of a running process from outside.",
            """
            The report has the arrays that were rented and not returned meanwhile, double returns, returns to another pool, and the places that rent most.
            Ctrl+C prints it. A runtime without the fix of dotnet/runtime#119014 may block if the watch begins during the first rent of the process, so let the
            process rent once before.
            """,
            ["dotnet poolcheck attach 4711", "dotnet poolcheck attach 4711 --seconds 60 --threshold 5", "dotnet poolcheck attach 4711 --format json --output pools.json"])
        {
            id,
            seconds,
            threshold,
        };
        var options = new ReportOptions(command);
        command.SetAction(parsed =>
        {
            ProcessReport report = Watch(parsed.GetValue(id), parsed.GetValue(seconds), TimeSpan.FromSeconds(parsed.GetValue(threshold)));
            return options.Write(parsed, [report], 0);
        });
        return command;
    }

    private static ProcessReport Watch(int id, int? seconds, TimeSpan threshold)
    {
        using var stop = new CancellationTokenSource();
        using PosixSignalRegistration interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, End);
        using PosixSignalRegistration terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, End);
        if (seconds is not null)
            stop.CancelAfter(TimeSpan.FromSeconds(seconds.Value));

        try
        {
            var watch = new ProcessWatch(id, threshold);
            using var progress = new Timer(_ => ShowProgress(watch), null, TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(5));
            return watch.Run(stop.Token);
        }
        catch (Exception e) when (e is ServerNotAvailableException or ArgumentException or TimeoutException or UnauthorizedAccessException or IOException)
        {
            string reason = $"It does not answer: it is no .NET process, belongs to another user, or has DOTNET_EnableDiagnostics=0. {e.Message}";
            return new ProcessReport(id, "process", CheckState.NotChecked, reason, 0, [], []);
        }

        void End(PosixSignalContext context)
        {
            context.Cancel = true;
            stop.Cancel();
        }
    }

    private static void ShowProgress(ProcessWatch watch)
    {
        if (!Console.IsErrorRedirected)
            Console.Error.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{watch.Rents:#,0} rents were seen. Ctrl+C ends the watch."));
    }
}
