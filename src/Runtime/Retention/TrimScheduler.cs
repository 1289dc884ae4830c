using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>
/// Looks after what pools retain: a budget for all of them together, and a timer that visits them and lets go of what nobody used. Any thread.
/// </summary>
/// <param name="clock">
/// What the timer runs on. None is the system's, and then a thread of its own creates the timer: the framework's first timer waits for the lock
/// under which it calls new event listeners, and a callback may wait for the thread that returns, or for the pool's lock (StartTests).
/// </param>
/// <param name="period">The time between two visits; 0 for no visits.</param>
/// <param name="maxRetainedBytes">The budget.</param>
internal sealed class TrimScheduler(TimerSource? clock, TimeSpan period, long maxRetainedBytes)
{
    private IPoolTimer? _timer;
    private int _isWaiting;

    /// <summary>The one of the process.</summary>
    public static readonly TrimScheduler Shared = new(clock: null, Settings.TrimPeriod, Settings.MaxRetainedBytes);

    /// <summary>What the pools may retain together, and what they have reserved of it.</summary>
    public readonly Budget Budget = new(maxRetainedBytes);

    /// <summary>Reserves bytes of a pool, if its budget and that of all pools allow it and the timer that will visit them is set.</summary>
    public bool TryReserve(Budget pool, long bytes)
    {
        if (!pool.TryReserve(bytes))
            return false;

        if (Budget.TryReserve(bytes))
        {
            if (Volatile.Read(ref _isWaiting) != 0 || TrySetTimer())
                return true;

            Budget.Release(bytes);
        }

        pool.Release(bytes);
        return false;
    }

    /// <summary>Gives bytes of a pool back: a place is closed and empty.</summary>
    public void Release(Budget pool, long bytes)
    {
        pool.Release(bytes);
        Budget.Release(bytes);
    }

    /// <summary>Sets the budget. Where more is reserved, every free buffer goes.</summary>
    public void SetMaxRetainedBytes(long bytes)
    {
        Budget.Max = bytes;
        if (Budget.Reserved > bytes)
            TrimAll();
    }

    public void TrimAll() => ForEachPool(static pool => pool.Trim());

#if NET
    /// <summary>Lets go of every free buffer on a thread of the thread pool.</summary>
    public void TrimAllInBackground() => ThreadPool.UnsafeQueueUserWorkItem(
        static trimScheduler => trimScheduler.TryForEachPool(static pool => pool.Trim(), pressure: 2), this, preferLocal: false);
#endif

    // One timer, set for one visit at a time: visits never overlap, and when nothing is retained it is simply not set again.
    // It never throws, because the calling thread may be in the middle of a return and would lose the buffer.
    private bool TrySetTimer()
    {
        if (period == TimeSpan.Zero || Interlocked.Exchange(ref _isWaiting, 1) != 0)
            return true;

        try
        {
            if (_timer is null && clock is null)
                BackgroundThread.Start(SetTimerAside, "PooledGen timer");
            else
                Uninterrupted.Run(static trimScheduler => trimScheduler.SetTimer(), this);

            return true;
        }
        catch (Exception)
        {
            // Most likely there is no memory. The next reservation tries again.
            Volatile.Write(ref _isWaiting, 0);
            return false;
        }
    }

    private void SetTimerAside()
    {
        try
        {
            SetTimer();
        }
        catch (Exception)
        {
            // Most likely there is no memory. The next reservation tries again.
            Volatile.Write(ref _isWaiting, 0);
        }
    }

    private bool SetTimer()
    {
        _timer ??= BackgroundTimer.Create(
            clock ?? TimerSource.System, static scheduler => ((TrimScheduler)scheduler!).Visit(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        return _timer.Change(period, Timeout.InfiniteTimeSpan);
    }

    private void Visit()
    {
        TryForEachPool(static pool => pool.TrimIdle(), pressure: 0);

        // First this, then the look: a pool that reserves meanwhile either finds nobody waiting, or is seen.
        Interlocked.Exchange(ref _isWaiting, 0);
        if (Budget.Reserved > 0)
            TrySetTimer();
    }

    // The pressure is how scarce memory is, as the framework's pools say it in their event: 0 low, 2 high.
    private void TryForEachPool(Action<BufferPool> action, int pressure)
    {
        try
        {
            PoolEventSource.EnabledAt(EventLevel.Informational)?.BufferTrimPoll(Environment.TickCount, pressure);
            ForEachPool(action);
        }
        catch (Exception)
        {
            // For want of memory, most likely. In the background nobody could be told, and it would end the process; the next time it tries again.
        }
    }

    private void ForEachPool(Action<BufferPool> action)
    {
        foreach (BufferPool pool in PoolRegistry.Pools)
        {
            if (pool.TrimScheduler == this)
                action(pool);
        }
    }
}
