namespace PooledGen.PoolCheck;

/// <summary>The check of one process, from before <c>Main</c> to its end. The startup hook calls it.</summary>
public static class Agent
{
    /// <summary>Begins the check, and writes its findings to the folder of the run until the process ends.</summary>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    public static void Start()
    {
        string folder = Environment.GetEnvironmentVariable(HookContract.Folder)!;
        var check = new ProcessCheck(poisons: Environment.GetEnvironmentVariable(HookContract.Poison) != "0");
        ArrayPoolWatch.Open(check);

        // Everything that the writer does is its own: what it rents belongs to nobody.
        var writer = new ReportWriter(check, Path.Combine(folder, Environment.ProcessId.ToString(System.Globalization.CultureInfo.InvariantCulture)));
        writer.Start();

        // The process ends by the one or the other. A process that is killed has what the writer has written until then.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => writer.End();
        AppDomain.CurrentDomain.UnhandledException += (_, _) => writer.End();
    }
}
