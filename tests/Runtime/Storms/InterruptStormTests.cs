using System.Collections.Concurrent;
using PooledGen.Runtime.Tests.Invariants;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>Threads rent, return and hand over while another one interrupts them again and again: no rental fails, and no buffer is lost.</summary>
[Trait("Category", "Long")]
public partial class InterruptStormTests(ITestOutputHelper output)
{
    private const int Workers = 3, Rounds = 30_000;

    private readonly Stack<PooledOwner<long>> _shelf = new();
    private readonly BufferBudget _budget = new(10 * 1024);
    private readonly ConcurrentQueue<ThreadInterruptedException> _thrown = new();
    private int _raised;

    // Few classes and shallow stacks: places are opened all the time, which takes the pool's lock.
    [PooledBuffer<long>(MaxLength = 64, MinLength = 32, MaxBuffersPerThread = 3)]
    private partial struct Interrupted;

    [Fact]
    public void Storm_OfInterrupts_LosesNoBufferAndNoInterrupt()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        Thread[] workers = [.. Enumerable.Range(1, Workers).Select(id => new Thread(() => Work(new Random(seed + id))))];
        foreach (Thread worker in workers)
            worker.Start();

        // It trims too, so that the workers wait for the pool's lock.
        for (var random = new Random(seed); workers.Any(static worker => worker.IsAlive);)
        {
            workers[random.Next(Workers)].Interrupt();
            Interrupted.Pool.Trim();
        }

        while (_shelf.TryPop(out PooledOwner<long> owner))
            owner.Dispose();

        PoolStatistics statistics = Interrupted.Pool.Statistics;
        output.WriteLine($"{_raised} interrupts, {statistics}");
        StormReport.Write(output, Interrupted.Pool, doubleHolders: 0);

        Assert.Empty(_thrown);
        Assert.Equal((0, 0), (statistics.InUse, statistics.Misuse));
        Assert.Equal(0, _budget.InUseBytes);
        PoolInvariants.AssertHold(Interrupted.Pool, inUse: 0);
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted);
        Assert.True(_raised > 0, "No worker was ever interrupted: the storm proves nothing.");
    }

    private void Work(Random random)
    {
        for (int i = 0; i < Rounds; i++)
        {
            try
            {
                Step(random);
            }
            catch (ThreadInterruptedException exception)
            {
                _thrown.Enqueue(exception);
            }

            if (i % 100 == 0)
                WaitForItself();
        }
    }

    private void Step(Random random)
    {
        using var first = Interrupted.Rent(random.Next(1, 65));
        using var second = Interrupted.Rent(random.Next(1, 65));
        Put(Interrupted.RentOwner(random.Next(1, 65)));
        if (random.Next(4) > 0)
            Put(Interrupted.RentOwner(random.Next(1, 65)));
        if (Interrupted.Pool.TryRentOwner(random.Next(1, 65), _budget, out PooledOwner<long> charged))
            Put(charged);

        while (TryTake(out PooledOwner<long> other))
            other.Dispose();
    }

    // A concurrent collection would do for the shelf, but it sleeps where threads meet, and the interrupt would come out there.
    private void Put(PooledOwner<long> owner)
    {
        using (Uninterrupted.Lock(_shelf))
            _shelf.Push(owner);
    }

    private bool TryTake(out PooledOwner<long> owner)
    {
        owner = default;
        using (Uninterrupted.Lock(_shelf))
            return _shelf.Count > 20 && _shelf.TryPop(out owner);
    }

    // Here an interrupt may come out, and is used up.
    private void WaitForItself()
    {
        try
        {
            Thread.Sleep(1);
        }
        catch (ThreadInterruptedException)
        {
            Interlocked.Increment(ref _raised);
        }
    }
}
