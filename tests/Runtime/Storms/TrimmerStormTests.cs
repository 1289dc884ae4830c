using PooledGen.Runtime.Tests.Invariants;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// The invariant under fire: threads that come and go rent, nest, dispose in any order, twice and never, while another thread trims, visits
/// the idle, changes the budget and lets the pool be watched for a while. The first element of every buffer says who holds it, so that a
/// buffer held twice is seen at once; at the end every buffer ever made must be accounted for.
/// </summary>
[Trait("Category", "Long")]
public partial class TrimmerStormTests(ITestOutputHelper output)
{
    private const int Workers = 4;

    private long _leaks;
    private long _doubleHolders;
    private long _operations;
    private long _overBudget;

    // At most 128 longs: an array of 2 KB or more would start with anything but zeros.
    [PooledBuffer<long>(MaxLength = 128, MaxBuffersPerThread = 5)]
    private partial struct Owned;

    [Fact]
    public void Storm_WithATrimmer_GivesNoBufferToTwoHoldersAndLosesNone()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var clock = new StormClock(StormTime.Read(otherwise: 1), HasHappened);

        var trimmer = new Thread(() => Trim(clock, new Random(seed)));
        var workers = Enumerable.Range(1, Workers).Select(id => new Thread(() => Churn(clock, seed, id))).ToArray();
        foreach (Thread thread in workers.Append(trimmer))
            thread.Start();
        foreach (Thread thread in workers.Append(trimmer))
            thread.Join();

        PoolStatistics statistics = Owned.Pool.Statistics;
        output.WriteLine($"{_operations} operations, {statistics}");
        StormReport.Write(output, Owned.Pool, _doubleHolders, _leaks);

        Assert.Equal((0, 0), (_doubleHolders, _overBudget));
        Assert.Equal(_leaks, statistics.InUse);
        PoolInvariants.AssertHold(Owned.Pool, _leaks);
        Assert.Equal(_operations, statistics.Rents);
        Assert.True(HasHappened(), "Too little happened: the storm proves nothing.");
    }

    // The trimmer meets free buffers, the budget is used up, and most buffers come from the pool.
    private static bool HasHappened()
    {
        PoolStatistics statistics = Owned.Pool.Statistics;
        return statistics is { Trimmed: > 0, Evicted: > 0 } && statistics.Hits > statistics.Misses;
    }

    private void Trim(StormClock clock, Random random)
    {
        while (clock.IsRunning)
        {
            Disturb(random);
            Thread.SpinWait(random.Next(2000));
            if (Owned.Pool.Statistics.RetainedBytes > Owned.Pool.MaxRetainedBytes)
                _overBudget++;
        }
    }

    private static void Disturb(Random random)
    {
        switch (random.Next(8))
        {
            case < 3:
                Owned.Pool.TrimIdle();
                break;
            case 3:
                Owned.Pool.Trim();
                break;
            case < 6:
                Owned.Pool.MaxRetainedBytes = random.Next(4) == 0 ? long.MaxValue : random.Next(64 * 1024);
                break;
            default:
                Owned.Pool.Enter(PoolMode.Traced);
                Thread.SpinWait(random.Next(2000));
                Owned.Pool.Leave(PoolMode.Traced);
                break;
        }
    }

    // A worker is a row of short-lived threads.
    private void Churn(StormClock clock, int seed, int id)
    {
        for (int generation = 0; clock.IsRunning; generation++)
        {
            var random = new Random(seed + (id * 1000) + generation);
            var thread = new Thread(() =>
            {
                for (int i = 0; i < 20_000; i++)
                    Step(random, id, depth: 0);
            });
            thread.Start();
            thread.Join();
        }
    }

    private void Step(Random random, int id, int depth)
    {
        var first = Owned.Rent(random.Next(1, 129));
        Claim(first, id);
        int choice = random.Next(100);

        if (choice < 45 && depth < 12)
            Step(random, id, depth + 1);

        if (choice is >= 45 and < 65)
        {
            // Wrong order.
            var second = Owned.Rent(first.Length);
            Claim(second, id);
            Free(first, id);
            Free(second, id);
            return;
        }

        if (choice == 65)
        {
            // Never: the claim stays, nobody may ever see it.
            Interlocked.Increment(ref _leaks);
            return;
        }

        Free(first, id);
        if (choice > 90)
            first.Dispose(); // twice
    }

    private void Claim(Owned buffer, int id)
    {
        Interlocked.Increment(ref _operations);
        if (Interlocked.CompareExchange(ref buffer[0], id, 0) != 0)
            Interlocked.Increment(ref _doubleHolders);
    }

    private void Free(Owned buffer, int id)
    {
        if (Interlocked.CompareExchange(ref buffer[0], 0, id) != id)
            Interlocked.Increment(ref _doubleHolders);

        buffer.Dispose();
    }
}
