using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>
/// Places that are closed while another thread is about to use them. The closing thread looks once, when the place is closed: it finds what was put
/// there before, and nothing is put there later.
/// </summary>
[Trait("Category", "Long")]
public class CloseStormTests(ITestOutputHelper output)
{
    // There are seven storms, so each has a part of the seconds.
    private static readonly TimeSpan s_duration = StormTime.Read(otherwise: 2) / 4;

    private readonly TestPool _pool = new(new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));

    // Not null while a place is closed and was looked at.
    private volatile object? _closed;

    private volatile bool _isOver;

    [Fact]
    public void Storm_OfPushes_LeavesNothingInAClosedStack()
    {
        PooledNode node = _pool.Rent(1000);
        var stack = new ThreadStack(pool: null!, maxCapacity: 1, ThreadToken.None);
        int pushes = 0, late = 0;
        Race(
            () => Volatile.Read(ref pushes) > 0,
            () =>
            {
                if (!stack.TryPush(node))
                    return;

                pushes++;
                bool isClosed = _closed is not null;
                if (stack.PopRepaired(out _) is not null && isClosed)
                    late++;
            },
            () =>
            {
                _closed = null;
                stack.Grow();
                Thread.SpinWait(5);
                stack.Close();
                Interlocked.MemoryBarrierProcessWide();
                stack.RemoveAll(trimmed: null);
                _closed = this;
                Thread.SpinWait(5);
            });

        AssertNone(late, pushes);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Storm_OfGives_LeavesNothingInAClosedSlot(bool isNative)
    {
        PooledNode node = _pool.Rent(16);
        var none = new ThreadStack(pool: null!, maxCapacity: 0, ThreadToken.None);
        var tier = new CoreTier(depths: [1]);
        tier.TryPrepare(0);
        List<PooledNode> found = [];
        PooledNode? taken = null;
        int gives = 0, late = 0;
        Race(
            () => Volatile.Read(ref gives) > 0,
            () =>
            {
                if (!(isNative ? tier.TryAddNative(node) : tier.TryAdd(node)))
                    return;

                gives++;
                if (_closed is not null && Volatile.Read(ref taken) is null)
                    late++;

                // It comes back the one way or the other.
                while (!_isOver && tier.TryRefill(none, 0, out _) is null && Interlocked.Exchange(ref taken, null) is null)
                    Thread.SpinWait(1);
            },
            () =>
            {
                _closed = null;
                tier.Grow(0, nodes: 1);
                Thread.SpinWait(5);
                found.Clear();
                if (tier.Close(0, found, out _) > 0)
                    Volatile.Write(ref taken, found[0]);

                _closed = this;
                Thread.SpinWait(5);
            });

        AssertNone(late, gives);
    }

    [Fact]
    public void Storm_OfVisits_LeavesNothingAboveTheOpenSlots()
    {
        PooledNode node = _pool.Rent(16);
        var none = new ThreadStack(pool: null!, maxCapacity: 0, ThreadToken.None);
        var tier = new CoreTier(depths: [1]);
        tier.TryPrepare(0);
        var visit = new Lock();
        int gives = 0, lost = 0;
        Race(
            () => Volatile.Read(ref gives) > 0,
            () =>
            {
                if (!tier.TryAdd(node))
                {
                    lock (visit)
                    {
                        if (tier.RemainingCapacity(0) > 0)
                            tier.Grow(0, nodes: 1);
                    }

                    return;
                }

                gives++;
                if (tier.TryRefill(none, 0, out _) is not null)
                    return;

                // A slot that is in use may be closed for a moment, but not after the visit. Nobody else takes.
                lock (visit)
                {
                    if (tier.TryRefill(none, 0, out _) is null)
                        lost++;
                }
            },
            () =>
            {
                lock (visit)
                {
                    tier.Shrink(0);
                    tier.CompleteTrim(0);
                }
            });

        AssertNone(lost, gives);
    }

    [Fact]
    public void Storm_OfReservations_LeavesNoneAboveALoweredBudget()
    {
        var budget = new RetentionLimit(0);
        object nothing = new(), something = new();
        int reservations = 0, late = 0;
        Race(
            () => Volatile.Read(ref reservations) > 0,
            () =>
            {
                if (!budget.TryReserve(1))
                    return;

                reservations++;
                if (_closed == nothing)
                    late++;

                budget.Release(1);
            },
            () =>
            {
                _closed = null;
                budget.Max = 1;
                Thread.SpinWait(5);
                budget.Max = 0;
                _closed = budget.Reserved > 0 ? something : nothing;
                Thread.SpinWait(5);
            });

        AssertNone(late, reservations);
    }

    [Fact]
    public void Storm_OfModes_LetsNoRentalPastTheSlowPath()
    {
        int unseen = 0, seen = 0;
        Race(
            () => Volatile.Read(ref seen) > 0,
            () =>
            {
                object? before = _closed;
                PooledNode first = _pool.Rent(1000);
                PooledNode second = _pool.Rent(1000);

                // Watched before it was rented, and without interruption ever since.
                if (before is not null && before == _closed)
                    Interlocked.Increment(ref first.Home.MaxCapacity == 0 ? ref seen : ref unseen);

                _pool.Return(first);
                _pool.Return(second);
            },
            () =>
            {
                _pool.Pool.Enter(PoolMode.Traced);
                _closed = new object();
                Thread.SpinWait(500);
                _closed = null;
                _pool.Pool.Leave(PoolMode.Traced);
                Thread.SpinWait(500);
            });

        AssertNone(unseen, seen);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Storm_OfVisitsAndBudgets_RetainsNoMoreThanIsAllowed()
    {
        int round = 0;
        Race(
            HasHappened,
            () => _pool.Use(1000, 3 * TestPool.Depth), // the core tier too
            () =>
            {
                if (++round % 2 == 0)
                    _pool.Pool.TrimIdle();
                else
                    _pool.Pool.MaxRetainedBytes = round % 50 * 1024;

                Assert.True(_pool.GetStatistics().RetainedBytes <= _pool.Pool.MaxRetainedBytes);
            },
            threads: 3);
        output.WriteLine(_pool.GetStatistics().ToString());

        // A buffer that lies where nobody looks would be missing here.
        _pool.AssertBalanced();
        Assert.True(HasHappened(), "Too little happened: the storm proves nothing.");

        bool HasHappened() => _pool.GetStatistics() is { Hits: > 0, Evicted: > 0, Trimmed: > 0 };
    }

    private void AssertNone(int late, int tries)
    {
        output.WriteLine($"{tries} tries");
        Assert.Equal(0, late);
        Assert.True(tries > 0, "Nothing happened: the storm proves nothing.");
    }

    private void Race(Func<bool> hasHappened, Action work, Action disturb, int threads = 1)
    {
        Thread[] workers = [.. Enumerable.Range(0, threads).Select(_ => new Thread(() =>
        {
            while (!_isOver)
                work();
        }))];
        foreach (Thread worker in workers)
            worker.Start();

        for (var clock = new StormClock(s_duration, hasHappened); clock.IsRunning;)
            disturb();

        _isOver = true;
        foreach (Thread worker in workers)
            worker.Join();
    }
}
