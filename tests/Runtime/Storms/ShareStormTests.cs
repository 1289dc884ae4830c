using PooledGen.Runtime.Tests.Invariants;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>Threads that share, slice, read and end owners at random, while other threads end the owners that they share.</summary>
[Trait("Category", "Long")]
public partial class ShareStormTests(ITestOutputHelper output)
{
    [PooledBuffer<long>(MaxLength = 128, MaxBuffersPerThread = 4)]
    private partial struct Shared;

    // An owner, and the number that all its elements have. It does not change, so a thread may read it without a lock.
    private sealed record Value(PooledOwner<long> Owner, long Number);

    [Fact]
    public void Storm_OfShares_GivesNoBufferBackWhileAShareLivesAndLosesNone() => Run(output, Shared.RentOwner, Shared.Pool);

    /// <summary>Shares the owners of a pool on many threads, for a while.</summary>
    internal static void Run(ITestOutputHelper output, Func<int, PooledOwner<long>> rent, BufferPool<long> pool)
    {
        const int threads = 16, values = 8;
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        long number = 0, doubleHolders = 0, shares = 0, refused = 0;
        var current = new Value[values];
        DateTime end = DateTime.UtcNow + StormTime.Read(otherwise: 1);

        Value Create(int length)
        {
            var value = new Value(rent(length), Interlocked.Increment(ref number));
            value.Owner.Span.Fill(value.Number);
            return value;
        }

        void Verify(PooledOwner<long> owner, long expected)
        {
            if (owner.Span.IndexOfAnyExcept(expected) >= 0)
                Interlocked.Increment(ref doubleHolders);
        }

        // Nothing keeps another thread from ending the owner during the call, or before it.
        void Share(Value value, Random random)
        {
            PooledOwner<long> share;
            try
            {
                share = value.Owner.Share();
            }
            catch (ObjectDisposedException)
            {
                Interlocked.Increment(ref refused);
                return;
            }

            Interlocked.Increment(ref shares);
            Verify(share, value.Number);
            share = random.Next(4) switch
            {
                0 => share.DetachSlice(random.Next(share.Length + 1)),
                1 => share.Resize(random.Next(share.Length + 1)),
                2 => ShareOf(share),
                _ => share,
            };
            if (random.Next(8) == 0)
                Thread.Yield();

            Verify(share, value.Number);
            share.Dispose();
        }

        void Work(int id)
        {
            var random = new Random(seed + id);
            while (DateTime.UtcNow < end)
            {
                for (int i = 0; i < 100; i++)
                {
                    ref Value slot = ref current[random.Next(values)];
                    switch (random.Next(8))
                    {
                        case 0:
                            Interlocked.Exchange(ref slot, Create(random.Next(1, 65))).Owner.Dispose();
                            break;
                        case 1:
                            // Rentals of other kinds of the same buffers, which a failed share may meet.
                            Value own = Create(random.Next(1, 65));
                            Thread.Yield();
                            Verify(own.Owner, own.Number);
                            own.Owner.Dispose();
                            break;
                        default:
                            Share(Volatile.Read(ref slot), random);
                            break;
                    }
                }
            }
        }

        for (int i = 0; i < values; i++)
            current[i] = Create(64);

        Thread[] running = [.. Enumerable.Range(0, threads).Select(id => new Thread(() => Work(id)))];
        foreach (Thread thread in running)
            thread.Start();
        foreach (Thread thread in running)
            thread.Join();
        foreach (Value value in current)
            value.Owner.Dispose();

        output.WriteLine($"{shares} shares, {refused} refused. {pool}");
        StormReport.Write(output, pool, doubleHolders);
        Assert.Equal(0, doubleHolders);
        Assert.True(shares > 1000, $"There were {shares} shares.");
        PoolInvariants.AssertHold(pool, inUse: 0);
        Assert.Equal((0, 0), (pool.Statistics.InUse, pool.Statistics.Misuse));
    }

    private static PooledOwner<long> ShareOf(PooledOwner<long> owner)
    {
        using (owner)
            return owner.Share();
    }
}
