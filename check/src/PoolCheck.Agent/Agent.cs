using System.Buffers;
using System.Reflection;
using System.Runtime.CompilerServices;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck;

/// <summary>The check of one process, from before <c>Main</c> to its end. The startup hook calls it.</summary>
public static class Agent
{
    /// <summary>Begins the check, and writes its findings to the folder of the run until the process ends.</summary>
    /// <param name="path">The path of the process's files, without their extension.</param>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    public static void Start(string path)
    {
        // Before the agent loads anything.
        bool seesAllRents = IsFirst();
        string folder = Path.GetDirectoryName(path)!, program = Environment.GetCommandLineArgs()[0];
        Mirror? mirror = Mirror.Of(program);
        bool isExact = Environment.GetEnvironmentVariable(HookContract.Exact) == "1";
        string? whyNotExact = isExact && mirror is null ? MirrorStart.Start(folder, program) : null;
        if (mirror is not null)
        {
            mirror.RestoreBaseDirectory();
            Mirror.LoadGuard();
        }

        IEnumerable<string> testAssemblies = Directory.EnumerateFiles(folder, "*" + HookContract.Announced)
            .SelectMany(static file => File.ReadAllText(file).Split(HookContract.Separator));
        var check = new ProcessCheck(poisons: Environment.GetEnvironmentVariable(HookContract.Poison) != "0", marks: mirror is not null, seesAllRents);

        // The writer first: where it cannot write, the process is left alone.
        var writer = new ReportWriter(check, path, testAssemblies, mirror, whyNotExact);
        writer.Start();
        try
        {
            Warm(check.Poisons);
            ArrayPoolWatch.Open(check);
        }
        catch (NotSupportedException)
        {
            throw new NotSupportedException("Its event sources are off (EventSourceSupport), and the pools announce their rents by one.");
        }

        if (mirror is not null)
            BeginGuard(check, mirror);

        // The process ends by the one or the other. A process that is killed has what the writer has written until then.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => writer.End(isInOrder: true);
        AppDomain.CurrentDomain.UnhandledException += (_, _) => writer.End(isInOrder: false);
    }

    // Whether nobody can have rented yet. Other startup hooks, and what a debugger or a profiler loads, may run before this one.
    private static bool IsFirst()
    {
        var judge = new ArrayJudge([]);
        return !Array.Exists(
            AppDomain.CurrentDomain.GetAssemblies(),
            assembly => judge.IsJudged(assembly)
                && assembly != Assembly.GetEntryAssembly()
                && assembly != typeof(Agent).Assembly
                && assembly.GetName().Name + ".dll" != HookContract.HookFile);
    }

    // A method of its own, because the compiler loads the guard for it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void BeginGuard(ProcessCheck check, Mirror mirror)
    {
        var pools = new WovenPools();
        check.OtherPools = () => pools.Others;
        check.WatchedPools = () => pools.Watched;
        PoolGuard.Pools = pools;
        PoolGuard.PathFinder = mirror.PathToLoad;
        PoolGuard.Handler = check.AddUse;
    }

    // What the check calls is compiled, and the assemblies of the search for types are loaded, before a handler of the program can notice.
    private static void Warm(bool poisons)
    {
        var warming = new ProcessCheck(poisons, marks: false, seesAllRents: true);
        ArrayPoolWatch.Open(warming);
        for (int i = 0; i < 2; i++)
        {
            ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1));
            ArrayPool<Sought>.Shared.Return(ArrayPool<Sought>.Shared.Rent(1));
            ArrayPoolWatch.Look(warming);
        }

        ArrayPoolWatch.Close(warming);
    }

    private readonly struct Sought;
}
