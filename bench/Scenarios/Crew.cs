namespace PooledGen.Bench.Scenarios;

/// <summary>Sixteen tasks on as many threads of the thread pool, all doing the same; now and then one lets the others go on.</summary>
internal static class Crew
{
    private const int Tasks = 16;
    private const int Turns = 400;
    private const int CallsPerTurn = 64;

    public const int Operations = Tasks * Turns * CallsPerTurn;

    // Without it the pool starts with one thread a core and adds others slowly.
    static Crew() => ThreadPool.SetMinThreads(Math.Max(Tasks + 1, Environment.ProcessorCount), completionPortThreads: 1);

    public static void Run(Action<int> operation, int argument)
    {
        // All wait for the last: otherwise the first would be done before there are more threads than cores.
        using var start = new Barrier(Tasks);
        var tasks = new Task[Tasks];
        for (int i = 0; i < Tasks; i++)
        {
            tasks[i] = Task.Run(() =>
            {
                start.SignalAndWait();
                for (int turn = 0; turn < Turns; turn++)
                {
                    CallLoop.Run(operation, argument, CallsPerTurn);
                    Thread.Yield();
                }
            });
        }

        Task.WaitAll(tasks);
    }
}
