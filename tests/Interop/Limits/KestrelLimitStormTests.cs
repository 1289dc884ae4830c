using System.Buffers;
using System.Diagnostics.Metrics;
using System.Globalization;
using System.Net;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.Logging.Abstractions;
using PooledGen.AspNetCore;
using Xunit.Abstractions;

namespace PooledGen.Interop.Tests;

/// <summary>Connections come, stall, vanish and are aborted, all at once: each byte is charged once and released once.</summary>
[Collection(nameof(KestrelLimitTests))]
public partial class KestrelLimitStormTests(ITestOutputHelper output)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    [PooledBuffer<byte>(MinLength = 4096, MaxLength = 4096, MaxBuffersPerThread = 32, Oversize = OversizePolicy.Throw)]
    private partial struct Blocks;

    [Fact]
    public Task Storm_OfClientsThatVanish_LeavesNothingChargedAndNothingInUse() => RunAsync(rounds: 1);

    [Fact]
    [Trait("Category", "Long")]
    public Task Storm_OfManyClientsThatVanish_LeavesNothingChargedAndNothingInUse()
        => RunAsync(int.Parse(Environment.GetEnvironmentVariable("POOLEDGEN_OVERLOAD_ROUNDS") ?? "20", CultureInfo.InvariantCulture));

    /// <summary>The counts alone: blocks are rented and returned while connections come, are aborted, and end.</summary>
    [Fact]
    public void Storm_OfBlocksOfConnectionsThatLeave_ChargesEachByteOnce()
    {
        using var meter = new Meter("storm");
        var limit = new MemoryLimit(8 * 4096, long.MaxValue, NullLogger.Instance, meter);
        MemoryPool<byte> blocks = Blocks.Pool.DangerousAsMemoryPool();
        int aborted = 0;

        // Threads of its own, so that the servers of other tests have theirs.
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(id => new Thread(() => UseConnections(new Random(id))))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());

        Assert.True(SpinWait.SpinUntil(() => limit.ChargedBytes == 0, s_patience), $"{limit.ChargedBytes} bytes are charged.");
        Assert.True(aborted > 0, "No connection was aborted: the storm proves nothing.");
        Assert.Equal((0, 0), (Blocks.Pool.GetStatistics().InUse, Blocks.Pool.GetStatistics().MisuseCount));

        void UseConnections(Random random)
        {
            for (int connection = 0; connection < 200; connection++)
            {
                var memory = new ConnectionMemory(limit);
                Queue<IMemoryOwner<byte>> rented = [];
                rented.Enqueue(memory.Rent(blocks, 1));
                memory.BelongTo(new StormConnection(() => Interlocked.Increment(ref aborted)), blocks);
                var receiving = new Thread(() => UseBlocks(memory));
                receiving.Start();
                UseBlocks(memory);
                for (int i = random.Next(10); i >= 0; i--)
                    rented.Enqueue(memory.Rent(1));

                // Some come back after the end of their connection, and each is disposed once more.
                while (rented.Count > 2)
                    rented.Dequeue().Dispose();

                limit.Remove(memory);
                receiving.Join();
                while (rented.TryDequeue(out IMemoryOwner<byte>? block))
                {
                    block.Dispose();
                    block.Dispose();
                }
            }
        }

        static void UseBlocks(ConnectionMemory memory)
        {
            for (int i = 0; i < 20; i++)
            {
                using IMemoryOwner<byte> first = memory.Rent(1), second = memory.Rent(10_000);
                first.Memory.Span[0] = second.Memory.Span[9_999] = 1;
            }
        }
    }

    private async Task RunAsync(int rounds)
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        await using LimitedServer server = await LimitedServer.StartAsync(300_000, pool: Blocks.Pool);
        for (int round = 0; round < rounds; round++)
        {
            Func<ServerAddresses, StalledClient>[] kinds = [.. StalledClient.Kinds.Values];
            await Task.WhenAll(Enumerable.Range(0, 40).Select(id => Task.Run(async () =>
            {
                var random = new Random(seed + (round * 100) + id);
                await Task.Delay(random.Next(500));

                // On a thread of its own, because it blocks, and the server needs those of the thread pool.
                using StalledClient client = await Task.Factory.StartNew(
                    () => kinds[id % kinds.Length](server.Addresses), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
                await Task.Delay(random.Next(3) * 100);
                if (random.Next(4) == 0)
                    await client.IsAbortedWithinAsync(TimeSpan.FromMilliseconds(100));
            })));
            using var patience = new CancellationTokenSource(s_patience);
            while ((server.Limit.ChargedBytes, Blocks.Pool.GetStatistics().InUse) != (0, 0))
            {
                Assert.False(
                    patience.IsCancellationRequested,
                    $"{server.Limit.ChargedBytes} bytes are charged, {Blocks.Pool}\n{string.Join('\n', server.Log)}");
                await Task.Delay(20);
            }
        }

        using var client = new HttpClient { Timeout = s_patience };
        Assert.Equal("served", await client.GetStringAsync(server.Addresses.Http1));
        output.WriteLine($"{server.Shed.Count()} connections were aborted");
        Assert.NotEmpty(server.Shed);
        Assert.Equal(0, Blocks.Pool.GetStatistics().MisuseCount);
    }

    private sealed class StormConnection(Action abort) : DefaultConnectionContext
    {
        public override EndPoint? LocalEndPoint => null;

        public override void Abort(ConnectionAbortedException abortReason) => abort();
    }
}
