using System.Net;
using System.Net.Sockets;

namespace PooledGen.Diagnostics;

/// <summary>
/// Stands between the operation of one run and its server, on the loopback interface: passes all bytes on, and disturbs one connection at the place of the run.
/// Connections that are made later, such as those of a client that connects again, are not disturbed.
/// </summary>
/// <remarks>
/// Each direction of a connection has a thread that blocks: the proxy passes bytes on also where the thread pool has no thread left, and it rents nothing.
/// </remarks>
internal sealed class ProbeProxy : IDisposable
{
    private const int BufferLength = 16 * 1024;

    // How long the client has to process what came before, so that it waits for the rest when it is cancelled.
    private const int MillisecondsToBeginToWait = 5;

    // How long an answer is held back at most: a client that awaits its read before it returns the array is right.
    private const int MillisecondsToHold = 1_000;

    private readonly EndPoint _server;
    private readonly ProbeRun _run;
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    // Of all connections. Also the lock.
    private readonly List<Socket> _sockets = [];
    private bool _isDisposed;
    private bool _hasDisturbed;

    /// <summary>Begins to listen.</summary>
    /// <param name="server">The server.</param>
    /// <param name="run">The run, which counts the bytes.</param>
    public ProbeProxy(EndPoint server, ProbeRun run)
    {
        _server = server;
        _run = run;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        Start(Accept);
    }

    /// <summary>What the client connects to.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>Closes all connections.</summary>
    public void Dispose()
    {
        Socket[] sockets;
        using (Uninterrupted.Lock(_sockets))
        {
            _isDisposed = true;
            sockets = [.. _sockets];
        }

        _listener.Dispose();
        Reset(sockets);
    }

    // The context of the run does not flow to it.
    private static void Start(Action work) => new Thread(() =>
    {
        try
        {
            work();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The proxy was disposed of.
        }
    })
    {
        IsBackground = true,
        Name = "PoolProbe: proxy",
    }.UnsafeStart();

    // The other side gets an error.
    private static void Reset(params Socket[] sockets)
    {
        foreach (Socket socket in sockets)
        {
            try
            {
                socket.LingerState = new LingerOption(enable: true, seconds: 0);
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // It is closed.
            }

            socket.Dispose();
        }
    }

    private void Accept()
    {
        while (true)
        {
            Socket client = _listener.Accept();
            Start(() => Connect(client));
        }
    }

    private void Connect(Socket client)
    {
        Socket? server = null;
        try
        {
            // A name has addresses of both families.
            server = _server.AddressFamily == AddressFamily.Unspecified
                ? new Socket(SocketType.Stream, ProtocolType.Tcp)
                : new Socket(_server.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
            if (!TryAdd(client, server))
                return;

            server.Connect(_server);
        }
        catch (Exception e) when (e is SocketException or NotSupportedException or NotImplementedException or ArgumentException)
        {
            // The system may lack the family, and an end point of the test's own may do anything.
            _run.Remark = $" The proxy of PoolProbe could not connect to the server {_server}: {e.Message}.";
            Reset(server is null ? [client] : [client, server]);
            return;
        }

        // Otherwise the first bytes before a place might wait for more.
        client.NoDelay = true;
        Start(() => PassAll(client, server, isAnswer: false));
        PassAll(server, client, isAnswer: true);
    }

    private bool TryAdd(Socket client, Socket server)
    {
        using (Uninterrupted.Lock(_sockets))
        {
            if (!_isDisposed)
            {
                _sockets.Add(client);
                _sockets.Add(server);
                return true;
            }
        }

        Reset(client, server);
        return false;
    }

    private void PassAll(Socket from, Socket to, bool isAnswer)
    {
        byte[] buffer = new byte[BufferLength];
        try
        {
            while (from.Receive(buffer) is > 0 and int count)
            {
                int passed = Take(count, isAnswer);
                to.Send(buffer, passed, SocketFlags.None);
                if (passed < count && !Disturb(from, to))
                    return;

                to.Send(buffer, passed, Take(count - passed, isAnswer), SocketFlags.None);
                if (passed < count)
                    _run.EndAnswer();
            }

            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            _run.EndAnswer();
            Reset(from, to);
        }
    }

    // How many of so many bytes may pass. All of them do once the place was reached.
    private int Take(int count, bool isAnswer)
    {
        using (Uninterrupted.Lock(_sockets))
        {
            int room = _hasDisturbed ? count : _run.Mode switch
            {
                PoolProbeMode.Throw => _run.Place - _run.BytesMoved,
                PoolProbeMode.End or PoolProbeMode.Hold when isAnswer => _run.Place - _run.BytesRead,
                _ => count,
            };
            _hasDisturbed |= room < count;
            int passed = Math.Min(count, room);
            _run.CountBytes(read: isAnswer ? passed : 0, written: isAnswer ? 0 : passed);
            return passed;
        }
    }

    // Whether the connection goes on.
    private bool Disturb(Socket from, Socket to)
    {
        switch (_run.Mode)
        {
            case PoolProbeMode.End:
                _run.Reach();
                to.Shutdown(SocketShutdown.Both);
                to.Dispose();
                from.Dispose();
                return false;
            case PoolProbeMode.Throw:
                _run.Reach();
                Reset(from, to);
                return false;
            default:
                // The operation may have ended without the rest.
                if (!_run.Answer.Wait(MillisecondsToBeginToWait))
                {
                    _run.Reach();
                    _run.Answer.Wait(MillisecondsToHold);
                }

                return true;
        }
    }
}
