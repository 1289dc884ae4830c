using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace PooledGen.PoolCheck;

/// <summary>Runs a command so that every .NET process that it starts is checked.</summary>
/// <param name="command">The command and its arguments.</param>
/// <param name="poisons">Whether returned arrays are held back and overwritten, so that late writes are found.</param>
/// <param name="progress">Gets a line about how far the run is, once a period; null for none.</param>
/// <param name="period">The period.</param>
internal sealed class CheckedCommand(IReadOnlyList<string> command, bool poisons, TextWriter? progress, TimeSpan period)
{
    private const int Sigterm = 15;

    /// <summary>Runs the command to its end.</summary>
    /// <param name="exitCode">The command's exit code.</param>
    /// <returns>What happened in each process, the checked ones first.</returns>
    /// <exception cref="System.ComponentModel.Win32Exception">The command cannot be started.</exception>
    public IReadOnlyList<ProcessReport> Run(out int exitCode)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("poolcheck-");
        try
        {
            var files = new AgentFolder(folder.FullName);
            using (Process process = Start(folder.FullName))
            using (var timer = new Timer(_ => ShowProgress(files), null, period, period))

            // The report comes when the command has ended. It gets Ctrl+C from the terminal, too, but a request to end only if it is passed on.
            using (PosixSignalRegistration.Create(PosixSignal.SIGINT, static context => context.Cancel = true))
            using (PosixSignalRegistration.Create(PosixSignal.SIGTERM, context => PassOn(context, process)))
            {
                process.WaitForExit();
                exitCode = process.ExitCode;
            }

            // dotnet app.dll: the program is the assembly.
            string program = command.FirstOrDefault(static word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) ?? command[0];
            return files.Read(program);
        }
        finally
        {
            Delete(folder);
        }
    }

    private static void Delete(DirectoryInfo folder)
    {
        try
        {
            folder.Delete(recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A process that outlives the command still writes there. The report matters more.
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
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            // A process replaces its file at this moment, or the run has ended.
        }
    }

    private static void PassOn(PosixSignalContext context, Process process)
    {
        context.Cancel = true;
        if (!OperatingSystem.IsWindows())
            _ = Kill(process.Id, Sigterm);
        else
            process.Kill(entireProcessTree: true);
    }

    [DllImport("libc", EntryPoint = "kill")]
    private static extern int Kill(int process, int signal);

    private Process Start(string folder)
    {
        var start = new ProcessStartInfo(command[0]) { UseShellExecute = false };
        foreach (string argument in command.Skip(1))
            start.ArgumentList.Add(argument);

        IDictionary<string, string?> environment = start.Environment;
        environment[HookContract.Folder] = folder;
        environment[HookContract.Poison] = poisons ? "1" : "0";

        // The program may have hooks of its own. One of ours is there if a checked command checks another one.
        string hook = Path.Combine(AppContext.BaseDirectory, "agent", HookContract.HookFile);
        environment.TryGetValue("DOTNET_STARTUP_HOOKS", out string? others);
        IEnumerable<string> kept = (others ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Where(static other => Path.GetFileName(other) != HookContract.HookFile);
        environment["DOTNET_STARTUP_HOOKS"] = string.Join(Path.PathSeparator, kept.Prepend(hook));

        // The test platform kills a test host 100 ms after its last test, before the arrays that are out are known.
        environment.TryAdd("VSTEST_TESTHOST_SHUTDOWN_TIMEOUT", "60000");

        // A call of Rent at the end of a method may replace the method's frame, and a delegate may be inlined into the framework's code. The program's only
        // frame would be gone.
        environment.TryAdd("DOTNET_TailCallOpt", "0");
        environment.TryAdd("DOTNET_TieredPGO", "0");

        // These servers of the SDK would live longer than the run, with the hook.
        environment["MSBUILDDISABLENODEREUSE"] = "1";
        environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        environment["UseSharedCompilation"] = "false";
        return Process.Start(start)!;
    }
}
