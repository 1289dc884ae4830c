using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>
/// Visits the pools by a timer, and lets go of unused buffers. Any thread may use it.
/// </summary>
/// <param name="clock">
/// Creates the timer. If it is null, visits wait for <see cref="AllowVisits"/>, and a separate thread creates a system timer: the framework's first timer
/// waits for the lock under which it calls new event listeners, and such a callback may wait for the returning thread, or for the pool's lock (StartTests).
/// </param>
/// <param name="period">The time between two visits; 0 for no visits.</param>
/// <param name="maxRetainedBytes">The limit of what all pools retain.</param>
internal sealed class TrimScheduler(TimerSource? clock, TimeSpan period, long maxRetainedBytes) : Trimmer(maxRetainedBytes)
{
    private BackgroundTimer? _timer;
    private int _isWaiting;
    private volatile bool _mayVisit = clock is not null;

    /// <summary>The scheduler of the process.</summary>
    public static readonly TrimScheduler Shared = new(clock: null, Settings.TrimPeriod, Settings.MaxRetainedBytes);

    /// <summary>The time between two visits; 0 for no visits.</summary>
    public TimeSpan Period => period;

    /// <summary>
    /// Lets the visits begin. Before the first garbage collection of a process they would free nothing, and many short programs never have one: those need
    /// neither the timer nor the framework's thread for it. Native memory needs no collection, so a pool of native buffers calls this too.
    /// </summary>
    /// <remarks>Each collection calls it again, so that a timer for which there was no memory is set later. A warm pool would not ask for it.</remarks>
    public override void AllowVisits()
    {
        // The flag is set before the look at the reserved bytes: a pool that reserves meanwhile either sets the timer itself, or its bytes are seen here.
        _mayVisit = true;
        Interlocked.MemoryBarrier();
        if (RetentionLimit.Reserved > 0)
            EnsureVisit();
    }

    /// <inheritdoc/>
    // One timer, set for one visit at a time: visits never overlap, and when nothing is retained it is simply not set again.
    public override void EnsureVisit()
    {
        // Read after the bytes were reserved: a visit that ends meanwhile clears the flag before it looks at them, so one of the two sets the timer.
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

    /// <summary>Sets the limit. If more is reserved, it lets go of every free buffer.</summary>
    public void SetMaxRetainedBytes(long bytes)
    {
        RetentionLimit.Max = bytes;
        if (RetentionLimit.Reserved > bytes)
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

        // The flag is cleared before the look at the reserved bytes: a pool that reserves meanwhile either sets the timer itself, or its bytes are seen here.
        Interlocked.Exchange(ref _isWaiting, 0);
        if (RetentionLimit.Reserved > 0)
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
                if (pool.Trimmer == this)
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
            if (pool.Trimmer == this)
                action(pool);
        }
    }
}
