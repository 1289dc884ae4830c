using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace PooledGen.Bench.Tables.Server;

/// <summary>What clients ask of a server: each sends some equal commands at once, waits for all replies, and goes on.</summary>
internal sealed record ServerLoad(string Name, bool Sets, int Length, int AtOnce, int Clients);

/// <summary>The mean of one command: its time as a client sees it, divided among clients that run at once, and the bytes that the process allocates.</summary>
internal readonly record struct ServerSample(double Microseconds, double Bytes);

/// <summary>The clients of one server, connected.</summary>
internal sealed class ServerClients : IDisposable
{
    private readonly (Socket Socket, byte[] Buffer)[] _clients;
    private readonly byte[] _commands;
    private readonly int _replyLength;

    public ServerClients(ServerLoad load, IPEndPoint server)
    {
        string value = new('x', load.Length);
        string set = $"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n${load.Length}\r\n{value}\r\n";
        string command = load.Sets ? set : "*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n";
        string reply = load.Sets ? "+OK\r\n" : $"${load.Length}\r\n{value}\r\n";
        _commands = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat(command, load.AtOnce)));
        _replyLength = reply.Length * load.AtOnce;
        CommandsOfABatch = load.AtOnce * load.Clients;
        _clients = [.. Enumerable.Range(0, load.Clients).Select(_ => (Connect(server), new byte[64 * 1024]))];
        Exchange(_clients[0].Socket, Encoding.ASCII.GetBytes(set), "+OK\r\n".Length, _clients[0].Buffer);
    }

    public int CommandsOfABatch { get; }

    public static Socket Connect(IPEndPoint server)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(server);
        return socket;
    }

    /// <summary>Sends commands and reads the bytes of the replies.</summary>
    public static void Exchange(Socket socket, byte[] commands, int replyLength, byte[] buffer)
    {
        for (int sent = 0; sent < commands.Length;)
            sent += socket.Send(commands.AsSpan(sent));

        while (replyLength > 0)
            replyLength -= socket.Receive(buffer);
    }

    /// <summary>Lets each client send so many batches of commands.</summary>
    public ServerSample Run(int batches)
    {
        Thread[] threads =
        [
            .. _clients.Select(client => new Thread(() =>
            {
                for (int i = 0; i < batches; i++)
                    Exchange(client.Socket, _commands, _replyLength, client.Buffer);
            })),
        ];
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        long start = Stopwatch.GetTimestamp();
        foreach (Thread thread in threads)
            thread.Start();

        foreach (Thread thread in threads)
            thread.Join();

        double commands = (double)batches * CommandsOfABatch;
        double microseconds = Stopwatch.GetElapsedTime(start).TotalMicroseconds / commands;
        return new ServerSample(microseconds, (GC.GetTotalAllocatedBytes(precise: true) - bytes) / commands);
    }

    public void Dispose()
    {
        foreach ((Socket socket, _) in _clients)
            socket.Dispose();
    }
}
