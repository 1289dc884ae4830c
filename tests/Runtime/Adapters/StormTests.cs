using System.Buffers;
using System.Collections.Concurrent;
using System.Globalization;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Storms;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>Arrays and owners that travel between threads, and that several threads return at once.</summary>
[Trait("Category", "Long")]
public partial class StormTests(ITestOutputHelper output)
{
    // At most 128 longs: an array of 2 KB or more would start with anything but zeros.
    [PooledBuffer<long>(MaxLength = 128, MaxBuffersPerThread = 4)]
    private partial struct Arrays;

    [PooledBuffer<long>(MaxLength = 128, MaxBuffersPerThread = 4)]
    private partial struct Blocks;

    [PooledBuffer<long>(MaxLength = 16)]
    private partial struct Contested;

    [PooledBuffer<long>(MaxLength = 16)]
    private partial struct ContestedBlocks;

    private static readonly int s_rounds = int.Parse(
        Environment.GetEnvironmentVariable("POOLEDGEN_STORM_ROUNDS") ?? "50000", CultureInfo.InvariantCulture);

    [Fact]
    public void Storm_OfTravellingArrays_GivesNoneToTwoHoldersAndLosesNone()
    {
        ArrayPool<long> pool = Arrays.Pool.AsArrayPool();
        Travel(Arrays.Pool, RentAfterARenter, static array => array, array => pool.Return(array));

        // Arrays change between rentals with a handle and rentals without one.
        long[] RentAfterARenter(int length)
        {
            using (Arrays.Rent(length))
            {
            }

            return pool.Rent(length);
        }
    }

    [Fact]
    public void Storm_OfTravellingArraysOfAnArrayPoolOfItsOwn_GivesNoneToTwoHoldersAndLosesNone()
    {
        PooledArrayPool<long> pool = PooledBuffers.CreateArrayPool<long>(128);
        Travel(pool.Pool, pool.Rent, static array => array, array => pool.Return(array));
    }

    [Fact]
    public void Storm_OfTravellingOwners_GivesNoBlockToTwoHoldersAndLosesNone()
    {
        MemoryPool<long> pool = Blocks.Pool.AsMemoryPool(reuseOwners: true);
        Travel(Blocks.Pool, length => pool.Rent(length), static owner => owner.Memory, static owner => owner.Dispose());
    }

    [Fact]
    public void Storm_OfConcurrentReturns_LetsExactlyOneWinEachRound()
    {
        ArrayPool<long> pool = Contested.Pool.AsArrayPool();
        Contest(Contested.Pool, () => pool.Rent(16), array => pool.Return(array));
    }

    [Fact]
    public void Storm_OfConcurrentReturnsToAnArrayPoolOfItsOwn_LetsExactlyOneWinEachRound()
    {
        PooledArrayPool<long> pool = PooledBuffers.CreateArrayPool<long>(16);
        Contest(pool.Pool, () => pool.Rent(16), array => pool.Return(array));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Storm_OfConcurrentDisposes_LetsExactlyOneWinEachRound(bool reuseOwners)
    {
        MemoryPool<long> pool = ContestedBlocks.Pool.AsMemoryPool(reuseOwners);
        Contest(ContestedBlocks.Pool, () => pool.Rent(16), static owner => owner.Dispose());
    }

    private void Travel<TRental>(BufferPool<long> pool, Func<int, TRental> rent, Func<TRental, Memory<long>> memoryOf, Action<TRental> giveBack)
    {
        const int pairs = 2, rounds = 20_000;
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        int doubleHolders = 0, running = 2 * pairs;
        var queue = new ConcurrentQueue<TRental>();

        void Produce(int id)
        {
            var random = new Random(seed + id);
            for (int i = 0; i < rounds; i++)
            {
                TRental rental = rent(random.Next(1, 129));
                if (Interlocked.CompareExchange(ref memoryOf(rental).Span[0], id, 0) != 0)
                    Interlocked.Increment(ref doubleHolders);

                queue.Enqueue(rental);
                while (queue.Count > 200)
                    Thread.Yield();
            }

            Interlocked.Decrement(ref running);
        }

        void Consume()
        {
            while (Volatile.Read(ref running) > pairs || !queue.IsEmpty)
            {
                if (!queue.TryDequeue(out TRental? rental))
                    continue;

                if (Interlocked.Exchange(ref memoryOf(rental).Span[0], 0) == 0)
                    Interlocked.Increment(ref doubleHolders);

                giveBack(rental);
            }

            Interlocked.Decrement(ref running);
        }

        void Trim()
        {
            while (Volatile.Read(ref running) > 0)
            {
                pool.Trim();
                Thread.SpinWait(5000);
            }
        }

        Run(pool, [.. Enumerable.Range(1, pairs).Select<int, ThreadStart>(id => () => Produce(id)), .. Enumerable.Repeat<ThreadStart>(Consume, pairs), Trim]);
        output.WriteLine(pool.ToString());
        StormReport.Write(output, pool, doubleHolders);

        Assert.Equal(0, doubleHolders);
        PoolInvariants.AssertHold(pool, inUse: 0);
        Assert.Equal((0, 0), (pool.Statistics.InUse, pool.Statistics.Misuse));
    }

    // Threads that spin for the start return within nanoseconds of each other; a Barrier would wake them one after the other.
    private void Contest<TRental>(BufferPool<long> pool, Func<TRental> rent, Action<TRental> giveBack)
        where TRental : class
    {
        int threads = Math.Clamp(Environment.ProcessorCount, 2, 8);
        long misuse = pool.Statistics.Misuse;
        TRental? contested = null;
        IReadOnlyList<string> broken = [];
        int arrived = 0, started = 0;

        void ReturnEveryRound()
        {
            for (int round = 1; round <= s_rounds; round++)
            {
                if (Interlocked.Increment(ref arrived) == threads)
                {
                    arrived = 0;
                    if (round % 1000 == 0 && broken.Count == 0)
                        broken = PoolInvariants.CheckPatiently(pool, inUse: 0); // all others wait for the start

                    contested = rent();
                    Volatile.Write(ref started, round);
                    Thread.SpinWait(round % 32); // the others learn of it a little later
                }

                var wait = new SpinWait();
                while (Volatile.Read(ref started) < round)
                    wait.SpinOnce(sleep1Threshold: -1);

                giveBack(contested!);
            }
        }

        Run(pool, [.. Enumerable.Repeat<ThreadStart>(ReturnEveryRound, threads)]);
        output.WriteLine(pool.ToString());

        Assert.Empty(broken);
        PoolInvariants.AssertHold(pool, inUse: 0);
        Assert.Equal(0, pool.Statistics.InUse);
        Assert.Equal(misuse + ((threads - 1L) * s_rounds), pool.Statistics.Misuse);
    }

    // A node that two threads hold may lead a broken pool in circles: the storm fails when a minute passes without a rental. A total limit
    // would measure the machine.
    private static void Run(BufferPool<long> pool, ThreadStart[] bodies)
    {
        Thread[] threads = [.. bodies.Select(static body => new Thread(body) { IsBackground = true })];
        foreach (Thread thread in threads)
            thread.Start();

        long before, rents = -1;
        foreach (Thread thread in threads)
        {
            while (!thread.Join(TimeSpan.FromMinutes(1)))
            {
                (before, rents) = (rents, pool.Statistics.Rents);
                Assert.True(rents > before, "The storm does not end.");
            }
        }
    }
}
