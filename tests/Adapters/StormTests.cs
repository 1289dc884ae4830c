using System.Buffers;
using System.Collections.Concurrent;
using System.Globalization;
using Xunit.Abstractions;

namespace PooledGen.Adapters.Tests;

/// <summary>Arrays and owners that travel between threads, and that several threads return at once.</summary>
public partial class StormTests(ITestOutputHelper output)
{
    // At most 128 longs: an array of 2 KB or more would start with anything but zeros.
    [PooledBuffer<long>(MaxLength = 128, ThreadDepth = 4)]
    private partial struct Arrays;

    [PooledBuffer<long>(MaxLength = 128, ThreadDepth = 4)]
    private partial struct Blocks;

    [PooledBuffer<long>(MaxLength = 16)]
    private partial struct Contested;

    [PooledBuffer<long>(MaxLength = 16)]
    private partial struct ContestedBlocks;

    private static readonly int s_rounds = int.Parse(
        Environment.GetEnvironmentVariable("POOLEDGEN_STORM_ROUNDS") ?? "5000", CultureInfo.InvariantCulture);

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
        const int pairs = 2, rounds = 50_000;
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

        Run([.. Enumerable.Range(1, pairs).Select<int, ThreadStart>(id => () => Produce(id)), .. Enumerable.Repeat<ThreadStart>(Consume, pairs), Trim]);
        output.WriteLine(pool.ToString());

        Assert.Equal(0, doubleHolders);
        Assert.Equal((0, 0), (pool.Statistics.InUse, pool.Statistics.Misuse));
    }

    private void Contest<TRental>(BufferPool<long> pool, Func<TRental> rent, Action<TRental> giveBack)
        where TRental : class
    {
        const int threads = 8;
        long misuse = pool.Statistics.Misuse;
        TRental? contested = null;
        using var barrier = new Barrier(threads, _ => Volatile.Write(ref contested, rent()));

        Run([.. Enumerable.Repeat<ThreadStart>(
            () =>
            {
                for (int i = 0; i < s_rounds; i++)
                {
                    barrier.SignalAndWait();
                    giveBack(contested!);
                }
            },
            threads)]);
        output.WriteLine(pool.ToString());

        Assert.Equal(0, pool.Statistics.InUse);
        Assert.Equal(misuse + ((threads - 1L) * s_rounds), pool.Statistics.Misuse);
    }

    private static void Run(ThreadStart[] bodies)
    {
        Thread[] threads = [.. bodies.Select(static body => new Thread(body))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
    }
}
