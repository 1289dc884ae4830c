using System.Reflection;
using PooledGen.PoolCheck;

// The name and the namespace are what the runtime asks for.
#pragma warning disable CA1050

/// <summary>
/// Starts the agent before <c>Main</c>. An exception that left it would end the process that is checked, so none does.
/// </summary>
internal static class StartupHook
{
    // The agent needs the events and the members of this version.
    private const int OldestMajor = 8;

    public static void Initialize()
    {
        try
        {
            if (Environment.GetEnvironmentVariable(HookContract.Folder) is { Length: > 0 } folder)
                Start(folder);
        }
        catch (Exception)
        {
            // The tool then finds no file of this process.
        }
    }

    private static void Start(string folder)
    {
        string[] arguments = Environment.GetCommandLineArgs();
        string program = Path.GetFileNameWithoutExtension(arguments[0]);
        if (IsOfTheSdk(arguments[0]) && program != "testhost")
        {
            if (program == "vstest.console")
                Write(HookContract.PathOfThisProcess(folder) + HookContract.Announced, [.. arguments.Skip(1).Where(IsAssembly).Select(Path.GetFullPath)]);

            return;
        }

        // All files of a process have one name.
        string path = HookContract.PathOfThisProcess(folder), command = string.Join(" ", arguments);
        if (Environment.Version.Major < OldestMajor)
        {
            string reason = $"It runs on .NET {Environment.Version.Major}, and the check needs .NET {OldestMajor} or later.";
            Write(path + HookContract.NotChecked, reason, command);
            return;
        }

        try
        {
            // LoadFile gives the agent a load context of its own.
            string agent = Path.Combine(Path.GetDirectoryName(typeof(StartupHook).Assembly.Location)!, HookContract.AgentFile);
            Assembly.LoadFile(agent).GetType("PooledGen.PoolCheck.Agent", throwOnError: true)!
                .GetMethod("Start", BindingFlags.Public | BindingFlags.Static)!.Invoke(null, [path]);
        }
        catch (Exception e)
        {
            Exception reason = e is TargetInvocationException { InnerException: { } inner } ? inner : e;
            Write(path + (reason is NotSupportedException ? HookContract.NotChecked : HookContract.Failed), reason.Message, command);
        }
    }

    private static bool IsAssembly(string argument) => argument.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) && File.Exists(argument);

    // By the folder and not by the name: a program may be called like one of the SDK.
    private static bool IsOfTheSdk(string program)
    {
        for (DirectoryInfo? folder = new FileInfo(program).Directory; folder is not null; folder = folder.Parent)
        {
            if (folder.Parent?.Name == "sdk" && File.Exists(Path.Combine(folder.FullName, "dotnet.dll")))
                return true;
        }

        return false;
    }

    private static void Write(string file, params string[] texts) => File.WriteAllText(file, string.Join(HookContract.Separator.ToString(), texts));
}
