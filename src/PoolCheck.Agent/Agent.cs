namespace PooledGen.PoolCheck;

/// <summary>The check of one process, from before <c>Main</c> to its end. The startup hook calls it.</summary>
public static class Agent
{
    /// <summary>Begins the check, and writes its findings to the folder of the run until the process ends.</summary>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    public static void Start()
    {
        string folder = Environment.GetEnvironmentVariable(HookContract.Folder)!;
        string program = Environment.GetCommandLineArgs()[0];
        Mirror? mirror = Mirror.Of(program);
        mirror?.RestoreBaseDirectory();
        string? whyNotExact = null;
        if (mirror is null && Environment.GetEnvironmentVariable(HookContract.Exact) == "1")
            whyNotExact = MirrorStart.Start(folder, program);

        if (whyNotExact is not null) Console.Error.WriteLine(whyNotExact);
        IEnumerable<string> testAssemblies = Directory.EnumerateFiles(folder, "*" + HookContract.Announced).SelectMany(File.ReadLines);
        var check = new ProcessCheck(poisons: Environment.GetEnvironmentVariable(HookContract.Poison) != "0");

        // The writer first: where it cannot write, the process is left alone.
        var writer = new ReportWriter(check, HookContract.PathOfThisProcess(folder), testAssemblies);
        writer.Start();
        ArrayPoolWatch.Open(check);

        // The process ends by the one or the other. A process that is killed has what the writer has written until then.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => writer.End(isInOrder: true);
        AppDomain.CurrentDomain.UnhandledException += (_, _) => writer.End(isInOrder: false);
    }
}
