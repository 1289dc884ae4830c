using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Net;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.SignalR;
using PooledGen.AspNetCore;
using PooledGen.Interop.Tests;

namespace PooledGen.Bench.Kestrel;

/// <summary>A server in a process of its own. It prints its two addresses, and its figures for each line of its input.</summary>
internal static class ServerProcess
{
    public const long MaxBytes = 16 * 1024 * 1024;

    public static string[] Kinds { get; } = ["Kestrel", "Kestrel, limit", "PooledGen", "PooledGen, limit"];

    public static async Task RunAsync(string kind)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        if (kind.StartsWith("PooledGen", StringComparison.Ordinal))
            builder.Services.AddPooledGenMemoryPool();
        if (kind.EndsWith("limit", StringComparison.Ordinal))
            builder.Services.AddPooledGenMemoryLimit(MaxBytes);

        builder.Services.AddGrpc();
        builder.Services.AddSignalR();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(static options =>
        {
            options.Limits.Http2.MaxStreamsPerConnection = 1000;
            options.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http1);
            options.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http2);
        });
        await using WebApplication app = builder.Build();
        app.UseWebSockets();
        app.MapGet("/", static () => new string('x', 1000));
        app.MapPost("/echo", static async (HttpContext context) => await context.Request.Body.CopyToAsync(context.Response.Body, context.RequestAborted));
        app.MapPost("/hold", static async (HttpContext context) => await Task.Delay(Timeout.Infinite, context.RequestAborted));
        app.MapHub<EndlessHub>("/hub");
        app.MapGrpcService<GrpcService>();

        using var meters = new Meters();
        await app.StartAsync();
        Console.WriteLine(string.Join(' ', app.Urls));
        using var process = Process.GetCurrentProcess();
        while (Console.ReadLine() is not null)
        {
            process.Refresh();
            Console.WriteLine(string.Join(
                ' ',
                process.WorkingSet64,
                process.PeakWorkingSet64,
                (long)process.TotalProcessorTime.TotalMicroseconds,
                GC.GetTotalAllocatedBytes(),
                meters.Charged,
                meters.PeakCharged,
                meters.Shed,
                PooledGenKestrel.Pool.GetStatistics().InUseBytes));
        }

        using var stop = new CancellationTokenSource(TimeSpan.FromSeconds(2));
        await app.StopAsync(stop.Token);
    }

    // Reads the meter as a collector would, twenty times a second.
    private sealed class Meters : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly Timer _timer;
        private long _charged, _peakCharged, _shed;

        public Meters()
        {
            _listener.InstrumentPublished = static (instrument, listener) =>
            {
                if (instrument.Name is "pooledgen.connections.in_use" or "pooledgen.connections.shed")
                    listener.EnableMeasurementEvents(instrument);
            };
            _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) =>
            {
                if (instrument.Name.EndsWith("shed", StringComparison.Ordinal))
                    Interlocked.Add(ref _shed, value);
                else
                    (_charged, _peakCharged) = (value, Math.Max(_peakCharged, value));
            });
            _listener.Start();
            _timer = new Timer(_ => _listener.RecordObservableInstruments(), null, 0, 50);
        }

        public long Charged => _charged;

        public long PeakCharged => _peakCharged;

        public long Shed => Interlocked.Read(ref _shed);

        public void Dispose()
        {
            _timer.Dispose();
            _listener.Dispose();
        }
    }

    private sealed class EndlessHub : Hub
    {
        public async IAsyncEnumerable<string> Endless()
        {
            string text = new('x', 3000);
            while (!Context.ConnectionAborted.IsCancellationRequested)
            {
                yield return text;
                await Task.Delay(20);
            }
        }
    }
}

/// <summary>What a server prints: bytes, but for the time in microseconds and the number of connections that were aborted.</summary>
internal sealed record Figures(long Resident, long PeakResident, long Processor, long Allocated, long Charged, long PeakCharged, long Shed, long InUse);

/// <summary>A server that this process has started.</summary>
internal sealed class RunningServer : IDisposable
{
    private readonly Process _process;

    public RunningServer(string kind)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, ["server", kind]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        _process = Process.Start(start)!;
        string[] urls = _process.StandardOutput.ReadLine()!.Split(' ');
        Addresses = new ServerAddresses(new Uri(urls[0]), new Uri(urls[1]), new Uri(urls[0]));
    }

    public ServerAddresses Addresses { get; }

    public Figures Read()
    {
        _process.StandardInput.WriteLine();
        long[] figures = [.. _process.StandardOutput.ReadLine()!.Split(' ').Select(long.Parse)];
        return new Figures(figures[0], figures[1], figures[2], figures[3], figures[4], figures[5], figures[6], figures[7]);
    }

    public void Dispose()
    {
        _process.Kill();
        _process.Dispose();
    }
}
