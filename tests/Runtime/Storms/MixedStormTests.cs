using System.Buffers;
using PooledGen.Runtime.Tests.Invariants;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// One pool of one length, rented in three ways on the same threads: by its renter, by owners and by the array adapter. They nest and end in any order,
/// while another thread trims and lets the pool be checked for a while. A holder fills its buffer with a number that nobody else has, and finds it
/// there at the end of the rental.
/// </summary>
[Trait("Category", "Long")]
public partial class MixedStormTests(ITestOutputHelper output)
{
    private const int Workers = 2;
    private const int MaxNesting = 8;

    private static readonly ArrayPool<long> s_arrays = Block.Pool.AsArrayPool();

    private long _stamps;
    private long _doubleHolders;

    // The nesting is deeper than the stacks, so that these run empty and spill.
    [PooledBuffer<long>(Length = 64, MaxBuffersPerThread = 5)]
    private partial struct Block;

    [Fact]
    public void Storm_OfRentersOwnersAndArrays_GivesNoBufferToTwoHoldersAndLosesNone()
    {
        int seed = Environment.TickCount, findings = 0;
        output.WriteLine($"seed {seed}");
        EventHandler<PoolMisuse> count = (pool, _) => Interlocked.Add(ref findings, pool == Block.Pool ? 1 : 0);
        PooledBuffers.MisuseFound += count;
        try
        {
            Run(seed);
        }
        finally
        {
            PooledBuffers.MisuseFound -= count;
        }

        PoolStatistics statistics = Block.Pool.Statistics;
        output.WriteLine($"{_stamps} rentals, {statistics}");
        StormReport.Write(output, Block.Pool, _doubleHolders);

        Assert.Equal((0, 0), (_doubleHolders, findings));
        Assert.Equal((0, 0), (statistics.InUse, statistics.Misuse));
        PoolInvariants.AssertHold(Block.Pool, inUse: 0);
        Assert.Equal(_stamps, Block.Pool.Statistics.Rents);
        Assert.True(HasHappened(), "Too little happened: the storm proves nothing.");
    }

    private static bool HasHappened() => Block.Pool.Statistics is { Trimmed: > 0, Hits: > 0 };

    private void Run(int seed)
    {
        var clock = new StormClock(StormTime.Read(otherwise: 1), HasHappened);
        Thread[] threads =
        [
            new(() => Disturb(clock, new Random(seed))),
            .. Enumerable.Range(1, Workers).Select(id => new Thread(() => Churn(clock, seed, id))),
        ];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
    }

    // What PooledBuffers.Check() does, for this pool alone: a check of the process would see the rentals of other tests.
    private static void Disturb(StormClock clock, Random random)
    {
        while (clock.IsRunning)
        {
            bool isChecked = random.Next(10) == 0;
            if (isChecked)
                Block.Pool.Enter(PoolMode.Checked);

            for (int trims = random.Next(20); trims > 0; trims--)
            {
                Block.Pool.Trim();
                Thread.SpinWait(random.Next(500));
            }

            if (isChecked)
            {
                Block.Pool.Leave(PoolMode.Checked);
                Block.Pool.VerifyQuarantine(before: long.MaxValue);
            }
        }
    }

    // A row of short-lived threads: the first rental of each may be of any kind.
    private void Churn(StormClock clock, int seed, int id)
    {
        for (int generation = 0; clock.IsRunning; generation++)
        {
            var random = new Random(seed + (id * 1000) + generation);
            var thread = new Thread(() =>
            {
                for (int i = 0; i < 2000; i++)
                    Step(random, depth: 0);
            });
            thread.Start();
            thread.Join();
        }
    }

    private void Step(Random random, int depth)
    {
        switch (random.Next(5))
        {
            case 0:
                HoldRenter(random, depth);
                break;
            case 1:
                HoldOwner(random, depth);
                break;
            case 2:
                HoldArray(random, depth);
                break;
            default:
                HoldInWrongOrder(random, depth);
                break;
        }
    }

    private void Nest(Random random, int depth)
    {
        for (int count = depth < MaxNesting ? random.Next(3) : 0; count > 0; count--)
            Step(random, depth + 1);
    }

    private void HoldRenter(Random random, int depth)
    {
        using var block = Block.Rent();
        long stamp = Claim(block.Span);
        Nest(random, depth);
        Verify(block.Span, stamp);
    }

    private void HoldOwner(Random random, int depth)
    {
        using PooledOwner<long> owner = Block.RentOwner();
        long stamp = Claim(owner.Span);
        Nest(random, depth);
        Verify(owner.Span, stamp);
    }

    private void HoldArray(Random random, int depth)
    {
        long[] array = s_arrays.Rent(64);
        long stamp = Claim(array);
        Nest(random, depth);
        Verify(array, stamp);
        s_arrays.Return(array);
    }

    // The array is not the one that its thread has popped last. What is rented after its return must not be the other one, which is still held.
    private void HoldInWrongOrder(Random random, int depth)
    {
        long[] array = s_arrays.Rent(64);
        long stamp = Claim(array);
        long[]? second = random.Next(2) == 0 ? s_arrays.Rent(64) : null;
        PooledOwner<long> owner = second is null ? Block.RentOwner() : default;
        Span<long> held = second is null ? owner.Span : second;
        long heldStamp = Claim(held);

        Verify(array, stamp);
        s_arrays.Return(array);
        Nest(random, depth);
        Verify(held, heldStamp);
        if (second is null)
            owner.Dispose();
        else
            s_arrays.Return(second);
    }

    private long Claim(Span<long> buffer)
    {
        long stamp = Interlocked.Increment(ref _stamps);
        buffer.Fill(stamp);
        return stamp;
    }

    private void Verify(Span<long> buffer, long stamp)
    {
        if (buffer.IndexOfAnyExcept(stamp) >= 0)
            Interlocked.Increment(ref _doubleHolders);
    }
}
