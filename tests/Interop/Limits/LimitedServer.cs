using System.Collections.Concurrent;
using System.Net;
using System.Net.WebSockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using PooledGen.AspNetCore;

namespace PooledGen.Interop.Tests;

/// <summary>A Kestrel with a limit for the memory of its connections, with an endpoint of each kind.</summary>
internal sealed class LimitedServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private LimitedServer(WebApplication app, ConcurrentQueue<string> log)
    {
        (_app, Log) = (app, log);
        Uri[] addresses = [.. app.Urls.Select(static url => new Uri(url))];
        Addresses = new ServerAddresses(addresses[0], addresses[1], addresses[2]);
    }

    public ServerAddresses Addresses { get; }

    /// <summary>The warnings and errors.</summary>
    public ConcurrentQueue<string> Log { get; }

    public IEnumerable<string> Shed => Log.Where(static entry => entry.Contains("was aborted. It held", StringComparison.Ordinal));

    public MemoryLimit Limit => _app.Services.GetRequiredService<MemoryLimit>();

    public static async Task<LimitedServer> StartAsync(long maxBytes, long? maxBytesPerConnection = null, BufferPool<byte>? pool = null)
    {
        var log = new ConcurrentQueue<string>();
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.Services.AddPooledGenMemoryPool(pool);
        builder.Services.AddPooledGenMemoryLimit(maxBytes, maxBytesPerConnection);
        builder.Services.AddGrpc();
        builder.Services.AddSignalR();
        builder.Logging.ClearProviders();
        builder.Logging.AddProvider(new LogQueue(log));
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        builder.WebHost.ConfigureKestrel(static options =>
        {
            options.Limits.Http2.MaxStreamsPerConnection = 1000;
            options.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http1);
            options.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http2);
            options.Listen(IPAddress.Loopback, 0, static listen => listen.UseHttps(CreateCertificate()));
        });

        WebApplication app = builder.Build();
        app.UseWebSockets();
        app.MapGet("/", static () => "served");
        app.MapGet("/endless", static async (HttpContext context) =>
        {
            byte[] piece = new byte[10_000];
            while (true)
            {
                await context.Response.Body.WriteAsync(piece, context.RequestAborted);

                // After an abort a write ends at once, and this loop would keep the thread that has to cancel the token.
                await Task.Yield();
            }
        });
        app.MapPost("/echo", static async (HttpContext context) => await context.Request.Body.CopyToAsync(context.Response.Body, context.RequestAborted));
        app.MapPost("/hold", static async (HttpContext context) => await Task.Delay(Timeout.Infinite, context.RequestAborted));
        app.Map("/socket", static async (HttpContext context) =>
        {
            using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
            byte[] message = new byte[3000];
            while (true)
            {
                await socket.SendAsync(message.AsMemory(), WebSocketMessageType.Binary, endOfMessage: true, context.RequestAborted);
                await Task.Yield(); // as above
            }
        });
        app.Map("/paced", static async (HttpContext context) =>
        {
            using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
            byte[] message = new byte[3000];
            while (true)
            {
                await socket.SendAsync(message.AsMemory(), WebSocketMessageType.Binary, endOfMessage: true, context.RequestAborted);
                await Task.Delay(20, context.RequestAborted);
            }
        });
        app.MapHub<EndlessHub>("/hub");
        app.MapGrpcService<GrpcService>();
        await app.StartAsync();
        return new LimitedServer(app, log);
    }

    public async ValueTask DisposeAsync() => await _app.DisposeAsync();

    private static X509Certificate2 CreateCertificate()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pfx), null);
    }

    private sealed class EndlessHub : Hub
    {
        public async IAsyncEnumerable<string> Endless()
        {
            string text = new('x', 3000);
            while (!Context.ConnectionAborted.IsCancellationRequested)
            {
                yield return text;
                await Task.Yield();
            }
        }
    }

    private sealed class LogQueue(ConcurrentQueue<string> entries) : ILoggerProvider, ILogger
    {
        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull
            => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Warning;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
            => entries.Enqueue($"{eventId.Name}: {formatter(state, exception)} {exception}");

        public void Dispose()
        {
        }
    }
}
