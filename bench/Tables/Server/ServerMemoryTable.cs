extern alias ArrayPoolServer;

using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using PooledGen.Bench.Reporting;

namespace PooledGen.Bench.Tables.Server;

/// <summary>The resident memory of samples/RespServer with a million values of 32 bytes, and of the same server with ArrayPool.Shared.</summary>
internal static class ServerMemoryTable
{
    private const int Rounds = 5;
    private const int Values = 1_000_000;
    private const int AtOnce = 1_000;

    public static ResultTable Measure()
    {
        List<double> shared = [], ours = [];
        for (int round = 0; round < Rounds; round++)
        {
            shared.Add(Megabytes("ArrayPool"));
            ours.Add(Megabytes("PooledGen"));
        }

        double sharedMedian = shared.Median(), ourMedian = ours.Median();
        return ResultTable.Of(
            $"resident memory of the process after a full garbage collection, medians of {Rounds} processes in turns",
            $"{Values:n0} values",
            [new("ArrayPool.Shared, MB", "0.0"), new("PooledGen, MB", "0.0"), new("Ratio", "0.00")],
            [new ResultRow("32 B", [sharedMedian, ourMedian, ourMedian / sharedMedian])]);
    }

    /// <summary>A process of this table: fills a server and prints the kilobytes of its resident memory. Linux only.</summary>
    public static async Task Run(string pool)
    {
        var anyPort = new IPEndPoint(IPAddress.Loopback, 0);
        if (pool == "PooledGen")
        {
            await using var ours = new RespServer.Server(anyPort, TimeProvider.System);
            Fill(ours.Address);
        }
        else
        {
            await using var shared = new ArrayPoolServer::RespServer.Server(anyPort, TimeProvider.System);
            Fill(shared.Address);
        }
    }

    private static void Fill(IPEndPoint server)
    {
        using Socket socket = ServerClients.Connect(server);
        byte[] buffer = new byte[64 * 1024];
        string value = new('x', 32);
        for (int first = 0; first < Values; first += AtOnce)
        {
            IEnumerable<string> commands = Enumerable.Range(first, AtOnce).Select(i => $"*3\r\n$3\r\nSET\r\n$11\r\nkey:{i:d7}\r\n$32\r\n{value}\r\n");
            ServerClients.Exchange(socket, Encoding.ASCII.GetBytes(string.Concat(commands)), AtOnce * "+OK\r\n".Length, buffer);
        }

        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);

        // "VmRSS:     27136 kB"
        string line = File.ReadLines("/proc/self/status").First(static line => line.StartsWith("VmRSS:", StringComparison.Ordinal));
        Console.WriteLine(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]);
    }

    private static double Megabytes(string pool)
        => double.Parse(ChildProcess.ReadLines(ChildProcess.Start("values", pool)).Single(), CultureInfo.InvariantCulture) / 1024;
}
