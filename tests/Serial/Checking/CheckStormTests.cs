using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;
using PooledGen.Runtime.Tests.Storms;
using Xunit.Abstractions;

namespace PooledGen.Checking.Tests;

/// <summary>
/// Everything together: threads that come and go rent, nest, hand over and dispose in any order while checks come, nest and go, samples are
/// taken, listeners come and go, the budget changes, idle buffers are looked for and the pool is trimmed. Each holder fills its buffer with a
/// number of its own: another holder, and poison that comes too early, would destroy it.
/// </summary>
[Trait("Category", "Long")]
public partial class CheckStormTests(ITestOutputHelper output)
{
    private const int Workers = 3;

    private readonly ConcurrentQueue<(PooledOwner<long> Owner, long Number)> _handedOver = new();
    private readonly ConcurrentBag<PoolMisuse> _findings = [];
    private long _lastNumber;
    private long _spoilt;
    private long _doubleDisposes;
    private long _checks;

    // One size class, so that any free buffer serves any rental.
    [PooledBuffer<long>(MinLength = 128, MaxLength = 128, MaxBuffersPerThread = 3)]
    private partial struct Contested;

    [Fact]
    public void Storm_WithChecksThatComeAndGo_SpoilsNoBufferAndFindsOnlyWhatIsThere()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var clock = new StormClock(StormTime.Read(otherwise: 2), HasHappened);
        using var listener = new Listener((_, misuse) => _findings.Add(misuse));

        Thread[] threads =
        [
            new(() => Toggle(clock, new Random(seed))),
            new(() => KeepHouse(clock, new Random(-seed))),
            .. Enumerable.Range(1, Workers).Select(id => new Thread(() => Churn(clock, seed + (id * 100_000)))),
        ];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        while (_handedOver.TryDequeue(out (PooledOwner<long> Owner, long Number) last))
            Dispose(last.Owner, last.Number);

        PoolStatistics statistics = Contested.Pool.Statistics;
        output.WriteLine($"{_checks} checks, {_findings.Count} findings, {statistics}");

        Assert.Equal(0, _spoilt);
        PoolInvariants.AssertHold(Contested.Pool, inUse: 0);
        Assert.Equal((_lastNumber, 0, _doubleDisposes), (statistics.Rents, statistics.InUse, statistics.Misuse));
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted);
        Assert.DoesNotContain(_findings, static finding => finding.Kind is PoolMisuseKind.Overrun or PoolMisuseKind.WriteAfterReturn);
        Assert.True(HasHappened(), "Too little happened: the storm proves nothing.");

        Assert.True(Collections.Until(IsAllForRent), "Something was left behind: in quarantine, or with an ended thread.");
    }

    // A mistake is found, the budget refuses something, and most buffers come from the pool.
    private bool HasHappened()
    {
        PoolStatistics statistics = Contested.Pool.Statistics;
        return statistics.Evicted > 0 && statistics.Hits > statistics.Misses && _findings.Any(static finding => finding.Kind is PoolMisuseKind.DoubleDispose);
    }

    private static bool IsAllForRent()
    {
        PoolStatistics before = Contested.Pool.Statistics;
        PooledOwner<long>[] all = [.. Enumerable.Range(0, (int)before.Retained).Select(static _ => Contested.RentOwner(128))];
        long misses = Contested.Pool.Statistics.Misses;
        Array.ForEach(all, static owner => owner.Dispose());
        return misses == before.Misses;
    }

    private void Toggle(StormClock clock, Random random)
    {
        while (clock.IsRunning)
        {
            Sampler.Set(random.Next(2), timer: null);
            Toggle(random, depth: 0);
            Sampler.Tick();
            if (random.Next(4) == 0)
                Contested.Pool.Trim();
        }

        Sampler.Set(0, timer: null);
    }

    private static void KeepHouse(StormClock clock, Random random)
    {
        while (clock.IsRunning)
        {
            Contested.Pool.MaxRetainedBytes = random.Next(8) * 1024;
            using (new EventCounter())
                Thread.SpinWait(random.Next(20_000));

            Contested.Pool.MaxRetainedBytes = long.MaxValue;
            Contested.Pool.TrimIdle();
            Thread.SpinWait(random.Next(50_000));
        }
    }

    // What is out when a check ends is a leak in its eyes: that is what it says, and no false finding.
    private void Toggle(Random random, int depth)
    {
        RentalCheck check = PooledBuffers.Check();
        _checks++;
        Thread.SpinWait(random.Next(20_000));
        if (depth < 2 && random.Next(3) == 0)
            Toggle(random, depth + 1);

        try
        {
            check.Dispose();
        }
        catch (PoolMisuseException)
        {
            // What it holds has come to the listener as well.
        }
    }

    // A worker is a row of short-lived threads.
    private void Churn(StormClock clock, int seed)
    {
        while (clock.IsRunning)
        {
            var random = new Random(seed++);
            var thread = new Thread(() =>
            {
                for (int i = 0; i < 20_000 && clock.IsRunning; i++)
                    Step(random, depth: 0);
            });
            thread.Start();
            thread.Join();
        }
    }

    private void Step(Random random, int depth)
    {
        long number = Interlocked.Increment(ref _lastNumber);
        var buffer = Contested.Rent(random.Next(1, 129));
        buffer.Span.Fill(number);
        switch (random.Next(6))
        {
            case 0 when depth < 6:
                Step(random, depth + 1);
                break;
            case 1:
                _handedOver.Enqueue((buffer.Detach(), number));
                return;
            case 2 when _handedOver.TryDequeue(out (PooledOwner<long> Owner, long Number) other):
                Dispose(other.Owner, other.Number);
                break;
            case 3:
                Check(buffer.Span, number);
                buffer.Dispose();
                buffer.Dispose();
                Interlocked.Increment(ref _doubleDisposes);
                return;
        }

        Check(buffer.Span, number);
        buffer.Dispose();
    }

    private void Dispose(PooledOwner<long> owner, long number)
    {
        Check(owner.Span, number);
        owner.Dispose();
    }

    private void Check(Span<long> elements, long number)
    {
        if (elements.IndexOfAnyExcept(number) >= 0)
            Interlocked.Increment(ref _spoilt);
    }

    // Hears of every rental: all of them take the slow path meanwhile.
    private sealed class EventCounter : EventListener
    {
        public EventCounter() => EnableEvents(PoolEvents.Source, EventLevel.Verbose);
    }
}
