using System.Diagnostics;
using System.Globalization;
using SlowClients;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
return args switch
{
    ["clients", string port, string stalled, string healthy] => await ConnectClients(port, stalled, healthy),
    [string kind, string stalled, string healthy, string seconds]
        when Limit.Kinds.ContainsKey(kind) && IsNumber(stalled) && IsNumber(healthy) && IsNumber(seconds)
        => await Measure(kind, int.Parse(stalled), int.Parse(healthy), TimeSpan.FromSeconds(int.Parse(seconds))),
    [] => await MeasureAll(),
    _ => Refuse(),
};

static bool IsNumber(string argument) => int.TryParse(argument, NumberStyles.None, CultureInfo.InvariantCulture, out _);

static int Refuse()
{
    Console.Error.WriteLine(
        "SlowClients: the arguments are a limit (none, counter, budget, connection), the numbers of stalled and healthy clients, and seconds.");
    return 2;
}

static async Task<int> ConnectClients(string port, string stalled, string healthy)
{
    await Clients.RunAsync(int.Parse(port), int.Parse(stalled), int.Parse(healthy));
    return 0;
}

// Each limit in a process of its own, because the peak of a process never falls.
static async Task<int> MeasureAll()
{
    Console.WriteLine("120 stalled and 20 healthy clients, 8 KB ten times a second for a minute");
    Console.WriteLine();
    Console.WriteLine("| Limit | peak memory | healthy clients still connected | bytes charged at the end |");
    Console.WriteLine("|---|---|---|---|");
    foreach (string kind in Limit.Kinds.Keys)
    {
        using var process = Process.Start(ThisProgram.With(kind, "120", "20", "60"))!;
        await process.WaitForExitAsync();
        if (process.ExitCode != 0)
            return process.ExitCode;
    }

    return 0;
}

static async Task<int> Measure(string kind, int stalled, int healthy, TimeSpan time)
{
    Limit limit = Limit.Kinds[kind]();
    using var server = new Server(limit);
    using Clients clients = Clients.Start(server.Port, stalled, healthy);
    await server.AcceptAsync(stalled + healthy);
    await server.PublishAsync(time);
    int connected = await clients.CountHealthyAsync();
    await server.StopAsync();

    using var process = Process.GetCurrentProcess();
    Console.WriteLine(
        $"| {kind} | {process.PeakWorkingSet64 / (1024 * 1024)} MB | {connected} of {healthy} | {limit.QueuedBytes?.ToString() ?? "not counted"} |");
    return 0;
}
