using System.Diagnostics;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;
using PooledGen.Diagnostics;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>The content of <c>pools.json</c>. The names are documented in docs/dashboard.md: add new names, but never change existing ones.</summary>
/// <param name="Time">The time of the report.</param>
/// <param name="Started">The start time of the process.</param>
/// <param name="Machine">The name of the machine. Behind a load balancer, the next answer may come from another machine.</param>
/// <param name="ProcessId">The id of the process.</param>
/// <param name="ReservedBytes">The value of <see cref="PooledBuffers.ReservedBytes"/>.</param>
/// <param name="MaxRetainedBytes">The value of <see cref="PooledBuffers.MaxRetainedBytes"/>; null for no limit.</param>
/// <param name="Settings">The settings in force, and those that are ignored.</param>
/// <param name="Pools">The pools, in the order of their creation.</param>
/// <param name="Budgets">The budgets of <see cref="PooledBuffers.Budgets"/>.</param>
/// <param name="ArrayPools">The value of <see cref="ArrayPoolMeter.GetStatistics"/>: empty unless they are metered.</param>
internal sealed record PoolReport(
    DateTimeOffset Time,
    DateTimeOffset Started,
    string Machine,
    int ProcessId,
    long ReservedBytes,
    long? MaxRetainedBytes,
    SettingsReport Settings,
    IReadOnlyList<PoolFigures> Pools,
    IReadOnlyList<BudgetFigures> Budgets,
    IReadOnlyList<ArrayPoolStatistics> ArrayPools)
{
    private static readonly DateTimeOffset s_started = StartOfProcess();

    public static Task Answer(HttpContext context)
    {
        context.Response.Headers.CacheControl = "no-store";
        context.Response.Headers.XContentTypeOptions = "nosniff";
        return context.Response.WriteAsJsonAsync(Take(), PoolReportJson.Default.PoolReport, cancellationToken: context.RequestAborted);
    }

    /// <summary>A budget for JSON; null for no limit.</summary>
    public static long? Limit(long maxRetainedBytes) => maxRetainedBytes == long.MaxValue ? null : maxRetainedBytes;

    private static PoolReport Take() => new(
        DateTimeOffset.UtcNow,
        s_started,
        Environment.MachineName,
        Environment.ProcessId,
        PooledBuffers.ReservedBytes,
        Limit(PooledBuffers.MaxRetainedBytes),
        SettingsReport.Take(),
        [.. PooledBuffers.Pools.Select(PoolFigures.Of)],
        [.. PooledBuffers.Budgets.Select(BudgetFigures.Of)],
        ArrayPoolMeter.GetStatistics());

    private static DateTimeOffset StartOfProcess()
    {
        using var process = Process.GetCurrentProcess();
        return new DateTimeOffset(process.StartTime).ToUniversalTime();
    }
}

/// <summary>The generated serialization of the report, which works without reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(PoolReport))]
internal sealed partial class PoolReportJson : JsonSerializerContext;
