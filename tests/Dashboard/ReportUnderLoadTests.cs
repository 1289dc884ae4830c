using System.Collections.Concurrent;
using System.Text.Json;

namespace PooledGen.Dashboard.Tests;

/// <summary>The report after a burst: several threads rent, return and hand over at the same time, while buffers are trimmed, evicted and dropped.</summary>
[Collection(nameof(ReportUnderLoadTests))]
[CollectionDefinition(nameof(ReportUnderLoadTests), DisableParallelization = true)] // the report is of the whole process
public partial class ReportUnderLoadTests
{
    private const int Threads = 4;
    private const int Rounds = 1000;

    private static readonly BufferPool<byte>[] s_pools = [TrimmedBuffer.Pool, EvictedBuffer.Pool, DroppedBuffer.Pool];

    // A thread puts an owner here, and another one disposes it. Those that are left after the burst are in use.
    private readonly ConcurrentQueue<(BufferPool<byte> Pool, PooledOwner<byte> Owner)> _handedOver = new();
    private readonly CountdownEvent _working = new(Threads);
    private readonly ManualResetEventSlim _isReported = new();
    private long _rents;

    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct TrimmedBuffer;

    [PooledBuffer<byte>(MaxLength = 4096, MaxRetainedBytes = 32 * 1024)]
    private partial struct EvictedBuffer;

    [PooledBuffer<byte>(MinLength = 4096, MaxLength = 4096, MaxBuffersPerThread = 1)]
    private partial struct DroppedBuffer;

    [Fact]
    public async Task Report_AfterABurstOfLoad_AddsUp()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();
        Thread[] threads = Burst();

        using JsonDocument report = JsonDocument.Parse(await server.Client.GetStringAsync("/pools/pools.json"));

        _isReported.Set();
        Assert.All(threads, static thread => thread.Join());
        JsonElement[] pools = [.. report.RootElement.GetProperty("pools").EnumerateArray()];
        JsonElement[] own = [.. s_pools.Select(pool => pools.Single(figures => NameOf(figures) == pool.Name))];
        Assert.Equal(_rents, own.Sum(static figures => Figure(figures, "rents")));
        Assert.All(own.Zip(["trimmed", "evicted", "dropped"]), static pair => Assert.NotEqual(0, Figure(pair.First, pair.Second)));
        Assert.All(own, pool => AssertInUse(pool));
        Assert.All(pools, pool => AssertAddsUp(pool));
        Assert.Equal(Figure(report.RootElement, "reservedBytes"), pools.Sum(static figures => Figure(figures, "reservedBytes")));

        foreach ((_, PooledOwner<byte> owner) in _handedOver)
            owner.Dispose();
    }

    // Returns while the threads do nothing more. They end after the report, because the pools then move what they have.
    private Thread[] Burst()
    {
        Thread[] threads = [.. Enumerable.Range(1, Threads).Select(seed => new Thread(() => Work(new Random(seed))))];
        foreach (Thread thread in threads)
            thread.Start();

        while (!_working.IsSet)
            TrimmedBuffer.Pool.Trim();

        return threads;
    }

    private void Work(Random random)
    {
        for (int round = 0; round < Rounds; round++)
        {
            BufferPool<byte> pool = s_pools[random.Next(s_pools.Length)];
            PooledOwner<byte>[] owners = [.. Enumerable.Range(0, random.Next(1, 60)).Select(_ => pool.RentOwner(random.Next(1, 5000)))];
            Interlocked.Add(ref _rents, owners.Length);
            _handedOver.Enqueue((pool, owners[0]));
            foreach (PooledOwner<byte> owner in owners.Skip(1))
                owner.Dispose();

            if (_handedOver.Count > 2 * Threads && _handedOver.TryDequeue(out var other))
                other.Owner.Dispose();
        }

        _working.Signal();
        _isReported.Wait();
    }

    private void AssertInUse(JsonElement figures)
    {
        BufferPool pool = s_pools.Single(pool => pool.Name == NameOf(figures));
        int[] lengths = HeldOf(figures);

        // An oversize array has the requested length, and a pooled one that of its size class.
        int bytes = lengths.Sum(length => length > pool.MaxLength ? length : pool.SizeClassLengths.First(whole => whole >= length));
        Assert.Equal((lengths.Length, bytes), (Figure(figures, "inUse"), Figure(figures, "inUseBytes")));
        Assert.InRange(Figure(figures, "retainedBytes"), 0, Figure(figures, "reservedBytes"));
    }

    // "In use" counts oversize buffers, too, and they are no misses.
    private void AssertAddsUp(JsonElement figures)
    {
        int[] oversize = [.. HeldOf(figures).Where(length => length > Figure(figures, "maxLength"))];
        string[] places = ["inUse", "retained", "trimmed", "evicted", "dropped"];

        Assert.Equal(Figure(figures, "misses") + oversize.Length, places.Sum(place => Figure(figures, place)));
        Assert.Equal(Figure(figures, "allocatedBytes") + oversize.Sum(), places.Sum(place => Figure(figures, place + "Bytes")));
    }

    private int[] HeldOf(JsonElement figures) => [.. from held in _handedOver where held.Pool.Name == NameOf(figures) select held.Owner.Length];

    private static long Figure(JsonElement figures, string name) => figures.GetProperty(name).GetInt64();

    private static string? NameOf(JsonElement figures) => figures.GetProperty("name").GetString();
}
