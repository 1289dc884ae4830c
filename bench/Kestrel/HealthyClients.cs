using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.WebSockets;
using System.Text;
using Grpc.Core;
using Grpc.Net.Client;
using PooledGen.Interop.Tests;

namespace PooledGen.Bench.Kestrel;

/// <summary>Clients that read all that they ask for, each over its own connection, until their first error.</summary>
internal sealed class HealthyClients : IAsyncDisposable
{
    private readonly CancellationTokenSource _end = new();
    private readonly Task _running;
    private readonly long[] _served;
    private readonly long[] _last;
    private int _errors;

    /// <param name="count">How many there are.</param>
    /// <param name="run">What one does. It calls the action after each answer.</param>
    public HealthyClients(int count, Func<Action, CancellationToken, Task> run)
    {
        _served = new long[count];
        _last = new long[count];
        _running = Task.WhenAll(Enumerable.Range(0, count).Select(id => Task.Run(() => RunAsync(id, run))));
    }

    public int Count => _served.Length;

    public int Errors => _errors;

    public long Served => _served.Sum();

    /// <summary>The times from one answer to the next, of requests only: in microseconds.</summary>
    public ConcurrentQueue<double> Times { get; } = [];

    /// <summary>How many got an answer in the last two seconds.</summary>
    public int ServedLately => _last.Count(static last => Environment.TickCount64 - last < 2000);

    public static Func<Action, CancellationToken, Task> Streams(ServerAddresses server, int calls, byte thousands) => async (count, token) =>
    {
        using var channel = GrpcChannel.ForAddress(server.Http2);
        CallInvoker invoker = channel.CreateCallInvoker();
        await Task.WhenAll(Enumerable.Range(0, calls).Select(async _ =>
        {
            using AsyncServerStreamingCall<byte[]> call = invoker.AsyncServerStreamingCall(
                GrpcCalls.ServerStreamMethod, null, new(cancellationToken: token), [thousands]);
            await foreach (byte[] message in call.ResponseStream.ReadAllAsync(token))
                count();
        }));
    };

    public static Func<Action, CancellationToken, Task> Uploads(Uri server, Version version, int length, int pause) => async (count, token) =>
    {
        using var client = new HttpClient
        {
            DefaultRequestVersion = version,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Timeout = TimeSpan.FromSeconds(20),
        };
        byte[] body = new byte[length];
        while (true)
        {
            using HttpResponseMessage response = await client.PostAsync(new Uri(server, "/echo"), new ByteArrayContent(body), token);
            if ((await response.Content.ReadAsByteArrayAsync(token)).Length != length)
                throw new InvalidDataException("The echo is shorter.");

            count();
            if (pause > 0)
                await Task.Delay(pause, token);
        }
    };

    public static Func<Action, CancellationToken, Task> Hub(Uri server) => async (count, token) =>
    {
        using var socket = new ClientWebSocket();
        await socket.ConnectAsync(new UriBuilder(server) { Scheme = "ws", Path = "/hub" }.Uri, token);
        string[] messages =
        [
            "{\"protocol\":\"json\",\"version\":1}\x1e",
            "{\"type\":4,\"invocationId\":\"1\",\"target\":\"Endless\",\"arguments\":[]}\x1e",
        ];
        foreach (string message in messages)
            await socket.SendAsync(Encoding.ASCII.GetBytes(message), WebSocketMessageType.Text, endOfMessage: true, token);

        byte[] received = new byte[64 * 1024];
        while ((await socket.ReceiveAsync(received.AsMemory(), token)).Count > 0)
            count();
    };

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _running;
        _end.Dispose();
    }

    private async Task RunAsync(int id, Func<Action, CancellationToken, Task> run)
    {
        long before = Stopwatch.GetTimestamp();
        try
        {
            await run(
                () =>
                {
                    Interlocked.Increment(ref _served[id]);
                    _last[id] = Environment.TickCount64;
                    Times.Enqueue(Stopwatch.GetElapsedTime(before).TotalMicroseconds);
                    before = Stopwatch.GetTimestamp();
                },
                _end.Token);
        }
        catch (Exception) when (_end.IsCancellationRequested)
        {
            // The end.
        }
        catch (Exception)
        {
            Interlocked.Increment(ref _errors);
        }
    }
}
