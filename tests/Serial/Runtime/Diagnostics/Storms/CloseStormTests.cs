using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;
using PooledGen.Runtime.Tests.Storms;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Diagnostics.Storms;

/// <summary>
/// A listener comes and goes while threads rent, nest, dispose in any order and give buffers to each other. From the moment that it listens it
/// hears of every rental that begins and of every one that ends, on whatever thread.
/// </summary>
[Collection(ProcessWide.Name)]
[Trait("Category", "Long")]
public partial class CloseStormTests(ITestOutputHelper output)
{
    // What this thread's rentals told.
    [ThreadStatic]
    private static int t_rented;

    [ThreadStatic]
    private static int t_returned;

    private readonly ConcurrentStack<PooledOwner<long>> _shelf = new();

    // What each worker has seen of _phase. More workers than cores: one that is interrupted between looking at its stack and writing to it is
    // what this is about.
    private readonly int[] _phases = new int[Environment.ProcessorCount + 1];

    // Odd while every rental must be heard.
    private volatile int _phase;
    private volatile bool _isOver;
    private long _rentals;
    private long _heard;
    private long _unheard;

    // Few classes and shallow stacks: they run full and empty all the time.
    [PooledBuffer<long>(MaxLength = 64, MinLength = 32, MaxBuffersPerThread = 3)]
    private partial struct Stormed;

    [Fact]
    public void Listener_WhoComesAndGoes_HearsOfEveryRental()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        Thread[] workers = [.. _phases.Select((_, id) => new Thread(() => Work(id, new Random(seed + id))))];
        foreach (Thread worker in workers)
            worker.Start();

        Listen(new Random(seed));
        _isOver = true;
        foreach (Thread worker in workers)
            worker.Join();

        foreach (PooledOwner<long> owner in _shelf)
            owner.Dispose();

        PoolStatistics statistics = Stormed.Pool.Statistics;
        output.WriteLine($"{_phase / 2} listeners heard {_heard} of {_rentals} rentals; {statistics}");

        Assert.Equal(0, _unheard);
        Assert.Equal(_rentals, statistics.Rents);
        Assert.Equal(0, statistics.InUse);
        PoolInvariants.AssertHold(Stormed.Pool, inUse: 0);
        Assert.True(HasHappened(), "Every rental was heard, or none: the storm proves nothing.");
    }

    private bool HasHappened() => Interlocked.Read(ref _heard) > 0 && Interlocked.Read(ref _heard) < Interlocked.Read(ref _rentals);

    private void Listen(Random random)
    {
        var clock = new StormClock(StormTime.Read(otherwise: 1), HasHappened);
        while (clock.IsRunning)
        {
            using (new RentalListener())
            {
                NextPhase();
                NextPhase();
            }

            // Until the threads keep something for themselves again.
            Thread.Sleep(random.Next(3));
        }
    }

    private void NextPhase()
    {
        _phase++;
        SpinWait.SpinUntil(() => _phases.All(phase => phase == _phase));
    }

    private void Work(int id, Random random)
    {
        while (!_isOver)
        {
            // Yield, so that the other threads see the new phase soon, and not only at the end of this time slice.
            int phase = _phase;
            if (Interlocked.Exchange(ref _phases[id], phase) != phase)
                Thread.Yield();

            // One at a time: a few unheard rentals more, and what a thread had kept for itself would have gone its way.
            Step(random, isHeard: phase % 2 == 1, depth: 0);
        }
    }

    private void Step(Random random, bool isHeard, int depth)
    {
        int rented = t_rented;
        var first = Stormed.Rent(random.Next(1, 65));
        Check(isHeard, t_rented - rented);
        int choice = random.Next(10);
        if (choice < 5 && depth < 8)
            Step(random, isHeard, depth + 1);

        if (choice == 5)
        {
            rented = t_rented;
            var second = Stormed.Rent(random.Next(1, 65));
            Check(isHeard, t_rented - rented);
            End(first, isHeard);
            End(second, isHeard);
            return;
        }

        if (choice > 7)
        {
            _shelf.Push(first.Detach());
            if (_shelf.TryPop(out PooledOwner<long> other))
            {
                int returned = t_returned;
                other.Dispose();
                other.Dispose();
                Count(isHeard, t_returned - returned);
            }

            return;
        }

        End(first, isHeard);
    }

    private void End(Stormed buffer, bool isHeard)
    {
        int returned = t_returned;
        buffer.Dispose();
        Count(isHeard, t_returned - returned);
    }

    private void Check(bool isHeard, int events)
    {
        Interlocked.Increment(ref _rentals);
        if (isHeard)
            Interlocked.Increment(ref _heard);

        Count(isHeard, events);
    }

    private void Count(bool isHeard, int events)
    {
        if (isHeard && events != 1)
            Interlocked.Increment(ref _unheard);
    }

    private sealed class RentalListener : EventListener
    {
        public RentalListener() => EnableEvents(PoolEvents.Source, EventLevel.Verbose);

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            t_rented += eventData.EventId == 1 ? 1 : 0;
            t_returned += eventData.EventId == 3 ? 1 : 0;
        }
    }
}
