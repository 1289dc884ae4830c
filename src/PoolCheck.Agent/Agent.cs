namespace PooledGen.PoolCheck;

/// <summary>The check of one process, from before <c>Main</c> to its end. The startup hook calls it.</summary>
public static class Agent
{
    /// <summary>Begins the check, and writes its findings to the folder of the run until the process ends.</summary>
    /// <param name="path">The path of the process's files, without their extension.</param>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    public static void Start(string path)
    {
        IEnumerable<string> testAssemblies = Directory.EnumerateFiles(Path.GetDirectoryName(path)!, "*" + HookContract.Announced)
            .SelectMany(static file => File.ReadAllText(file).Split(HookContract.Separator));
        var check = new ProcessCheck(poisons: Environment.GetEnvironmentVariable(HookContract.Poison) != "0");

        // The writer first: where it cannot write, the process is left alone.
        var writer = new ReportWriter(check, path, testAssemblies);
        writer.Start();
        try
        {
            ArrayPoolWatch.Open(check);
        }
        catch (NotSupportedException)
        {
            throw new NotSupportedException("Its event sources are off (EventSourceSupport), and the pools announce their rents by one.");
        }


        // The process ends by the one or the other. A process that is killed has what the writer has written until then.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => writer.End(isInOrder: true);
        AppDomain.CurrentDomain.UnhandledException += (_, _) => writer.End(isInOrder: false);
    }
}
