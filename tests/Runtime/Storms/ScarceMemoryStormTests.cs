using PooledGen.Runtime.Tests.Invariants;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Threads rent until the process has no memory left, return everything, and begin again: the exception may come out of any rental, growth or hand-over, and
/// no buffer is lost by it. It needs a process with a limit (<c>DOTNET_GCHeapHardLimit</c>), which <c>tests/scripts/storms.sh</c> sets.
/// </summary>
[Trait("Category", "Long")]
public partial class ScarceMemoryStormTests(ITestOutputHelper output)
{
    private const int Workers = 4;

    // It refuses nothing: the memory ends before it does.
    private readonly BufferBudget _budget = new(long.MaxValue);
    private int _failures;
    private int _doubleHolders;

    [PooledBuffer<long>(MaxLength = 64 * 1024, MaxBuffersPerThread = 3)]
    private partial struct Scarce;

    [ScarceMemoryFact]
    public void Storm_WithoutMemory_GivesNoBufferToTwoHoldersAndLosesNone()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var clock = new StormClock(StormTime.Read(otherwise: 1), () => _failures > 0);
        using var start = new Barrier(Workers);
        Thread[] threads = [.. Enumerable.Range(1, Workers).Select(id => new Thread(() => Work(new Random(seed + id), start, clock)))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();

        output.WriteLine($"{_failures} times out of memory, {Scarce.Pool}");
        StormReport.Write(output, Scarce.Pool, _doubleHolders);

        Assert.Equal(0, _doubleHolders);
        PoolInvariants.AssertHold(Scarce.Pool, inUse: 0);
        Assert.Equal((0, 0), (Scarce.Pool.Statistics.Misuse, _budget.InUseBytes));
        Assert.True(_failures > 0, "There was always memory: the storm proves nothing.");
    }

    private void Work(Random random, Barrier start, StormClock clock)
    {
        // Room for all that can be held, so that the list itself never needs memory. No thread begins before each has its list: an exception here would end
        // the process.
        var held = new List<(PooledOwner<long> Owner, long Stamp)>(100_000);
        start.SignalAndWait();
        for (long stamp = random.NextInt64() << 8; clock.IsRunning; stamp++)
        {
            try
            {
                Step(random, held, stamp);
            }
            catch (OutOfMemoryException)
            {
                Interlocked.Increment(ref _failures);
                ReturnAll(held);
            }

            if (held.Count == held.Capacity)
                ReturnAll(held);
        }

        ReturnAll(held);
    }

    private void Step(Random random, List<(PooledOwner<long> Owner, long Stamp)> held, long stamp)
    {
        // Mostly pooled lengths, and some that are not.
        int length = random.Next(1, random.Next(8) == 0 ? 200_000 : 40_000);
        switch (random.Next(6))
        {
            case 0 when held.Count > 0:
                int index = random.Next(held.Count);
                (PooledOwner<long> owner, long old) = held[index];
                Verify(owner, old);
                PooledOwner<long> resized = owner.Resize(length);
                resized.Span.Fill(stamp);
                held[index] = (resized, stamp);
                break;
            case 1:
                using (var writer = Scarce.CreateWriter())
                {
                    writer.Append(stamp, length);
                    writer.Append(stamp, length);
                    PooledOwner<long> detached = writer.Detach();
                    held.Add((detached, stamp));
                }

                break;
            case 2 when held.Count > 0:
                Verify(held[^1].Owner, held[^1].Stamp);
                held[^1].Owner.Dispose();
                held.RemoveAt(held.Count - 1);
                break;
            case 3:
                using (var renter = Scarce.Rent(length))
                    renter.Span.Fill(stamp);

                break;
            default:
                PooledOwner<long> rented = random.Next(2) == 0 && Scarce.Pool.TryRentOwner(length, _budget, out PooledOwner<long> charged)
                    ? charged
                    : Scarce.RentOwner(length);
                rented.Span.Fill(stamp);
                held.Add((rented, stamp));
                break;
        }
    }

    private void ReturnAll(List<(PooledOwner<long> Owner, long Stamp)> held)
    {
        for (int i = 0; i < held.Count; i++)
        {
            Verify(held[i].Owner, held[i].Stamp);
            held[i].Owner.Dispose();
        }

        held.Clear();

        // What the pool retains would be all that there is.
        Scarce.Pool.Trim();
    }

    private void Verify(in PooledOwner<long> owner, long stamp)
    {
        if (owner.Span.IndexOfAnyExcept(stamp) >= 0)
            Interlocked.Increment(ref _doubleHolders);
    }
}

/// <summary>A test that is skipped unless the memory of the process is limited to less than a gigabyte.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ScarceMemoryFactAttribute : FactAttribute
{
    public ScarceMemoryFactAttribute()
        => Skip = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes < 1L << 30 ? null : "Needs DOTNET_GCHeapHardLimit (tests/scripts/storms.sh).";
}
