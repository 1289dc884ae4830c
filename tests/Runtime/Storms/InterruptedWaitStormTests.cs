using System.Collections.Concurrent;
using PooledGen.Runtime.Tests.Invariants;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Threads wait for a budget, with timeouts and tokens, and return what they get, while another thread interrupts them again and again: no wait fails for that,
/// none is left, and no buffer is lost.
/// </summary>
[Trait("Category", "Long")]
public partial class InterruptedWaitStormTests(ITestOutputHelper output)
{
    private const int Workers = 4;

    private readonly BufferBudget _budget = new(1024, parent: new BufferBudget(2048));
    private readonly ConcurrentQueue<Exception> _thrown = new();
    private int _served, _waited, _timedOut, _cancelled, _raised;

    [PooledBuffer<long>(MinLength = 32, MaxLength = 128, MaxBuffersPerThread = 3)]
    private partial struct Awaited;

    [Fact]
    public void Storm_OfInterruptedWaits_EndsEachAndLosesNoBuffer()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var clock = new StormClock(StormTime.Read(otherwise: 3), HasHappened);
        var cancelled = new BlockingCollection<CancellationTokenSource>();
        Thread[] workers = [.. Enumerable.Range(1, Workers).Select(id => new Thread(() => Work(new Random(seed + id), clock, cancelled)))];
        var canceller = new Thread(() =>
        {
            foreach (CancellationTokenSource source in cancelled.GetConsumingEnumerable())
                source.Cancel();
        });
        canceller.Start();
        foreach (Thread worker in workers)
            worker.Start();

        for (var random = new Random(seed); workers.Any(static worker => worker.IsAlive);)
        {
            workers[random.Next(Workers)].Interrupt();
            Thread.SpinWait(2000);
        }

        cancelled.CompleteAdding();
        canceller.Join();
        PoolStatistics statistics = Awaited.Pool.GetStatistics();
        output.WriteLine($"{_raised} interrupts, {_served} served, {_waited} waits, {_timedOut} timed out, {_cancelled} cancelled, {statistics}");

        Assert.Empty(_thrown);
        Assert.Equal((0, 0, 0), (_budget.InUseBytes, _budget.WaitingCount, _budget.Parent!.InUseBytes));
        PoolInvariants.AssertHold(Awaited.Pool, inUse: 0);

        // A buffer that a collection found would be missing here.
        Assert.Equal(statistics.Misses, statistics.Retained + statistics.Trimmed + statistics.Dropped + statistics.Evicted);
        Assert.True(HasHappened(), "Something of all that is counted above did not happen: the storm proves nothing.");
    }

    private bool HasHappened() => _served > 0 && _waited > 0 && _timedOut > 0 && _cancelled > 0 && _raised > 0;

    private void Work(Random random, StormClock clock, BlockingCollection<CancellationTokenSource> cancelled)
    {
        while (clock.IsRunning)
        {
            try
            {
                var cancellation = new CancellationTokenSource();
                TimeSpan timeout = random.Next(2) == 0 ? TimeSpan.FromMilliseconds(random.Next(3)) : Timeout.InfiniteTimeSpan;
                Task<PooledOwner<long>> renting = Awaited.Pool.RentOwnerAsync(random.Next(1, 129), _budget, timeout, cancellation.Token).AsTask();
                if (!renting.IsCompleted)
                    Interlocked.Increment(ref _waited);

                // Its own thread cancels, because an interrupt would end the cancellation in the framework's code.
                if (timeout == Timeout.InfiniteTimeSpan && random.Next(2) == 0)
                    Uninterrupted.Run(static item => Add(item.Cancelled, item.Source), (Cancelled: cancelled, Source: cancellation));

                End(renting, random);
                CountInterrupt();
            }
            catch (Exception exception)
            {
                // On this thread it would end the process.
                _thrown.Enqueue(exception);
            }
        }
    }

    private static bool Add(BlockingCollection<CancellationTokenSource> cancelled, CancellationTokenSource source)
    {
        cancelled.Add(source);
        return true;
    }

    private void End(Task<PooledOwner<long>> renting, Random random)
    {
        try
        {
            Uninterrupted.Run(static renting => ((IAsyncResult)renting).AsyncWaitHandle.WaitOne(), renting);
            PooledOwner<long> owner = renting.GetAwaiter().GetResult();
            owner.Span.Fill(random.Next());
            owner.Dispose();
            Interlocked.Increment(ref _served);
        }
        catch (TimeoutException)
        {
            Interlocked.Increment(ref _timedOut);
        }
        catch (OperationCanceledException)
        {
            Interlocked.Increment(ref _cancelled);
        }
        catch (Exception exception)
        {
            _thrown.Enqueue(exception);
        }
    }

    // Here an interrupt comes out, and is used up, but one time in two the next request begins with it.
    private void CountInterrupt()
    {
        if (_served % 2 == 0)
            return;

        try
        {
            Thread.Sleep(0);
        }
        catch (ThreadInterruptedException)
        {
            Interlocked.Increment(ref _raised);
        }
    }
}
