using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace PooledGen.Interop.Tests;

/// <summary>The addresses of a server by protocol.</summary>
internal sealed record ServerAddresses(Uri Http1, Uri Http2, Uri Tls);

/// <summary>A client that asks for much, or sends much, and reads nothing.</summary>
internal sealed class StalledClient : IDisposable
{
    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp)
    {
        ReceiveBufferSize = 4096,
        NoDelay = true,
        SendTimeout = 200,
        ReceiveTimeout = 20_000, // of the handshake
    };

    private SslStream? _tls;

    /// <summary>The kinds of stalled clients: a name, and what such a client sends.</summary>
    public static IReadOnlyDictionary<string, Func<ServerAddresses, StalledClient>> Kinds { get; }
        = new Dictionary<string, Func<ServerAddresses, StalledClient>>
        {
            ["HTTP/1.1 responses"] = static server => Start(server.Http1, Encoding.ASCII.GetBytes("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")),
            ["HTTP/1.1 uploads"] = static server => Start(
                server.Http1, [.. Encoding.ASCII.GetBytes("POST /hold HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n"), .. new byte[400_000]]),
            ["HTTP/2 responses"] = static server => Start(server.Http2, Frames.Requests("GET", "/endless", streams: 20)),
            ["HTTP/2 uploads"] = static server => Start(server.Http2, Frames.Requests("POST", "/hold", streams: 10, body: 40_000)),
            ["TLS responses"] = static server => StartTls(server.Tls, Encoding.ASCII.GetBytes("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")),
            ["WebSockets"] = static server => Start(server.Http1, Upgrade("/socket")),
            ["SignalR"] = static server => Start(
                server.Http1,
                [
                    .. Upgrade("/hub"),
                    .. Text("{\"protocol\":\"json\",\"version\":1}\x1e"),
                    .. Text("{\"type\":4,\"invocationId\":\"1\",\"target\":\"Endless\",\"arguments\":[]}\x1e"),
                ]),
            ["gRPC server streams"] = static server => StartGrpc(server, thousands: 3),
        };

    /// <summary>Begins twenty server streams over one connection.</summary>
    /// <param name="server">The server.</param>
    /// <param name="thousands">The length of a message, in thousands of bytes.</param>
    public static StalledClient StartGrpc(ServerAddresses server, byte thousands)
        => Start(server.Http2, Frames.Requests("POST", "/Calls/ServerStream", streams: 20, grpcMessage: [0, 0, 0, 0, 1, thousands]));

    public void Dispose()
    {
        _tls?.Dispose();
        _socket.Dispose();
    }

    /// <summary>Reads until the server ends the connection.</summary>
    /// <returns>Whether that comes within a time.</returns>
    public async Task<bool> IsAbortedWithinAsync(TimeSpan time)
    {
        using var timeout = new CancellationTokenSource(time);
        byte[] received = new byte[64 * 1024];
        try
        {
            while (await _socket.ReceiveAsync(received, timeout.Token) > 0)
            {
            }

            return true;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private static StalledClient Start(Uri server, byte[] sent)
    {
        var client = new StalledClient();
        client._socket.Connect(IPAddress.Loopback, server.Port);
        client.Send(sent);
        return client;
    }

    private static StalledClient StartTls(Uri server, byte[] sent)
    {
        var client = new StalledClient();
        client._socket.Connect(IPAddress.Loopback, server.Port);
        client._tls = new SslStream(new NetworkStream(client._socket), leaveInnerStreamOpen: false, static (_, _, _, _) => true);
        try
        {
            client._tls.AuthenticateAsClient("localhost");
            client._tls.Write(sent);
        }
        catch (IOException)
        {
            // As in Send.
        }

        return client;
    }

    // A server that does not read lets it wait; one that has too little memory aborts it.
    private void Send(byte[] sent)
    {
        try
        {
            _socket.Send(sent);
        }
        catch (SocketException)
        {
        }
    }

    private static byte[] Upgrade(string path) => Encoding.ASCII.GetBytes(
        $"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n");

    // A frame of a WebSocket whose mask is zero.
    private static byte[] Text(string text) => [0x81, (byte)(0x80 | text.Length), 0, 0, 0, 0, .. Encoding.ASCII.GetBytes(text)];

    private static class Frames
    {
        /// <summary>
        /// The start of an HTTP/2 connection with large windows, and requests whose bodies do not end, but for the one message of a gRPC call.
        /// </summary>
        public static byte[] Requests(string method, string path, int streams, int body = 0, byte[]? grpcMessage = null)
        {
            var sent = new MemoryStream();
            sent.Write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8);
            Write(sent, type: 4, flags: 0, stream: 0, [0, 4, 0x7f, 0xff, 0xff, 0xff]);
            Write(sent, type: 8, flags: 0, stream: 0, [0x7f, 0xff, 0, 0]);
            for (int stream = 1; stream < 2 * streams; stream += 2)
            {
                byte[] headers = Headers(":method", method, ":scheme", "http", ":path", path, ":authority", "x");
                if (grpcMessage is not null)
                    headers = [.. headers, .. Headers("content-type", "application/grpc", "te", "trailers")];

                Write(sent, type: 1, flags: (byte)(method == "GET" ? 5 : 4), stream, headers);
                if (grpcMessage is not null)
                    Write(sent, type: 0, flags: 1, stream, grpcMessage);

                for (int left = body; left > 0; left -= 10_000)
                    Write(sent, type: 0, flags: 0, stream, new byte[Math.Min(left, 10_000)]);
            }

            return sent.ToArray();
        }

        private static void Write(MemoryStream sent, byte type, byte flags, int stream, byte[] payload)
        {
            sent.Write([(byte)(payload.Length >> 16), (byte)(payload.Length >> 8), (byte)payload.Length, type, flags]);
            sent.Write([(byte)(stream >> 24), (byte)(stream >> 16), (byte)(stream >> 8), (byte)stream]);
            sent.Write(payload);
        }

        private static byte[] Headers(params string[] namesAndValues)
        {
            var headers = new MemoryStream();
            foreach (string[] header in namesAndValues.Chunk(2))
            {
                headers.Write([0, (byte)header[0].Length, .. Encoding.ASCII.GetBytes(header[0])]);
                headers.Write([(byte)header[1].Length, .. Encoding.ASCII.GetBytes(header[1])]);
            }

            return headers.ToArray();
        }
    }
}
