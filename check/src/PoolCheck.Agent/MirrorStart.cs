using System.Diagnostics;
using System.IO.Pipes;
using System.Runtime.InteropServices;

namespace PooledGen.PoolCheck;

/// <summary>
/// Starts the process again from a mirror of its program's folder, where the assemblies are woven. The runtime takes the assemblies of a program from the list
/// that its host made before any code ran, so only another start loads other files.
/// </summary>
internal static class MirrorStart
{
    // The tool accepts at once. Its answer comes when the assemblies are woven.
    private const int ConnectMilliseconds = 10_000;

    /// <summary>Starts this process again. Returns only if that is not possible.</summary>
    /// <param name="run">The folder of the run.</param>
    /// <param name="program">The file of the program's entry assembly.</param>
    /// <returns>Why it is not possible.</returns>
    public static string Start(string run, string program)
    {
        if (!program.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))
            return "the program is a single file, whose assemblies cannot be replaced.";

        // The process goes on whatever happens here, and is checked without woven assemblies. A host of the program's own may have set anything.
        string mirror, reason;
        try
        {
            (mirror, reason) = Request(run, Path.GetDirectoryName(program)!);
        }
        catch (Exception e)
        {
            return $"the tool did not answer. {e.Message}";
        }

        try
        {
            return mirror.Length == 0 ? reason : StartIn(mirror, program);
        }
        catch (Exception e)
        {
            return $"the process cannot start again from {mirror}. {e.Message}";
        }
    }

    private static (string Mirror, string Reason) Request(string run, string folder)
    {
        using var pipe = new NamedPipeClientStream(HookContract.PipeOf(run));
        pipe.Connect(ConnectMilliseconds);
        using var writer = new StreamWriter(pipe, leaveOpen: true) { AutoFlush = true };
        writer.WriteLine(folder);

        // The weaver looks for the assemblies of the frameworks there.
        IEnumerable<string?> folders = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(Path.GetDirectoryName);
        writer.WriteLine(string.Join(Path.PathSeparator, folders.Distinct()));
        using var reader = new StreamReader(pipe, leaveOpen: true);
        return (reader.ReadLine() ?? "", reader.ReadLine() ?? "the tool has ended.");
    }

    private static string StartIn(string mirror, string program)
    {
        (string executable, string[] arguments) = CommandLineIn(mirror, program);
        if (OperatingSystem.IsWindows())
            Environment.Exit(RunChild(executable, arguments));

        DeleteDiagnosticSocket();

        // The process keeps its id, its parent, its streams, and the environment that it got, whatever other hooks have set meanwhile.
        _ = Execv(executable, [.. arguments, null]);
        return $"{executable} could not be started: {Marshal.GetLastPInvokeErrorMessage()}.";
    }

    // The runtime removes it at its end, which does not come, and the next one has the same name for its own and does not find it free.
    private static void DeleteDiagnosticSocket()
    {
        try
        {
            // Another container with the same folder may have a process with this id. The third part is the start time, which is field 22.
            string start = "*";
            if (OperatingSystem.IsLinux())
            {
                string status = File.ReadAllText("/proc/self/stat");
                start = status[(status.LastIndexOf(')') + 2)..].Split(' ')[19];
            }

            foreach (string socket in Directory.GetFiles(Path.GetTempPath(), $"dotnet-diagnostic-{Environment.ProcessId}-{start}-socket"))
                File.Delete(socket);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Diagnostic tools do not find the process then. The check matters more.
        }
    }

    // A program is started by an executable of its own, which lies beside it, or by `dotnet exec --option value app.dll`. The executable of a .NET tool lies
    // elsewhere, and has the path of the original in it.
    private static (string Executable, string[] Arguments) CommandLineIn(string mirror, string program)
    {
        string executable = Environment.ProcessPath!;
        string[] arguments = ReadArguments();
        if (Path.GetDirectoryName(executable) == Path.GetDirectoryName(program))
            return (InMirror(executable), arguments);

        if (Path.GetFileNameWithoutExtension(executable) != "dotnet")
        {
            string dotnet = Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "dotnet" + Path.GetExtension(executable));
            return (Path.GetFullPath(dotnet), [dotnet, InMirror(program), .. arguments[1..]]);
        }

        int entry = arguments[1] == "exec" ? 2 : 1;
        for (; arguments[entry].StartsWith("--", StringComparison.Ordinal); entry += 2)
        {
            if (File.Exists(InMirror(arguments[entry + 1])))
                arguments[entry + 1] = InMirror(arguments[entry + 1]);
        }

        arguments[entry] = InMirror(program);
        return (executable, arguments);

        string InMirror(string path) => Path.Combine(mirror, Path.GetFileName(path));
    }

    // With what stands before the program, which Environment.GetCommandLineArgs leaves out.
    private static string[] ReadArguments()
    {
        if (OperatingSystem.IsLinux())
            return File.ReadAllText("/proc/self/cmdline")[..^1].Split('\0');

        (nint arguments, int count) = OperatingSystem.IsWindows()
            ? (CommandLineToArgv(GetCommandLine(), out int number), number)
            : (Marshal.ReadIntPtr(GetArguments()), Marshal.ReadInt32(GetArgumentCount()));
        return
        [
            .. Enumerable.Range(0, count)
                .Select(index => Marshal.ReadIntPtr(arguments, index * nint.Size))
                .Select(static argument => (OperatingSystem.IsWindows() ? Marshal.PtrToStringUni(argument) : Marshal.PtrToStringUTF8(argument))!),
        ];
    }

    // Windows cannot replace the program of a process. The console sends Ctrl+C to the child, too.
    private static int RunChild(string executable, string[] arguments)
    {
        Console.CancelKeyPress += static (_, e) => e.Cancel = true;
        using Process child = Process.Start(executable, arguments[1..]);
        child.WaitForExit();
        return child.ExitCode;
    }

    [DllImport("libc", EntryPoint = "execv", SetLastError = true)]
    private static extern int Execv(string executable, string?[] arguments);

    [DllImport("libc", EntryPoint = "_NSGetArgv")]
    private static extern nint GetArguments();

    [DllImport("libc", EntryPoint = "_NSGetArgc")]
    private static extern nint GetArgumentCount();

    [DllImport("kernel32", EntryPoint = "GetCommandLineW")]
    private static extern nint GetCommandLine();

    [DllImport("shell32", EntryPoint = "CommandLineToArgvW", SetLastError = true)]
    private static extern nint CommandLineToArgv(nint commandLine, out int count);
}
