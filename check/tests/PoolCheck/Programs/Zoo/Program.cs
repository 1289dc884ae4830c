using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using PooledGen.Diagnostics;
using PooledGen.Tests;
using Zoo;

// Every way in which a process ends, and what may happen before.
switch (args[0])
{
    case "return":
        Decoder.MakeEveryMistake();
        break;

    case "exit":
        Decoder.MakeEveryMistake();
        Environment.Exit(3);
        break;

    case "crash":
        Decoder.MakeEveryMistake();
        throw new InvalidOperationException("A crash that was asked for.");

    case "kill":
        Decoder.MakeEveryMistake();

        Server.UntilWritten(times: 2);
        Process.GetCurrentProcess().Kill();
        break;

    case "right":
        Decoder.RentInOrder();
        break;

    case "two":
        using (Process other = Process.Start(Environment.ProcessPath!, [Assembly.GetExecutingAssembly().Location, "return"]))
        {
            Decoder.Lose();
            other.WaitForExit();
        }

        break;

    case "plugin":
        WeakReference plugin = RunPlugin();
        GC.KeepAlive(plugin);
        break;

    // A mistake, and time in which the agent writes it and the tool reads it.
    case "wait":
        Decoder.ReturnTwice();
        Server.UntilWritten(times: 2);
        Thread.Sleep(1000);
        break;

    // Returns in a "finally", and is ended in the middle by a signal or by another thread.
    case "serve":
        Server.Run(loses: false);
        break;

    case "serve and lose":
        Server.Run(loses: true);
        break;

    case "lose the last":
        Server.LoseTheLast();
        break;

    case "exit in the middle":
        new Thread(static () =>
        {
            Thread.Sleep(1500);
            Environment.Exit(0);
        }).Start();
        Server.Run(loses: false);
        break;

    // One mistake a thousand times, and how many lines the agent wrote.
    case "often":
        for (int i = 0; i < 1000; i++)
        {
            Decoder.ReturnTwice();
            Thread.Sleep(2);
        }

        Console.WriteLine($"{File.ReadLines(Server.AgentFile(".jsonl")).Count()} lines");
        break;

    case "busy":
        Busy.WriteLate(turns: 1);
        break;

    case "busy again":
        Busy.WriteLate(turns: 2);
        break;

    // A folder stands where the agent writes what is out.
    case "no room":
        Directory.CreateDirectory(Server.AgentFile(".jsonl").Replace(".jsonl", ".open.json.next", StringComparison.Ordinal));
        Decoder.Lose();
        break;

    // As if it had read an array after its return.
    case "fail":
        Decoder.RentInOrder();
        return 9;

    // The memory has a limit, and runs out while arrays are rented and returned.
    case "scarce":
        Storms.RentWhereMemoryRunsOut();
        break;

    case "interrupted":
        Storms.RentWhileInterrupted();
        break;

    // The process becomes another one, with the same id.
    case "again":
        Decoder.MakeEveryMistake();
        Server.UntilWritten(times: 2);
        Successor.Begin(Environment.ProcessPath!, Assembly.GetExecutingAssembly().Location, "right");
        break;

    // Handlers that rent, also inside of the check.
    case "handlers":
        Handlers.RentInEach();
        break;

    case "unhandled":
        Handlers.RentInTheLastOne();
        throw new InvalidOperationException("A crash that was asked for.");

    case "foreign":
        Handlers.ReturnWithoutRent();
        break;

    case "zeros":
        return Handlers.TakeArraysForZeros();

    // What a test starts.
    case "signals":
        foreach (string name in (string[])["HUP", "INT", "QUIT"])
        {
            using Process child = ChildProcess.Start(new ProcessStartInfo("sh", ["-c", $"kill -{name} $$; exit 0"]));
            Console.WriteLine(child.EndAsync().GetAwaiter().GetResult().ExitCode);
        }

        break;

    case "own check":
        Decoder.RentInOrder();
        try
        {
            using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { FindsLateWrites = true, Assemblies = [typeof(Decoder).Assembly] });
            Decoder.Lose();
            Decoder.ReturnTwice();
        }
        catch (ArrayPoolMisuseException e)
        {
            Console.WriteLine($"own: {string.Join(", ", e.Findings.Select(static finding => finding.Kind))}");
        }

        break;
}

return 0;

[MethodImpl(MethodImplOptions.NoInlining)]
static WeakReference RunPlugin()
{
    var context = new AssemblyLoadContext("plugin", isCollectible: true);
    Assembly library = context.LoadFromAssemblyPath(typeof(Decoder).Assembly.Location);
    library.GetType(typeof(Decoder).FullName!)!.GetMethod(nameof(Decoder.MakeEveryMistake))!.Invoke(null, null);
    context.Unload();
    return new WeakReference(context);
}
