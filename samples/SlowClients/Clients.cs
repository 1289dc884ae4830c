using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace SlowClients;

/// <summary>Clients in a process of their own: some read all that comes, and some nothing.</summary>
internal sealed class Clients : IDisposable
{
    private readonly Process _process;

    private Clients(Process process) => _process = process;

    /// <summary>Starts the process, which connects.</summary>
    public static Clients Start(int port, int stalled, int healthy)
    {
        ProcessStartInfo start = ThisProgram.With("clients", $"{port}", $"{stalled}", $"{healthy}");
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        return new Clients(Process.Start(start)!);
    }

    /// <summary>Asks how many of the healthy clients are connected still.</summary>
    public async Task<int> CountHealthyAsync()
    {
        _process.StandardInput.Close();
        return int.Parse(await _process.StandardOutput.ReadToEndAsync());
    }

    public void Dispose()
    {
        _process.Kill();
        _process.Dispose();
    }

    /// <summary>What the process does: it connects, reads until its input ends, and prints how many healthy clients are connected still.</summary>
    public static async Task RunAsync(int port, int stalled, int healthy)
    {
        Socket[] stalling = await Task.WhenAll(Enumerable.Range(0, stalled).Select(_ => ConnectAsync(port)));
        Socket[] reading = await Task.WhenAll(Enumerable.Range(0, healthy).Select(_ => ConnectAsync(port)));
        Task[] reads = [.. reading.Select(ReadAsync)];

        await Console.In.ReadToEndAsync();
        Console.WriteLine(reads.Count(static read => !read.IsCompleted));
        foreach (Socket socket in (Socket[])[.. stalling, .. reading])
            socket.Dispose();
    }

    private static async Task<Socket> ConnectAsync(int port)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 32 * 1024 };
        await socket.ConnectAsync(IPAddress.Loopback, port);
        return socket;
    }

    // Ends when the server has disconnected the client.
    private static async Task ReadAsync(Socket socket)
    {
        byte[] received = new byte[16 * 1024];
        try
        {
            while (await socket.ReceiveAsync(received) > 0)
            {
            }
        }
        catch (SocketException)
        {
            // The server had updates left for this client.
        }
    }
}
