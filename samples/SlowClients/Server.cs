using System.Net;
using System.Net.Sockets;

namespace SlowClients;

/// <summary>Sends an update to all its clients ten times a second.</summary>
internal sealed class Server : IDisposable
{
    private const int UpdateLength = 8 * 1024;

    // What the system buffers for a client that does not read is not what this sample is about.
    private const int SendBufferLength = 32 * 1024;

    private static readonly TimeSpan s_period = TimeSpan.FromMilliseconds(100);

    private readonly Socket _listener = new(SocketType.Stream, ProtocolType.Tcp);
    private readonly Limit _limit;
    private readonly List<Connection> _connections = [];
    private readonly List<Task> _sending = [];

    public Server(Limit limit)
    {
        _limit = limit;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(backlog: 512);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

    /// <summary>Waits until a number of clients has connected.</summary>
    public async Task AcceptAsync(int clients)
    {
        while (_connections.Count < clients)
        {
            Socket socket = await _listener.AcceptAsync();
            socket.SendBufferSize = SendBufferLength;
            var connection = new Connection(socket, _limit.Connect());
            _connections.Add(connection);
            _sending.Add(connection.SendAsync());
        }
    }

    /// <summary>Publishes updates for a time.</summary>
    public async Task PublishAsync(TimeSpan time)
    {
        byte[] update = new byte[UpdateLength];
        using var timer = new PeriodicTimer(s_period);
        for (DateTime end = DateTime.UtcNow + time; DateTime.UtcNow < end; await timer.WaitForNextTickAsync())
        {
            Random.Shared.NextBytes(update);
            _connections.RemoveAll(connection => !connection.TryQueue(update));
        }
    }

    /// <summary>Disconnects all clients, and waits until everything is returned that waited for them.</summary>
    public async Task StopAsync()
    {
        foreach (Connection connection in _connections)
            connection.Disconnect();

        await Task.WhenAll(_sending);
    }

    public void Dispose() => _listener.Dispose();
}
