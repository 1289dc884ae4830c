using System.CommandLine;

namespace PooledGen.PoolCheck;

/// <summary><c>run -- COMMAND</c>: checks every .NET process that a command starts.</summary>
internal static class RunCommand
{
    // The command has the terminal for itself. This is for runs of minutes.
    private static readonly TimeSpan s_progressPeriod = TimeSpan.FromSeconds(30);

    // SIGHUP, SIGINT, SIGQUIT, SIGKILL and SIGTERM, as a shell shows them.
    private static readonly int[] s_exitCodesOfSignals = [129, 130, 131, 137, 143];

    private enum Switch
    {
        True,
        False,
    }

    public static Command Create()
    {
        var words = new Argument<string[]>("COMMAND") { Description = "The command and its arguments, after --.", Arity = ArgumentArity.OneOrMore };
        var poison = new Option<Switch?>("--poison")
        {
            Description = "Whether returned arrays are overwritten, so that late writes are found: true by default, and with --exact false. "
                + "With false, code that uses arrays after their return runs as usual.",
            HelpName = "true|false",
            CustomParser = static result => CommandLineErrors.ReadName<Switch>(result),
        };
        var exact = new Option<bool>("--exact")
        {
            Description = "Finds each use of a returned array, with its line. The programs run from copies of their folders, where their assemblies are woven. "
                + "Nothing is overwritten.",
        };
        var excluded = new Option<string[]>("--exclude")
        {
            Description = "An assembly that --exact leaves as it is, by name. Again for each further one.",
            HelpName = "ASSEMBLY",
            DefaultValueFactory = static _ => [],
        };
        var noBytes = new Option<bool>("--no-bytes")
        {
            Description = "Leaves the first bytes of late writes out of the report, because they may be secret.",
        };
        var command = new ExampleCommand(
            "run",
            "Runs a command and checks every .NET process that it starts, but not those of the SDK.",
            """
            The program stays as it is: a startup hook opens the check before Main. Arrays that are returned to ArrayPool<T>.Shared are held back for a while
            and overwritten with 0xDD, so that a write after the return is found, and a read after it gets other values and may make a test fail.
            With --exact nothing is overwritten, and each read and write after the return is found where it happens.
            The report comes when the command has ended; on a terminal, a line every 30 seconds says how far the run is. Processes that cannot be checked are
            named with the reason: .NET before 8, .NET Framework, NativeAOT.
            """,
            [
                "dotnet poolcheck run -- dotnet test",
                "dotnet poolcheck run --exact -- dotnet test --no-build",
                "dotnet poolcheck run --format sarif --output poolcheck.sarif -- dotnet test --no-build",
                "dotnet poolcheck run -- bin/Release/net10.0/MyServer --urls http://localhost:5000",
            ])
        {
            words,
            poison,
            exact,
            excluded,
            noBytes,
        };
        var reportOptions = new ReportOptions(command);
        command.SetAction(parsed =>
        {
            string[] commandLine = parsed.GetValue(words)!;
            bool isExact = parsed.GetValue(exact);
            string[] problems = [.. FindProblems(commandLine), .. reportOptions.FindProblems(parsed, sharesOutput: true)];
            if (!isExact && parsed.GetValue(excluded) is { Length: > 0 })
                problems = [.. problems, "--exclude is an option of --exact."];

            if (problems.Length > 0)
                return CommandLineErrors.Write(parsed, problems);

            bool poisons = parsed.GetValue(poison) is { } wanted ? wanted == Switch.True : !isExact;
            TextWriter? progress = Console.IsErrorRedirected ? null : Console.Error;
            string[]? notWoven = isExact ? parsed.GetValue(excluded) : null;
            var run = new CheckedCommand(commandLine, poisons, showsBytes: !parsed.GetValue(noBytes), notWoven, progress, s_progressPeriod);
            IReadOnlyList<ProcessReport> processes = run.Run(out int exitCode);

            // The assembly whose name is misspelt was woven, and nothing else says so.
            string[] remarks = [.. CheckReport.FindUnknown(processes, notWoven ?? []).Select(assembly => CheckReport.NotLoaded(excluded.Name, assembly))];
            if (poisons && ReasonToFail(commandLine, exitCode, processes) is { } reason)
                remarks = [.. remarks, reason];

            if (isExact && WhatDiffers(commandLine, exitCode, processes) is { } differences)
                remarks = [.. remarks, differences];

            return reportOptions.Write(parsed, processes, exitCode, remarks);
        });
        return command;
    }

    // A misspelt option would become the command.
    private static IEnumerable<string> FindProblems(string[] commandLine)
    {
        if (commandLine[0].StartsWith('-'))
            yield return $"\"{commandLine[0]}\" is not an option of run. The options stand before --, and the command after it.";
        else if (commandLine[0].Length == 0)
            yield return "The command is empty.";
    }

    /// <summary>Why the command may have failed: only where arrays were overwritten, and nothing else is known that explains it.</summary>
    internal static string? ReasonToFail(IEnumerable<string> commandLine, int exitCode, IReadOnlyList<ProcessReport> processes)
        => HasFailedByItself(exitCode) && processes.Any(static process => process.Rents > 0) && !processes.Any(static process => process.KeptAPlugin)
            ? $"The command failed with exit code {exitCode}. If it does not fail without the overwriting of returned arrays, it reads arrays after their "
                + $"return, or takes rented arrays for zeros: dotnet poolcheck run --poison false -- {InShell(commandLine)}"
            : null;

    /// <summary>What a program may notice that runs from a mirror: only where the command failed, and one has run from there.</summary>
    internal static string? WhatDiffers(IEnumerable<string> commandLine, int exitCode, IReadOnlyList<ProcessReport> processes)
        => HasFailedByItself(exitCode) && processes.Any(static process => process is { State: CheckState.Checked or CheckState.CutOff, IsNotExact: false })
            ? $"The command failed with exit code {exitCode}. If it does not fail without --exact, it notices what differs there: Assembly.Location and the "
                + "program's own path lie in another folder than AppContext.BaseDirectory, which has another name and PooledGen.PoolCheck.Guard.dll, and woven "
                + $"assemblies refer to that file: dotnet poolcheck run -- {InShell(commandLine)}"
            : null;

    private static bool HasFailedByItself(int exitCode) => exitCode != 0 && !s_exitCodesOfSignals.Contains(exitCode);

    private static string InShell(IEnumerable<string> commandLine) => ShellWords.Join(commandLine, OperatingSystem.IsWindows());
}
