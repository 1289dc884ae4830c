using System.Collections.Concurrent;
using PooledGen.Runtime.Tests.Invariants;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>Owners that travel: between threads, and into the hands of several threads that all dispose.</summary>
[Trait("Category", "Long")]
public partial class OwnerStormTests(ITestOutputHelper output)
{
    // At most 128 longs: an array of 2 KB or more would start with anything but zeros.
    [PooledBuffer<long>(MaxLength = 128, MaxBuffersPerThread = 4)]
    private partial struct Travelling;

    [PooledBuffer<long>(MaxLength = 16)]
    private partial struct Contested;

    [Fact]
    public void Storm_OfHandOvers_GivesNoBufferToTwoHoldersAndLosesNone()
    {
        const int pairs = 2, rounds = 100_000;
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        int doubleHolders = 0, running = 2 * pairs;
        var queue = new ConcurrentQueue<PooledOwner<long>>();

        void Produce(int id)
        {
            var random = new Random(seed + id);
            for (int i = 0; i < rounds; i++)
            {
                int length = random.Next(1, 129);
                PooledOwner<long> owner = random.Next(2) == 0 ? Travelling.RentOwner(length) : Travelling.Rent(length).Detach();
                if (Interlocked.CompareExchange(ref owner.Span[0], id, 0) != 0)
                    Interlocked.Increment(ref doubleHolders);

                queue.Enqueue(owner);
                while (queue.Count > 200)
                    Thread.Yield();
            }

            Interlocked.Decrement(ref running);
        }

        void Consume()
        {
            while (Volatile.Read(ref running) > pairs || !queue.IsEmpty)
            {
                if (!queue.TryDequeue(out PooledOwner<long> owner))
                    continue;

                if (Interlocked.Exchange(ref owner.Span[0], 0) == 0)
                    Interlocked.Increment(ref doubleHolders);

                owner.Dispose();
            }

            Interlocked.Decrement(ref running);
        }

        void Trim()
        {
            while (Volatile.Read(ref running) > 0)
            {
                Travelling.Pool.Trim();
                Thread.SpinWait(5000);
            }
        }

        Run([.. Enumerable.Range(1, pairs).Select<int, ThreadStart>(id => () => Produce(id)), .. Enumerable.Repeat<ThreadStart>(Consume, pairs), Trim]);
        output.WriteLine(Travelling.Pool.ToString());
        StormReport.Write(output, Travelling.Pool, doubleHolders);

        Assert.Equal(0, doubleHolders);
        PoolInvariants.AssertHold(Travelling.Pool, inUse: 0);
        Assert.Equal((0, 0), (Travelling.Pool.Statistics.InUse, Travelling.Pool.Statistics.Misuse));
    }

    [Fact]
    public void Storm_OfConcurrentDisposes_LetsExactlyOneWinEachRound()
    {
        const int threads = 16;
        int rounds = int.Parse(Environment.GetEnvironmentVariable("POOLEDGEN_STORM_ROUNDS") ?? "20000", System.Globalization.CultureInfo.InvariantCulture);
        PooledOwner<long> contested = default;
        IReadOnlyList<string> broken = [];
        using var barrier = new Barrier(threads, barrier =>
        {
            // All threads wait, so the pool is at rest.
            if (barrier.CurrentPhaseNumber % 1000 == 0 && broken.Count == 0)
                broken = PoolInvariants.CheckPatiently(Contested.Pool, inUse: 0);

            contested = Contested.RentOwner(16);
        });

        Run([.. Enumerable.Repeat<ThreadStart>(
            () =>
            {
                for (int i = 0; i < rounds; i++)
                {
                    barrier.SignalAndWait();
                    contested.Dispose();
                }

                barrier.RemoveParticipant();
            },
            threads)]);

        // The barrier's last action may have rented once more, for nobody.
        contested.Dispose();
        PoolStatistics statistics = Contested.Pool.Statistics;
        output.WriteLine(statistics.ToString());
        Assert.Empty(broken);
        PoolInvariants.AssertHold(Contested.Pool, inUse: 0);
        Assert.Equal(0, statistics.InUse);
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Dropped + statistics.Trimmed); // on a slow machine, by the idle timer
        Assert.True(statistics.Misuse >= (threads - 1L) * rounds, "Each round has one winner; all others are misuse.");
    }

    private static void Run(ThreadStart[] bodies)
    {
        Thread[] threads = [.. bodies.Select(body => new Thread(body))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
    }
}
