using System.Diagnostics;
using System.Globalization;
using System.Net;
using PooledGen.Bench.Kestrel;
using PooledGen.Interop.Tests;

// Kestrel stalled [RUNS [CLIENTS]]: healthy clients beside 200 clients, or another number, that read nothing.
// Kestrel requests [RUNS]: the speed of requests.
// Kestrel burst [RUNS]: the memory after a burst.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
int runs = args.Length > 1 && int.TryParse(args[1], out int number) ? number : 1;
int stalledClients = args.Length > 2 ? int.Parse(args[2]) : 200;
switch (args)
{
    case ["server", string kind]:
        await ServerProcess.RunAsync(kind);
        return 0;
    case ["stalled", ..]:
        await MeasureStalled(runs, stalledClients);
        return 0;
    case ["requests", ..]:
        await MeasureRequests(runs);
        return 0;
    case ["burst", ..]:
        await MeasureBurst(runs);
        return 0;
    default:
        Console.Error.WriteLine("usage: Kestrel stalled [RUNS [CLIENTS]] | requests [RUNS] | burst [RUNS]");
        return 1;
}

static async Task MeasureStalled(int runs, int stalledClients)
{
    (string Name, Func<ServerAddresses, HealthyClients> Healthy, int Stalled, Func<ServerAddresses, StalledClient> Stall)[] shapes =
    [
        ("gRPC streams, 3,000 B", static s => new(20, HealthyClients.Streams(s, calls: 1, 3)), stalledClients, static s => StalledClient.StartGrpc(s, 3)),
        ("gRPC streams, 8,000 B", static s => new(20, HealthyClients.Streams(s, calls: 1, 8)), stalledClients, static s => StalledClient.StartGrpc(s, 8)),
        ("100 calls on one channel, nobody stalled", static s => new(1, HealthyClients.Streams(s, calls: 100, 3)), 0, null!),
        ("100 calls on one channel", static s => new(1, HealthyClients.Streams(s, calls: 100, 3)), stalledClients, static s => StalledClient.StartGrpc(s, 3)),
        (
            "HTTP/2 uploads",
            static s => new(20, HealthyClients.Uploads(s.Http2, HttpVersion.Version20, 100_000, 100)),
            stalledClients,
            StalledClient.Kinds["HTTP/2 uploads"]),
        ("SignalR", static s => new(20, HealthyClients.Hub(s.Http1)), stalledClients, StalledClient.Kinds["SignalR"]),
    ];
    Console.WriteLine(
        "| Shape | Server | Healthy with an error | Served: beside, after | Aborted | Peak resident, MB | Peak charged, MB | Nothing in use after, s |");
    Console.WriteLine("|---|---|--:|--:|--:|--:|--:|--:|");
    foreach (var shape in shapes)
    {
        for (int run = 0; run < runs; run++)
        {
            foreach (string kind in (string[])["Kestrel", "PooledGen, limit"])
            {
                using var server = new RunningServer(kind);
                HealthyClients healthy = shape.Healthy(server.Addresses);
                await Task.Delay(2000);
                List<StalledClient> stalled = [];
                for (int i = 0; i < shape.Stalled; i++)
                    stalled.Add(shape.Stall(server.Addresses));

                await Task.Delay(8000);
                int beside = healthy.ServedLately;
                stalled.ForEach(static client => client.Dispose());
                await Task.Delay(3000);
                int after = healthy.ServedLately, errors = healthy.Errors;
                await healthy.DisposeAsync();
                var emptying = Stopwatch.StartNew();
                while (server.Read() is { } held && held.InUse + held.Charged > 0 && emptying.Elapsed < TimeSpan.FromSeconds(30))
                    await Task.Delay(100);

                Figures figures = server.Read();
                Console.WriteLine(
                    $"| {shape.Name} | {kind} | {errors} of {healthy.Count} | {beside}, {after} | {figures.Shed} | {figures.PeakResident >> 20} | "
                    + $"{figures.PeakCharged / 1e6:0.0} | {emptying.Elapsed.TotalSeconds:0.0} |");
            }
        }
    }
}

static async Task MeasureRequests(int runs)
{
    Console.WriteLine("| Server | Requests a second | Server's CPU, µs a request | Allocated, B a request | Median, µs | p99, µs |");
    Console.WriteLine("|---|--:|--:|--:|--:|--:|");
    for (int run = 0; run < runs; run++)
    {
        foreach (string kind in ServerProcess.Kinds)
        {
            using var server = new RunningServer(kind);
            var healthy = new HealthyClients(32, HealthyClients.Uploads(server.Addresses.Http1, HttpVersion.Version11, 10_000, 0));
            await Task.Delay(2000);
            healthy.Times.Clear();
            long served = healthy.Served;
            Figures before = server.Read();
            await Task.Delay(6000);
            served = healthy.Served - served;
            Figures after = server.Read();
            double[] times = [.. healthy.Times.Order()];
            await healthy.DisposeAsync();
            Console.WriteLine(
                $"| {kind} | {served / 6:#,0} | {(double)(after.Processor - before.Processor) / served:0.0} | "
                + $"{(after.Allocated - before.Allocated) / served:#,0} | {times[times.Length / 2]:#,0} | {times[times.Length * 99 / 100]:#,0} |");
        }
    }
}

// A burst of uploads that the application does not read, below the limit. Then the clients leave, and the server has nothing to do.
static async Task MeasureBurst(int runs)
{
    Console.WriteLine("| Server | Before, MB | At the burst, MB | 1 s after, MB | 60 s after, MB |");
    Console.WriteLine("|---|--:|--:|--:|--:|");
    for (int run = 0; run < runs; run++)
    {
        foreach (string kind in ServerProcess.Kinds)
        {
            using var server = new RunningServer(kind);
            long before = server.Read().Resident;
            List<StalledClient> stalled = [];
            for (int i = 0; i < 30; i++)
                stalled.Add(StalledClient.Kinds["HTTP/1.1 uploads"](server.Addresses));

            await Task.Delay(1000);
            long peak = server.Read().Resident;
            stalled.ForEach(static client => client.Dispose());
            await Task.Delay(1000);
            long after = server.Read().Resident;
            await Task.Delay(60_000);
            long idle = server.Read().Resident;
            Console.WriteLine($"| {kind} | {before >> 20} | {peak >> 20} | {after >> 20} | {idle >> 20} |");
        }
    }
}
