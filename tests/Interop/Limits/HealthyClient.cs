using System.Net;
using System.Net.WebSockets;
using Grpc.Core;
using Grpc.Net.Client;

namespace PooledGen.Interop.Tests;

/// <summary>A client that reads what it asks for, over and over, until its first error.</summary>
internal sealed class HealthyClient
{
    private int _served;

    /// <summary>The kinds of healthy clients. Each has one connection.</summary>
    public static IReadOnlyList<Func<ServerAddresses, HealthyClient, CancellationToken, Task>> Kinds { get; } =
    [
        static (server, client, token) => client.AskAsync(server.Http1, HttpVersion.Version11, token),
        static (server, client, token) => client.AskAsync(server.Http2, HttpVersion.Version20, token),
        static (server, client, token) => client.AskAsync(server.Tls, HttpVersion.Version20, token),
        static (server, client, token) => client.ReadSocketAsync(server.Http1, token),
        static (server, client, token) => client.CallAsync(server.Http2, calls: 5, token),
    ];

    public int Served => Volatile.Read(ref _served);

    /// <summary>The error that ended it; null if there is none.</summary>
    public Exception? Error { get; private set; }

    public async Task RunAsync(Func<ServerAddresses, HealthyClient, CancellationToken, Task> run, ServerAddresses server, CancellationToken token)
    {
        try
        {
            await run(server, this, token);
        }
        catch (Exception exception)
        {
            if (!token.IsCancellationRequested)
                Error = exception;
        }
    }

    /// <summary>Makes calls of all four kinds over one connection.</summary>
    public async Task CallAsync(Uri server, int calls, CancellationToken token)
    {
        using var channel = GrpcChannel.ForAddress(server);
        CallInvoker invoker = channel.CreateCallInvoker();
        var options = new CallOptions(cancellationToken: token);
        await Task.WhenAll(Enumerable.Range(0, calls).Select(_ => ReadStreamAsync(invoker, options)).Append(CallInTurnAsync(invoker, options)));
    }

    private async Task ReadStreamAsync(CallInvoker invoker, CallOptions options)
    {
        using AsyncServerStreamingCall<byte[]> call = invoker.AsyncServerStreamingCall(GrpcCalls.ServerStreamMethod, null, options, [3]);
        await foreach (byte[] message in call.ResponseStream.ReadAllAsync(options.CancellationToken))
            Count(message.Length == 3000);
    }

    private async Task CallInTurnAsync(CallInvoker invoker, CallOptions options)
    {
        byte[] message = new byte[3000];
        while (true)
        {
            Count((await invoker.AsyncUnaryCall(GrpcCalls.UnaryMethod, null, options, message)).Length == 3000);

            using AsyncClientStreamingCall<byte[], byte[]> sending = invoker.AsyncClientStreamingCall(GrpcCalls.ClientStreamMethod, null, options);
            for (int i = 0; i < 3; i++)
                await sending.RequestStream.WriteAsync(message);

            await sending.RequestStream.CompleteAsync();
            Count(BitConverter.ToInt32(await sending.ResponseAsync) == 9000);

            using AsyncDuplexStreamingCall<byte[], byte[]> talking = invoker.AsyncDuplexStreamingCall(GrpcCalls.DuplexMethod, null, options);
            for (int i = 0; i < 3; i++)
            {
                await talking.RequestStream.WriteAsync(message);
                Count(await talking.ResponseStream.MoveNext(options.CancellationToken) && talking.ResponseStream.Current.Length == 3000);
            }

            await talking.RequestStream.CompleteAsync();
            await Task.Delay(20, options.CancellationToken);
        }
    }

    private async Task AskAsync(Uri server, Version version, CancellationToken token)
    {
        using var handler = new SocketsHttpHandler { SslOptions = { RemoteCertificateValidationCallback = static (_, _, _, _) => true } };
        using var client = new HttpClient(handler)
        {
            DefaultRequestVersion = version,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Timeout = TimeSpan.FromSeconds(20),
        };
        while (true)
        {
            Count(await client.GetStringAsync(server, token) == "served");
            using HttpResponseMessage echo = await client.PostAsync(new Uri(server, "/echo"), new ByteArrayContent(new byte[20_000]), token);
            Count((await echo.Content.ReadAsByteArrayAsync(token)).Length == 20_000);
            await Task.Delay(20, token);
        }
    }

    private async Task ReadSocketAsync(Uri server, CancellationToken token)
    {
        using var socket = new ClientWebSocket();
        await socket.ConnectAsync(new UriBuilder(server) { Scheme = "ws", Path = "/paced" }.Uri, token);
        byte[] received = new byte[64 * 1024];
        while (true)
            Count((await socket.ReceiveAsync(received.AsMemory(), token)).Count > 0);
    }

    private void Count(bool isRight)
    {
        Assert.True(isRight, "An answer is wrong.");
        Interlocked.Increment(ref _served);
    }
}
