using System.Buffers;
using System.Net;
using System.Net.Sockets;

namespace PooledGen.Probes.Tests;

/// <summary>Clients that open their own connection, with mistakes that their own tests would not show, and the same without them.</summary>
internal static class ProxySubjects
{
    /// <summary>The length of the server's answer.</summary>
    public const int Length = 10;

    /// <summary>Returns the array when it is cancelled, while its read is still under way, and closes its connection.</summary>
    public static async Task WrongClientAsync(IPEndPoint endPoint, bool continueOnCapturedContext, CancellationToken token)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(endPoint, token).ConfigureAwait(continueOnCapturedContext);
        NetworkStream stream = client.GetStream();
        await stream.WriteAsync("get\n"u8.ToArray(), token).ConfigureAwait(continueOnCapturedContext);
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            for (int read = 0, count; read < Length; read += count)
            {
                Task<int> reading = stream.ReadAsync(array.AsMemory(read, Length - read), CancellationToken.None).AsTask();
                count = await reading.WaitAsync(token).ConfigureAwait(continueOnCapturedContext);
                if (count == 0)
                    throw new EndOfStreamException();
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>Returns the array after its read, which the token ends.</summary>
    public static async Task RightClientAsync(IPEndPoint endPoint, CancellationToken token)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(endPoint, token);
        await client.GetStream().WriteAsync("get\n"u8.ToArray(), token);
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            await client.GetStream().ReadExactlyAsync(array.AsMemory(0, Length), token);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>Returns the array after its read, which only the answer ends.</summary>
    public static async Task RightClientThatAwaitsItsReadAsync(IPEndPoint endPoint, CancellationToken token)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(endPoint, token);
        await client.GetStream().WriteAsync("get\n"u8.ToArray(), token);
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        Task reading = client.GetStream().ReadExactlyAsync(array, 0, Length, CancellationToken.None).AsTask();
        try
        {
            await reading.WaitAsync(token);
        }
        finally
        {
            await reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>Loses its array if the connection ends in the middle of the answer.</summary>
    public static async Task ClientThatLosesItsArrayAsync(IPEndPoint endPoint, CancellationToken token)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(endPoint, token);
        await client.GetStream().WriteAsync("get\n"u8.ToArray(), token);
        byte[] array = ArrayPool<byte>.Shared.Rent(Length);
        try
        {
            await client.GetStream().ReadExactlyAsync(array.AsMemory(0, Length), token);
        }
        catch (OperationCanceledException)
        {
            ArrayPool<byte>.Shared.Return(array);
            throw;
        }

        ArrayPool<byte>.Shared.Return(array);
    }

    /// <summary>Connects again if the connection is lost, once.</summary>
    public static async Task RightClientThatConnectsAgainAsync(IPEndPoint endPoint, CancellationToken token)
    {
        try
        {
            await RightClientAsync(endPoint, token);
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            await RightClientAsync(endPoint, token);
        }
    }

    /// <summary>Downloads a file, and returns the array when it is cancelled, while the response still reads into it.</summary>
    public static async Task<int> WrongDownloadAsync(HttpClient client, Uri file, CancellationToken token)
    {
        using HttpResponseMessage response = await client.GetAsync(file, HttpCompletionOption.ResponseHeadersRead, token);
        Stream stream = await response.Content.ReadAsStreamAsync(token);
        byte[] array = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            int length = 0, count;
            while ((count = await stream.ReadAsync(array, CancellationToken.None).AsTask().WaitAsync(token)) > 0)
                length += count;

            return length;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>The same, and gives the token to the read.</summary>
    public static async Task<int> RightDownloadAsync(HttpClient client, Uri file, CancellationToken token)
    {
        using HttpResponseMessage response = await client.GetAsync(file, HttpCompletionOption.ResponseHeadersRead, token);
        Stream stream = await response.Content.ReadAsStreamAsync(token);
        byte[] array = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            int length = 0, count;
            while ((count = await stream.ReadAsync(array, token)) > 0)
                length += count;

            return length;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }
}

/// <summary>Answers each request, which ends with an empty line or is one line, with the same bytes.</summary>
internal sealed class LoopbackServer : IDisposable
{
    private readonly Socket _listener;
    private readonly byte[] _answer;
    private int _open;

    public LoopbackServer(byte[] answer, EndPoint? endPoint = null)
    {
        endPoint ??= new IPEndPoint(IPAddress.Loopback, 0);
        _answer = answer;
        _listener = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
        _listener.Bind(endPoint);
        _listener.Listen();
        EndPoint = _listener.LocalEndPoint!;
        _ = AcceptAsync();
    }

    public EndPoint EndPoint { get; }

    /// <summary>How many connections are open.</summary>
    public int Open => Volatile.Read(ref _open);

    /// <summary>What the server does before it answers; nothing by default.</summary>
    public Func<Socket, Task> BeforeTheAnswer { get; init; } = static _ => Task.CompletedTask;

    /// <summary>An answer of HTTP.</summary>
    public static byte[] HttpAnswer(int length)
        => [.. System.Text.Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n"), .. new byte[length]];

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = ServeAsync(await _listener.AcceptAsync());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The end of the test.
        }
    }

    private async Task ServeAsync(Socket client)
    {
        Interlocked.Increment(ref _open);
        try
        {
            using (client)
            {
                byte[] buffer = new byte[4096];
                int length = 0;
                while (await client.ReceiveAsync(buffer.AsMemory(length)) is > 0 and int count)
                {
                    length += count;
                    if (buffer[length - 1] != '\n' || (buffer[0] == 'G' && !buffer.AsSpan(0, length).EndsWith("\r\n\r\n"u8)))
                        continue;

                    length = 0;
                    await BeforeTheAnswer(client);
                    await client.SendAsync(_answer);
                }
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The client is gone.
        }
        finally
        {
            Interlocked.Decrement(ref _open);
        }
    }
}
