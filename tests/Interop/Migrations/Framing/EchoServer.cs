using System.Net;
using System.Net.Sockets;

namespace PooledGen.Interop.Tests.Migrations.Framing;

/// <summary>Accepts one connection and sends back what it receives, in pieces of a few bytes where the test wants that.</summary>
internal sealed class EchoServer : IAsyncDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Task _echoing;

    public EchoServer(int piece)
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        _echoing = EchoAsync(piece);
    }

    public async Task<Stream> ConnectAsync()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(_listener.LocalEndPoint!);
        return new NetworkStream(socket, ownsSocket: true);
    }

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        await _echoing;
    }

    private async Task EchoAsync(int piece)
    {
        using Socket connection = await _listener.AcceptAsync();
        connection.NoDelay = true;
        byte[] bytes = new byte[piece];
        while (await connection.ReceiveAsync(bytes) is > 0 and int count)
            await connection.SendAsync(bytes.AsMemory(0, count));
    }
}
