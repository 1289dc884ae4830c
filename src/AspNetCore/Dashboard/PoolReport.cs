using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;

namespace PooledGen.AspNetCore.Dashboard;

/// <summary>What <c>pools.json</c> says. The names are documented in docs/dashboard.md: add to them, change none.</summary>
/// <param name="Time">When it was taken.</param>
/// <param name="Machine">The name of the machine: behind a load balancer, the next answer may come from another one.</param>
/// <param name="ProcessId">Its process.</param>
/// <param name="Pools">In the order in which they were created.</param>
internal sealed record PoolReport(DateTimeOffset Time, string Machine, int ProcessId, IReadOnlyList<PoolFigures> Pools)
{
    public static Task Answer(HttpContext context)
    {
        context.Response.Headers.CacheControl = "no-store";
        context.Response.Headers.XContentTypeOptions = "nosniff";
        return context.Response.WriteAsJsonAsync(Take(), PoolReportJson.Default.PoolReport, cancellationToken: context.RequestAborted);
    }

    private static PoolReport Take()
        => new(DateTimeOffset.UtcNow, Environment.MachineName, Environment.ProcessId, [.. PooledBuffers.Pools.Select(PoolFigures.Of)]);
}

/// <summary>One pool of a <see cref="PoolReport"/>: <see cref="BufferPool"/> and its <see cref="PoolStatistics"/> in one.</summary>
internal sealed record PoolFigures(
    string Name,
    string Element,
    int MinLength,
    int MaxLength,
    long Rents,
    long Hits,
    long Misses,
    long Oversize,
    long InUse,
    long Retained,
    long RetainedBytes,
    long AllocatedBytes,
    long Trimmed,
    long Dropped,
    long Misuse)
{
    public static PoolFigures Of(BufferPool pool)
    {
        PoolStatistics figures = pool.Statistics;
        return new(
            pool.Name,
            pool.ElementType.ToString(),
            pool.MinLength,
            pool.MaxLength,
            figures.Rents,
            figures.Hits,
            figures.Misses,
            figures.Oversize,
            figures.InUse,
            figures.Retained,
            figures.RetainedBytes,
            figures.AllocatedBytes,
            figures.Trimmed,
            figures.Dropped,
            figures.Misuse);
    }
}

/// <summary>How it is written: generated, so that it works without reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(PoolReport))]
internal sealed partial class PoolReportJson : JsonSerializerContext;
