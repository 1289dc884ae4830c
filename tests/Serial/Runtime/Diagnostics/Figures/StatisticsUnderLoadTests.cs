using System.Diagnostics;
using PooledGen.Runtime.Tests.Storms;

namespace PooledGen.Runtime.Tests.Diagnostics.Figures;

/// <summary>What counts events never goes back, whatever happens meanwhile, and is exact when all is still.</summary>
[Collection(ProcessWide.Name)]
[Trait("Category", "Long")]
public partial class StatisticsUnderLoadTests
{
    private static readonly TimeSpan s_duration = StormTime.Read(otherwise: 1);

    private static readonly Dictionary<string, Func<PoolStatistics, long>> s_counts = new()
    {
        [nameof(PoolStatistics.Rents)] = static figures => figures.Rents,
        [nameof(PoolStatistics.Hits)] = static figures => figures.Hits,
        [nameof(PoolStatistics.Misses)] = static figures => figures.Misses,
        [nameof(PoolStatistics.Oversize)] = static figures => figures.Oversize,
        [nameof(PoolStatistics.RentedBytes)] = static figures => figures.RentedBytes,
        [nameof(PoolStatistics.AllocatedBytes)] = static figures => figures.AllocatedBytes,
        [nameof(PoolStatistics.OversizeBytes)] = static figures => figures.OversizeBytes,
        [nameof(PoolStatistics.Trimmed)] = static figures => figures.Trimmed,
        [nameof(PoolStatistics.TrimmedBytes)] = static figures => figures.TrimmedBytes,
        [nameof(PoolStatistics.Dropped)] = static figures => figures.Dropped,
        [nameof(PoolStatistics.DroppedBytes)] = static figures => figures.DroppedBytes,
        [nameof(PoolStatistics.Evicted)] = static figures => figures.Evicted,
        [nameof(PoolStatistics.EvictedBytes)] = static figures => figures.EvictedBytes,
        [nameof(PoolStatistics.Misuse)] = static figures => figures.Misuse,
    };

    private volatile bool _isOver;
    private long _rents;

    [PooledBuffer<long>(MaxLength = 64, MinLength = 32, MaxBuffersPerThread = 1)]
    private partial struct Loaded;

    [PooledBuffer<long>(MaxLength = 16, MaxBuffersPerThread = 2)]
    private partial struct Untrimmed;

    [Fact]
    public void Statistics_WhileThreadsRent_NeverGoBackAndEndExact()
    {
        Thread[] workers = StartWorkers(seed => Work(new Random(seed)));

        // On a busy machine the workers may not run for long: the test goes on until they have done something.
        PoolStatistics last = default;
        for (var clock = Stopwatch.StartNew(); clock.Elapsed < s_duration || last is not { Trimmed: > 0, Hits: > 0, Oversize: > 0 };)
        {
            PoolStatistics now = Loaded.Pool.Statistics;
            Assert.All(s_counts, count => Assert.InRange(count.Value(now), count.Value(last), long.MaxValue));
            Assert.True(now.InUse >= 0 && now.InUseBytes >= 0);
            last = now;
            Loaded.Pool.Trim();
        }

        End(workers);

        PoolStatistics end = Loaded.Pool.StatisticsAtRest;
        Assert.Equal((_rents, 0, 0), (end.Rents, end.InUse, end.InUseBytes));
        Assert.Equal(end.Misses, end.Retained + end.Trimmed + end.Dropped + end.Evicted);
        Assert.Equal(end.AllocatedBytes, end.RetainedBytes + end.TrimmedBytes + end.DroppedBytes + end.EvictedBytes);

        // A look takes a buffer for trimmed that its thread is about to rent: one of each class at most.
        Assert.InRange(Loaded.Pool.Statistics.Trimmed - end.Trimmed, 0, workers.Length * Loaded.Pool.SizeClassLengths.Count);
    }

    // A look must not take a node for trimmed that its thread is pushing or moving. In the test above what is trimmed next would hide that.
    [Fact]
    public void Statistics_WithoutATrim_CountNothingAsTrimmed()
    {
        Thread[] workers = StartWorkers(_ => PushAndSpill());

        PoolStatistics last = default;
        for (var clock = Stopwatch.StartNew(); clock.Elapsed < s_duration || last.Hits == 0;)
            last = Untrimmed.Pool.Statistics;

        End(workers);

        Assert.Equal((0, 0), (last.Trimmed, last.TrimmedBytes));
    }

    private static Thread[] StartWorkers(Action<int> work)
    {
        Thread[] workers = [.. Enumerable.Range(0, Environment.ProcessorCount).Select(seed => new Thread(() => work(seed)))];
        foreach (Thread worker in workers)
            worker.Start();

        return workers;
    }

    private void End(Thread[] workers)
    {
        _isOver = true;
        foreach (Thread worker in workers)
            worker.Join();
    }

    // More than the stack has places for, so that each round moves some to the core tier.
    private void PushAndSpill()
    {
        while (!_isOver)
        {
            var first = Untrimmed.Rent(16);
            var second = Untrimmed.Rent(16);
            using (Untrimmed.Rent(16))
                first.Dispose();

            second.Dispose();
        }
    }

    private void Work(Random random)
    {
        while (!_isOver)
        {
            using var first = Loaded.Rent(random.Next(1, 70));
            var second = Loaded.Rent(random.Next(1, 70));
            using (Loaded.Rent(64))
                Interlocked.Add(ref _rents, 3);

            first.Dispose();
            second.Dispose();
        }
    }
}
