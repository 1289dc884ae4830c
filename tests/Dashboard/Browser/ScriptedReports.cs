using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace PooledGen.Dashboard.Tests.Browser;

/// <summary>
/// Answers in place of pools.json: the page lives in the time that the reports name, so a test needs no minutes. Each request gets the next report.
/// </summary>
/// <param name="step">How much later each report is than the one before.</param>
internal sealed class ScriptedReports(TimeSpan step)
{
    private static readonly DateTimeOffset s_start = new(2026, 11, 23, 12, 0, 0, TimeSpan.Zero);

    private int _asked;

    /// <summary>The pools of each report, by its number from 0 on: the name and the figures that a test cares about.</summary>
    public required Func<int, IEnumerable<JsonObject>> Pools { get; init; }

    /// <summary>The budgets in each report.</summary>
    public Func<int, IEnumerable<JsonObject>> Budgets { get; init; } = static _ => [];

    /// <summary>The pools of the framework in each report.</summary>
    public Func<int, IEnumerable<JsonObject>> ArrayPools { get; init; } = static _ => [];

    /// <summary>The settings that the reports call ignored.</summary>
    public IReadOnlyList<string> Ignored { get; init; } = [];

    /// <summary>What each request waits for before it is answered. A test sets a task that is not complete, and the server hangs.</summary>
    public Task Gate { get; set; } = Task.CompletedTask;

    public void Map(WebApplication app)
    {
        app.Use((context, next) => context.Request.Path.Value!.EndsWith("/pools.json", StringComparison.Ordinal) ? AnswerAsync(context) : next(context));
        app.MapPooledBuffers("/pools");
    }

    /// <summary>A pool of a report.</summary>
    public static JsonObject Pool(string name, long inUse = 0, long rents = 0, long retainedBytes = 0, long oversize = 2) => new()
    {
        ["name"] = name,
        ["element"] = "System.Byte",
        ["minLength"] = 16,
        ["maxLength"] = 65536,
        ["rents"] = rents,
        ["rentedBytes"] = rents * 2048,
        ["hits"] = rents - (rents / 50),
        ["misses"] = rents / 50,
        ["allocatedBytes"] = rents / 50 * 2048,
        ["oversize"] = oversize,
        ["oversizeBytes"] = oversize * 75_000,
        ["inUse"] = inUse,
        ["inUseBytes"] = inUse * 2048,
        ["retained"] = retainedBytes / 2048,
        ["retainedBytes"] = retainedBytes,
        ["reservedBytes"] = retainedBytes + (inUse * 2048),
        ["maxRetainedBytes"] = 4 * 1024 * 1024,
        ["trimmed"] = rents / 200,
        ["trimmedBytes"] = rents / 200 * 2048,
        ["evicted"] = 7,
        ["evictedBytes"] = 7 * 2048,
        ["dropped"] = 0,
        ["droppedBytes"] = 0,
        ["misuseCount"] = 0,
    };

    private async Task AnswerAsync(HttpContext context)
    {
        await Gate.WaitAsync(context.RequestAborted);
        await context.Response.WriteAsync(Next().ToJsonString());
    }

    private JsonObject Next()
    {
        int number = Interlocked.Increment(ref _asked) - 1;
        return new()
        {
            ["time"] = s_start + (number * step),
            ["started"] = s_start.AddHours(-3).AddMinutes(-5),
            ["machine"] = "web-1",
            ["processId"] = 4745,
            ["reservedBytes"] = 5_000_000,
            ["maxRetainedBytes"] = 256 * 1024 * 1024,
            ["settings"] = new JsonObject
            {
                ["trimPeriodSeconds"] = 10,
                ["checkedMode"] = false,
                ["samplesPerSecond"] = 5,
                ["ignored"] = new JsonArray([.. Ignored.Select(static ignored => JsonValue.Create(ignored))]),
            },
            ["pools"] = new JsonArray([.. Pools(number)]),
            ["budgets"] = new JsonArray([.. Budgets(number)]),
            ["arrayPools"] = new JsonArray([.. ArrayPools(number)]),
        };
    }
}
