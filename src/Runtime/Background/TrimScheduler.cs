using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>
/// Holds the budget that all pools share, and a timer that visits them and lets go of unused buffers. Any thread may use it.
/// </summary>
/// <param name="clock">
/// Creates the timer. If it is null, visits wait for <see cref="AllowVisits"/>, and a separate thread creates a system timer: the framework's first timer
/// waits for the lock under which it calls new event listeners, and such a callback may wait for the returning thread, or for the pool's lock (StartTests).
/// </param>
/// <param name="period">The time between two visits; 0 for no visits.</param>
/// <param name="maxRetainedBytes">The budget.</param>
internal sealed class TrimScheduler(TimerSource? clock, TimeSpan period, long maxRetainedBytes)
{
    private BackgroundTimer? _timer;
    private int _isWaiting;
    private volatile bool _mayVisit = clock is not null;

    /// <summary>The scheduler of the process.</summary>
    public static readonly TrimScheduler Shared = new(clock: null, Settings.TrimPeriod, Settings.MaxRetainedBytes);

    /// <summary>The time between two visits; 0 for no visits.</summary>
    public TimeSpan Period => period;

    /// <summary>The bytes that the pools may retain together, and the bytes that they have reserved.</summary>
    public readonly Budget Budget = new(maxRetainedBytes);

    /// <summary>
    /// Lets the visits begin. Before the first garbage collection of a process they would free nothing, and many short programs never have one: those need
    /// neither the timer nor the framework's thread for it. Native memory needs no collection, so a pool of native buffers calls this too.
    /// </summary>
    /// <remarks>Each collection calls it again, so that a timer for which there was no memory is set later. A warm pool would not ask for it.</remarks>
    public void AllowVisits()
    {
        // The flag is set before the look at the budget: a pool that reserves meanwhile either sets the timer itself, or its bytes are seen here.
        _mayVisit = true;
        Interlocked.MemoryBarrier();
        if (Budget.Reserved > 0)
            EnsureVisit();
    }

    /// <summary>Reserves bytes for a pool, if its budget and that of all pools allow it. The caller then calls <see cref="EnsureVisit"/>.</summary>
    public bool TryReserve(Budget pool, long bytes)
    {
        if (!pool.TryReserve(bytes))
            return false;

        if (Budget.TryReserve(bytes))
            return true;

        pool.Release(bytes);
        return false;
    }

    /// <summary>
    /// Sets the timer for the next visit, unless it is set. The caller has reserved bytes and holds no lock: the framework tells its listeners of a timer
    /// that is set, and their callbacks may rent, return, or wait for a thread that does (TrimSchedulerTests).
    /// </summary>
    /// <remarks>
    /// It never throws, because the calling thread may be in the middle of a return and would lose the buffer. If there is no memory for the timer, the
    /// next reservation sets it, or the next collection.
    /// </remarks>
    // One timer, set for one visit at a time: visits never overlap, and when nothing is retained it is simply not set again.
    public void EnsureVisit()
    {
        // Read after the bytes were reserved: a visit that ends meanwhile clears the flag before it looks at the budget, so one of the two sets the timer.
        if (period == TimeSpan.Zero || !_mayVisit || Volatile.Read(ref _isWaiting) != 0 || Interlocked.Exchange(ref _isWaiting, 1) != 0)
            return;

        try
        {
            if (_timer is null && clock is null)
                BackgroundThread.Start(SetTimerOnNewThread, "PooledGen timer");
            else
                Uninterrupted.Run(static trimScheduler => trimScheduler.SetTimer(), this);
        }
        catch (Exception)
        {
            // Most likely there is no memory.
            Volatile.Write(ref _isWaiting, 0);
        }
    }

    /// <summary>Releases bytes that a pool has reserved and needs no more.</summary>
    public void Release(Budget pool, long bytes)
    {
        pool.Release(bytes);
        if (!pool.IsEnded)
            Budget.Release(bytes);
    }

    /// <summary>
    /// Releases all bytes of a pool that no thread uses any more. A finalizer that runs later may return buffers to it, which it does not retain, or trim it,
    /// which releases nothing a second time (TrimSchedulerTests).
    /// </summary>
    public void End(Budget pool)
    {
        pool.End();
        Budget.Release(pool.Reserved);
    }

    /// <summary>Sets the budget. If more is reserved, it lets go of every free buffer.</summary>
    public void SetMaxRetainedBytes(long bytes)
    {
        Budget.Max = bytes;
        if (Budget.Reserved > bytes)
            TrimAll();
    }

    public void TrimAll() => ForEachPool(static pool => pool.Trim());

    /// <summary>Lets go of every free buffer on a thread of the thread pool.</summary>
    public void TrimAllInBackground() => ThreadPool.UnsafeQueueUserWorkItem(
        static scheduler => ((TrimScheduler)scheduler!).TryForEachPool(static pool => pool.Trim(), pressure: 2), this);

    private void SetTimerOnNewThread()
    {
        try
        {
            SetTimer();
        }
        catch (Exception)
        {
            // As above.
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

        // The flag is cleared before the look at the budget: a pool that reserves meanwhile either sets the timer itself, or its bytes are seen here.
        Interlocked.Exchange(ref _isWaiting, 0);
        if (Budget.Reserved > 0)
            EnsureVisit();
    }

    // The pressure says how scarce memory is, in the values of the framework's event: 0 low, 2 high.
    private void TryForEachPool(Action<BufferPool> action, int pressure)
    {
        try
        {
            PoolEventSource.EnabledAt(EventLevel.Informational)?.BufferTrimPoll(Environment.TickCount, pressure);
            foreach (BufferPool pool in PoolRegistry.Pools)
            {
                if (pool.TrimScheduler == this)
                    Try(action, pool);
            }
        }
        catch (Exception)
        {
            // Most likely there is no memory. In the background no caller could catch it, and it would end the process. The next call tries again.
        }
    }

    // A pool that fails does not keep the next one from giving back its memory.
    private static void Try(Action<BufferPool> action, BufferPool pool)
    {
        try
        {
            action(pool);
        }
        catch (Exception)
        {
            // As above.
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

/// <summary>Creates timers. It has the form of the framework's TimeProvider, for which .NET Standard 2.0 would need another package.</summary>
internal class TimerSource
{
    /// <summary>Timers that run on the system's clock.</summary>
    public static TimerSource System { get; } = new();

    /// <inheritdoc cref="Timer(TimerCallback, object?, TimeSpan, TimeSpan)"/>
    public virtual BackgroundTimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        => new SystemTimer(new Timer(callback, state, dueTime, period));

    private sealed class SystemTimer(Timer timer) : BackgroundTimer
    {
        public override bool Change(TimeSpan dueTime, TimeSpan period) => timer.Change(dueTime, period);

        public override void Dispose() => timer.Dispose();
    }
}

/// <summary>
/// A timer that can be set again. It does not capture the execution context of the thread that creates it, because it may outlive it. It ends when the
/// library is unloaded.
/// </summary>
internal abstract class BackgroundTimer : IDisposable
{
    public static BackgroundTimer Create(TimerSource clock, TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        BackgroundTimer timer = CreateWithoutContext(clock, callback, state, dueTime, period);
        Unloading.Token.Register(timer.Dispose);
        return timer;
    }

    /// <inheritdoc cref="Timer.Change(TimeSpan, TimeSpan)"/>
    public abstract bool Change(TimeSpan dueTime, TimeSpan period);

    public abstract void Dispose();

    private static BackgroundTimer CreateWithoutContext(TimerSource clock, TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (ExecutionContext.IsFlowSuppressed())
            return clock.CreateTimer(callback, state, dueTime, period);

        using (ExecutionContext.SuppressFlow())
            return clock.CreateTimer(callback, state, dueTime, period);
    }
}
