extern alias ArrayPoolServer;

using System.Net;
using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.Server;

/// <summary>samples/RespServer, and the same server with ArrayPool.Shared: a command and its reply over a socket, the servers in turns.</summary>
internal static class ServerTable
{
    private const int Rounds = 31;
    private const double MicrosecondsOfARound = 100_000;

    private static readonly ServerLoad[] s_loads =
    [
        new("GET, 32 B", Sets: false, Length: 32, AtOnce: 1, Clients: 1),
        new("GET, 32 B, 16 at once", Sets: false, Length: 32, AtOnce: 16, Clients: 1),
        new("SET, 32 B, 16 at once", Sets: true, Length: 32, AtOnce: 16, Clients: 1),
        new("GET, 10 KB, 16 at once", Sets: false, Length: 10_000, AtOnce: 16, Clients: 1),
        new("SET, 10 KB, 16 at once", Sets: true, Length: 10_000, AtOnce: 16, Clients: 1),
        new("GET, 10 KB, 16 at once, 8 clients", Sets: false, Length: 10_000, AtOnce: 16, Clients: 8),
        new("GET, 100 KB", Sets: false, Length: 100_000, AtOnce: 1, Clients: 1),
        new("SET, 100 KB", Sets: true, Length: 100_000, AtOnce: 1, Clients: 1),
        new("GET, 100 KB, 8 clients", Sets: false, Length: 100_000, AtOnce: 1, Clients: 8),
    ];

    public static async Task<ResultTable> Measure()
    {
        var anyPort = new IPEndPoint(IPAddress.Loopback, 0);
        await using var shared = new ArrayPoolServer::RespServer.Server(anyPort, TimeProvider.System);
        await using var ours = new RespServer.Server(anyPort, TimeProvider.System);
        return ResultTable.Of(
            $"means of a round, medians of {Rounds} rounds in turns",
            "Commands",
            [
                new("ArrayPool.Shared, µs", "0.00"), new("PooledGen, µs", "0.00"), new("Ratio", "0.00"),
                new("ArrayPool.Shared, B", "0"), new("PooledGen, B", "0"),
            ],
            [.. s_loads.Select(load => Row(load, shared.Address, ours.Address))]);
    }

    private static ResultRow Row(ServerLoad load, IPEndPoint shared, IPEndPoint ours)
    {
        using var sharedClients = new ServerClients(load, shared);
        using var ourClients = new ServerClients(load, ours);
        int batches = WarmUp(sharedClients, ourClients);
        List<ServerSample> sharedSamples = [], ourSamples = [];
        for (int round = 0; round < Rounds; round++)
        {
            sharedSamples.Add(sharedClients.Run(batches));
            ourSamples.Add(ourClients.Run(batches));
        }

        // The ratio of each round, because a change of the machine's speed meets both servers of a round.
        return new ResultRow(
            load.Name,
            [
                sharedSamples.ConvertAll(static sample => sample.Microseconds).Median(),
                ourSamples.ConvertAll(static sample => sample.Microseconds).Median(),
                ourSamples.Zip(sharedSamples, static (ours, shared) => ours.Microseconds / shared.Microseconds).ToArray().Median(),
                sharedSamples.ConvertAll(static sample => sample.Bytes).Median(),
                ourSamples.ConvertAll(static sample => sample.Bytes).Median(),
            ]);
    }

    // Until the JIT has optimised both.
    private static int WarmUp(ServerClients shared, ServerClients ours)
    {
        int batches = 200;
        for (int pass = 0; pass < 5; pass++)
        {
            double microseconds = shared.Run(batches).Microseconds + ours.Run(batches).Microseconds;
            batches = (int)Math.Max(10, MicrosecondsOfARound / (microseconds / 2 * shared.CommandsOfABatch));
            Thread.Sleep(200);
        }

        return batches;
    }
}
