using System.Net;
using System.Net.Sockets;

namespace RespServer;

/// <summary>Listens, and serves each client at the same time as the others. After its end no connection is open and nothing is rented.</summary>
public sealed class Server : IAsyncDisposable
{
    private readonly TcpListener _listener;
    private readonly TimeProvider _time;
    private readonly Store _store;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _serving;

    /// <exception cref="SocketException">The address is taken, or it is not of this machine.</exception>
    public Server(IPEndPoint address, TimeProvider time)
    {
        _listener = new TcpListener(address);
        _listener.Start();
        _time = time;
        _store = new Store(time);
        _serving = ServeAll();
    }

    /// <summary>With the port that the system has chosen, if the server was to listen to any free one.</summary>
    public IPEndPoint Address => (IPEndPoint)_listener.LocalEndpoint;

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        using (_listener)
        using (_store)
            await _serving;
    }

    private async Task ServeAll()
    {
        var connections = new List<Task>();
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                Socket socket = await _listener.AcceptSocketAsync(_stop.Token);

                // Only before the list grows, so that the search costs little however many connections there are.
                if (connections.Count == connections.Capacity)
                    connections.RemoveAll(static connection => connection.IsCompletedSuccessfully);

                connections.Add(Task.Run(() => new Connection(socket, _store).Serve(_stop.Token)));
            }
            catch (SocketException)
            {
                // The client is gone already, or the process has too many files open. Later there may be fewer.
                await Task.Delay(TimeSpan.FromMilliseconds(100), _time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            catch (OperationCanceledException)
            {
                // The server stops.
            }
        }

        await Task.WhenAll(connections);
    }
}
