using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using static System.FormattableString;

namespace PooledGen.PoolCheck;

/// <summary>Runs a command so that every .NET process that it starts is checked.</summary>
/// <param name="command">The command and its arguments.</param>
/// <param name="poisons">Whether returned arrays are held back and overwritten, so that late writes are found.</param>
/// <param name="showsBytes">Whether the first bytes of late writes are reported.</param>
/// <param name="excluded">
/// The assemblies that are not woven. Null if none is; otherwise the programs run from mirrors, and each use of a returned array is seen.
/// </param>
/// <param name="progress">Gets a line about how far the run is, once a period; null for none.</param>
/// <param name="period">The period.</param>
internal sealed class CheckedCommand(
    IReadOnlyList<string> command, bool poisons, bool showsBytes, IReadOnlyCollection<string>? excluded, TextWriter? progress, TimeSpan period)
{
    // The room that a run needs for its findings, at least.
    private const long MinFreeBytes = 1 << 20;

    // How long the other processes of a command that a signal has ended may take to end.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    /// <summary>Runs the command to its end.</summary>
    /// <param name="exitCode">The command's exit code; 0 if it was not started.</param>
    /// <returns>What happened in each process, the checked ones first. If the command cannot be started, the reason.</returns>
    public IReadOnlyList<ProcessReport> Run(out int exitCode)
    {
        exitCode = 0;
        using TemporaryFolder? folder = CreateFolder(out string? reason);
        if (folder is null)
            return [AgentFolder.NotChecked(command[0], $"It was not started, because its findings need a folder for temporary files. {reason}")];

        try
        {
            return Run(new AgentFolder(folder.Path), folder.Path, out exitCode);
        }
        catch (Win32Exception e)
        {
            return [AgentFolder.NotChecked(command[0], $"It cannot be started. {e.Message}")];
        }
    }

    private IReadOnlyList<ProcessReport> Run(AgentFolder files, string folder, out int exitCode)
    {
        bool isEnding = false;
        exitCode = 0;
        using MirrorServer? mirrors = CreateServer(folder, out string? reason);
        if (reason is not null)
            return [AgentFolder.NotChecked(command[0], $"It was not started, because --exact needs a pipe in {folder}. {reason}")];
        using (Process process = Start(folder))
        using (var timer = new Timer(_ => ShowProgress(files), null, period, period))

        // The report comes when the command has ended. It gets Ctrl+C from the terminal, too, but a request to end only if it is passed on.
        using (new EndSignals(signal =>
        {
            if (signal == PosixSignal.SIGINT)
                return;

            isEnding = true;
            PassOn(signal, process, files);
        }))
        {
            process.WaitForExit();
            exitCode = process.ExitCode;
            if (isEnding)
                WaitForOthers(files);
        }

        // dotnet app.dll: the program is the assembly.
        string program = command.FirstOrDefault(static word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) ?? command[0];
        return files.Read(program);
    }

    private static TemporaryFolder? CreateFolder(out string? reason)
    {
        string parent = Path.GetTempPath();
        try
        {
            TemporaryFolder.RemoveLeft(CommandLineErrors.Write);
            long free = new DriveInfo(parent).AvailableFreeSpace;
            reason = Invariant($"There are {free / 1024:#,0} kB left in {parent}, and {MinFreeBytes / 1024:#,0} kB are needed. {TemporaryFolder.Advice}");
            return free < MinFreeBytes ? null : new TemporaryFolder();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            reason = $"None can be created in {parent}: {e.Message} {TemporaryFolder.Advice}";
            return null;
        }
    }

    private MirrorServer? CreateServer(string folder, out string? reason)
    {
        try
        {
            reason = null;
            return excluded is null ? null : new MirrorServer(folder, excluded);
        }
        catch (IOException e)
        {
            reason = $"{e.Message} {TemporaryFolder.Advice}";
            return null;
        }
    }

    // On a thread of the thread pool, where an exception would end the tool.
    private void ShowProgress(AgentFolder files)
    {
        try
        {
            if (progress is not null && files.Progress() is { } line)
                progress.WriteLine($"dotnet-poolcheck: {line}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A process replaces its file at this moment, or the run has ended.
        }
    }

    // A shell that gets the signal ends, and leaves its children alone.
    private static void PassOn(PosixSignal signal, Process process, AgentFolder files)
    {
        if (OperatingSystem.IsWindows())
        {
            Kill(process);
            return;
        }

        int number = signal switch
        {
            PosixSignal.SIGHUP => 1,
            PosixSignal.SIGQUIT => 3,
            _ => 15,
        };
        foreach (int id in Alive(process, files))
            _ = SendSignal(id, number);
    }

    /// <summary>The ids of the command and of the checked processes, of those that are alive: other processes may have the ids of the others.</summary>
    // Benign race: a process may end before its signal comes. The system gives an id out again only after it has given out the others.
    internal static IReadOnlyCollection<int> Alive(Process command, AgentFolder files)
    {
        HashSet<int> ids = command.HasExited ? [] : [command.Id];
        foreach (Process process in files.Running())
        {
            ids.Add(process.Id);
            process.Dispose();
        }

        return ids;
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is Win32Exception or InvalidOperationException or AggregateException)
        {
            // A part of the tree has ended, or belongs to another user. On this thread an exception would end the tool.
        }
    }

    private static void WaitForOthers(AgentFolder files)
    {
        var clock = Stopwatch.StartNew();
        foreach (Process other in files.Running())
        {
            TimeSpan left = s_patience - clock.Elapsed;
            other.WaitForExit(left < TimeSpan.Zero ? TimeSpan.Zero : left);
            other.Dispose();
        }
    }

    [DllImport("libc", EntryPoint = "kill")]
    private static extern int SendSignal(int process, int signal);

    private Process Start(string folder)
    {
        var start = new ProcessStartInfo(command[0]) { UseShellExecute = false };
        foreach (string argument in command.Skip(1))
            start.ArgumentList.Add(argument);

        IDictionary<string, string?> environment = start.Environment;
        environment[HookContract.Folder] = folder;
        environment[HookContract.Poison] = poisons ? "1" : "0";
        environment[HookContract.Exact] = excluded is not null ? "1" : "0";
        environment[HookContract.Bytes] = showsBytes ? "1" : "0";

        // The program may have hooks of its own. One of ours is there if a checked command checks another one.
        string hook = Path.Combine(AppContext.BaseDirectory, "agent", HookContract.HookFile);
        environment.TryGetValue("DOTNET_STARTUP_HOOKS", out string? others);
        IEnumerable<string> kept = (others ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Where(static other => Path.GetFileName(other) != HookContract.HookFile);
        environment["DOTNET_STARTUP_HOOKS"] = string.Join(Path.PathSeparator, kept.Prepend(hook));

        // The test platform kills a test host 100 ms after its last test, before the arrays that are out are known.
        environment.TryAdd("VSTEST_TESTHOST_SHUTDOWN_TIMEOUT", "60000");

        // And it waits 90 seconds for a test host, whose assemblies are woven first.
        if (excluded is not null)
            environment.TryAdd("VSTEST_CONNECTION_TIMEOUT", "600");

        // A call of Rent at the end of a method may replace the method's frame, and a delegate may be inlined into the framework's code. The program's only
        // frame would be gone.
        environment.TryAdd("DOTNET_TailCallOpt", "0");
        environment.TryAdd("DOTNET_TieredPGO", "0");

        // For a project that is published by NativeAOT, or trimmed, the SDK switches both off, also in a build that is not. MSBuild takes a variable for a
        // property, unless the project sets it.
        environment.TryAdd("StartupHookSupport", "true");
        environment.TryAdd("EventSourceSupport", "true");

        // These servers of the SDK would live longer than the run, with the hook.
        environment["MSBUILDDISABLENODEREUSE"] = "1";
        environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        environment["UseSharedCompilation"] = "false";
        return Process.Start(start)!;
    }
}
