using System.CommandLine;
using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;

namespace PooledGen.PoolCheck;

/// <summary><c>ps</c>: lists the processes that <see cref="AttachCommand"/> can watch.</summary>
internal static class PsCommand
{
    public static Command Create()
    {
        var command = new ExampleCommand(
            "ps",
            "Lists the running .NET processes that attach can watch.",
            "A line has the id and the command, and on other systems than Linux the program's file in its place.",
            ["dotnet poolcheck ps"]);
        command.SetAction(static parsed =>
        {
            try
            {
                Write(parsed.InvocationConfiguration.Output);
                return 0;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                CommandLineErrors.Write(ErrorOf(e, OperatingSystem.IsWindows()));
                return ExitCodes.NothingChecked;
            }
        });
        return command;
    }

    /// <summary>Why no process can be listed: .NET processes are found by their named pipes on Windows, and elsewhere by their sockets.</summary>
    /// <param name="exception">What the search has thrown.</param>
    /// <param name="isWindows">Whether the system is Windows.</param>
    internal static string ErrorOf(Exception exception, bool isWindows) => isWindows
        ? $"The processes cannot be listed, because the named pipes of the system cannot be read. {exception.Message}"
        : $"The processes cannot be listed, because the folder for temporary files cannot be read. {exception.Message} {TemporaryFolder.Advice}";

    private static void Write(TextWriter output)
    {
        foreach (int id in DiagnosticsClient.GetPublishedProcesses().Where(static id => id != Environment.ProcessId && HasSocket(id)).Order())
        {
            if (CommandOf(id, OperatingSystem.IsLinux()) is { } name)
                output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{id,8}  {name}"));
        }
    }

    // A process that was killed leaves its socket behind, and another program may have its id now. The name of a socket says when its process began.
    private static bool HasSocket(int id)
    {
        if (!OperatingSystem.IsLinux())
            return true;

        try
        {
            // The second field is the name of the program, in brackets, and may have any character. The moment of the start is the 22nd.
            string fields = File.ReadAllText($"/proc/{id}/stat");
            string start = fields[(fields.LastIndexOf(')') + 2)..].Split(' ')[22 - 3];
            return File.Exists(Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{id}-{start}-socket"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended.
            return false;
        }
    }

    /// <summary>What a process was started with, in one line.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="isLinux">Whether the system shows the whole command; otherwise it is the program's file.</param>
    /// <returns>Null if it has ended, also if its parent has not asked for that yet.</returns>
    internal static string? CommandOf(int id, bool isLinux)
    {
        try
        {
            if (isLinux)
            {
                string words = File.ReadAllText($"/proc/{id}/cmdline").TrimEnd('\0');
                return words.Length == 0 ? null : string.Concat(words.Select(static c => char.IsControl(c) ? ' ' : c));
            }

            using Process process = Process.GetProcessById(id);
            return process.MainModule?.FileName ?? process.ProcessName;
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
