using System.Buffers;
using System.Net.Http.Headers;
using System.Text.Json;
using PooledGen.CompilerServices;
using PooledGen.Diagnostics;

namespace PooledGen.Dashboard.Tests;

public partial class ReportTests
{
    private const string HostileName = """</script><img src=x onerror="alert('&')">""";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    [ThreadStatic]
    private static ThreadStack[]? t_hostileStacks;

    [PooledBuffer<byte>(MaxLength = 4096, MaxRetainedBytes = 4096)]
    private partial struct FigureBuffer;

    [Fact]
    public async Task Report_OfAPool_HasItsFigures()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        var isUsed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var isRead = new TaskCompletionSource();
        new Thread(() =>
        {
            UseFigureBuffer();
            isUsed.SetResult();

            // At the end of a thread the pool takes over what it has left, and reserves other bytes for it.
            isRead.Task.Wait(s_patience);
        })
        { IsBackground = true }.Start();
        await isUsed.Task.WaitAsync(s_patience);

        using JsonDocument report = JsonDocument.Parse(await server.Client.GetStringAsync("/pools/pools.json"));
        isRead.SetResult();

        Assert.Equal(
            """
            {"name":"PooledGen.Dashboard.Tests.ReportTests.FigureBuffer","element":"System.Byte","minLength":16,"maxLength":4096,"rents":6,"rentedBytes":11528,"hits":1,"misses":4,"allocatedBytes":6400,"oversize":1,"oversizeBytes":5000,"inUse":1,"inUseBytes":2048,"retained":1,"retainedBytes":128,"reservedBytes":128,"maxRetainedBytes":4096,"trimmed":1,"trimmedBytes":128,"evicted":1,"evictedBytes":4096,"dropped":0,"droppedBytes":0,"misuseCount":1}
            """,
            Pool(report, FigureBuffer.Pool.Name).GetRawText());
    }

    [Fact]
    public async Task Report_SaysWhenAndWhere()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        DateTimeOffset before = DateTimeOffset.UtcNow;

        using HttpResponseMessage response = await server.Client.GetAsync("/pools/pools.json");
        using JsonDocument report = JsonDocument.Parse(await response.Content.ReadAsStringAsync());

        Assert.Equal(MediaTypeHeaderValue.Parse("application/json; charset=utf-8"), response.Content.Headers.ContentType);
        Assert.True(response.Headers.CacheControl?.NoStore);
        Assert.Equal(
            ["time", "started", "machine", "processId", "reservedBytes", "maxRetainedBytes", "settings", "pools", "budgets", "arrayPools"],
            report.RootElement.EnumerateObject().Select(static property => property.Name));
        Assert.InRange(report.RootElement.GetProperty("time").GetDateTimeOffset(), before, DateTimeOffset.UtcNow);
        Assert.InRange(report.RootElement.GetProperty("started").GetDateTimeOffset(), before.AddDays(-1), before);
        Assert.Equal(PooledBuffers.MaxRetainedBytes, report.RootElement.GetProperty("maxRetainedBytes").GetInt64());
        Assert.StartsWith(
            """{"trimPeriodSeconds":0,"checkedMode":false,"samplesPerSecond":0,"ignored":[""",
            report.RootElement.GetProperty("settings").GetRawText(),
            StringComparison.Ordinal);
        Assert.Equal(Environment.MachineName, report.RootElement.GetProperty("machine").GetString());
        Assert.Equal(Environment.ProcessId, report.RootElement.GetProperty("processId").GetInt32());
    }

    [Fact]
    public async Task Report_OfABudgetWithAName_HasItsFigures()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        var budget = new BufferBudget(4096, nameof(Report_OfABudgetWithAName_HasItsFigures));
        Assert.True(FigureBuffer.Pool.TryRentOwner(2000, budget, out PooledOwner<byte> owner));
        Assert.False(FigureBuffer.Pool.TryRentOwner(4000, budget, out _));

        using JsonDocument report = JsonDocument.Parse(await server.Client.GetStringAsync("/pools/pools.json"));
        owner.Dispose();

        Assert.Equal(
            """{"name":"Report_OfABudgetWithAName_HasItsFigures","inUseBytes":2048,"maxBytes":4096,"waitingCount":0,"refusedCount":1}""",
            report.RootElement.GetProperty("budgets").EnumerateArray().Single(shown => shown.GetProperty("name").GetString() == budget.Name).GetRawText());
    }

    [Fact]
    public async Task Report_WhileArrayPoolsAreMetered_HasTheirFigures()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        using (ArrayPoolMeter.Start())
        {
            ArrayPool<double>.Shared.Rent(16);
            ArrayPool<double>.Create().Rent(16);

            using JsonDocument report = JsonDocument.Parse(await server.Client.GetStringAsync("/pools/pools.json"));

            Assert.Equal(
                """
                {"name":"ArrayPool\u003CDouble\u003E.Shared","elementType":"System.Double","allocated":1,"allocatedBytes":128,"oversize":0,"oversizeBytes":0,"trimmed":0,"trimmedBytes":0,"dropped":0,"droppedBytes":0}
                """,
                ArrayPoolOf(report, "ArrayPool<Double>.Shared").GetRawText());
            Assert.Equal(JsonValueKind.Null, ArrayPoolOf(report, "other ArrayPools").GetProperty("allocatedBytes").ValueKind);
        }

        using JsonDocument without = JsonDocument.Parse(await server.Client.GetStringAsync("/pools/pools.json"));
        Assert.Empty(without.RootElement.GetProperty("arrayPools").EnumerateArray());

        static JsonElement ArrayPoolOf(JsonDocument report, string name)
            => report.RootElement.GetProperty("arrayPools").EnumerateArray().Single(pool => pool.GetProperty("name").GetString() == name);
    }

    [Fact]
    public async Task Report_OfAPoolWithAHostileName_HasNoMarkup()
    {
        BufferPool<int> pool = PoolFactory.Create<int>(
            contract: 1,
            new PoolOptions { Name = HostileName, ThreadStacks = static () => ref t_hostileStacks, MaxLength = 64, MaxRetainedBytes = long.MaxValue });
        await using DashboardServer server = await DashboardServer.StartAsync();

        string text = await server.Client.GetStringAsync("/pools/pools.json");

        using JsonDocument report = JsonDocument.Parse(text);
        Assert.Equal("System.Int32", Pool(report, HostileName).GetProperty("element").GetString());
        Assert.DoesNotContain('<', text); // harmless even if it is taken for a page
        Assert.Equal(JsonValueKind.Null, Pool(report, HostileName).GetProperty("maxRetainedBytes").ValueKind); // no budget of its own
        GC.KeepAlive(pool);
    }

    private static JsonElement Pool(JsonDocument report, string name)
        => report.RootElement.GetProperty("pools").EnumerateArray().Single(pool => pool.GetProperty("name").GetString() == name);

    // On one thread, so that it is known what comes from where.
    private static void UseFigureBuffer()
    {
        FigureBuffer.Rent(100).Dispose(); // a miss: 128 bytes
        PooledOwner<byte> owner = FigureBuffer.RentOwner(100); // a hit
        owner.Dispose();
        owner.Dispose(); // misuse
        _ = FigureBuffer.RentOwner(2000); // a miss: 2048 bytes, in use for ever
        FigureBuffer.Rent(5000).Dispose(); // oversize
        FigureBuffer.Pool.Trim(); // the 128 bytes
        FigureBuffer.Rent(100).Dispose(); // a miss: 128 bytes, retained
        FigureBuffer.Rent(4096).Dispose(); // a miss: evicted, because the budget has no room for it beside the 128 bytes
    }
}
