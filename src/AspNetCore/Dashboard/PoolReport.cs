using System.Diagnostics;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>What <c>pools.json</c> says. The names are documented in docs/dashboard.md: add to them, change none.</summary>
/// <param name="Time">When it was taken.</param>
/// <param name="Started">When the process started.</param>
/// <param name="Machine">The name of the machine: behind a load balancer, the next answer may come from another one.</param>
/// <param name="ProcessId">Its process.</param>
/// <param name="ReservedBytes"><see cref="PooledBuffers.ReservedBytes"/>.</param>
/// <param name="MaxRetainedBytes"><see cref="PooledBuffers.MaxRetainedBytes"/>; null for no limit.</param>
/// <param name="Pools">In the order in which they were created.</param>
internal sealed record PoolReport(
    DateTimeOffset Time,
    DateTimeOffset Started,
    string Machine,
    int ProcessId,
    long ReservedBytes,
    long? MaxRetainedBytes,
    IReadOnlyList<PoolFigures> Pools)
{
    private static readonly DateTimeOffset s_started = StartOfProcess();

    public static Task Answer(HttpContext context)
    {
        context.Response.Headers.CacheControl = "no-store";
        context.Response.Headers.XContentTypeOptions = "nosniff";
        return context.Response.WriteAsJsonAsync(Take(), PoolReportJson.Default.PoolReport, cancellationToken: context.RequestAborted);
    }

    /// <summary>A budget as JSON has it.</summary>
    public static long? Limit(long maxRetainedBytes) => maxRetainedBytes == long.MaxValue ? null : maxRetainedBytes;

    private static PoolReport Take() => new(
        DateTimeOffset.UtcNow,
        s_started,
        Environment.MachineName,
        Environment.ProcessId,
        PooledBuffers.ReservedBytes,
        Limit(PooledBuffers.MaxRetainedBytes),
        [.. PooledBuffers.Pools.Select(PoolFigures.Of)]);

    private static DateTimeOffset StartOfProcess()
    {
        using var process = Process.GetCurrentProcess();
        return new DateTimeOffset(process.StartTime).ToUniversalTime();
    }
}

/// <summary>How it is written: generated, so that it works without reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(PoolReport))]
internal sealed partial class PoolReportJson : JsonSerializerContext;
