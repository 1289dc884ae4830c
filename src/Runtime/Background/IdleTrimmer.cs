using System.Diagnostics.Tracing;

namespace PooledGen;

// An idle trim. EnsureVisit asks for it, and it takes these steps:
// 1. EnsureVisit sets the timer for one visit, on a thread of its own for the first time. Before the first collection of a process there is no visit:
//    CollectionCallback calls AllowVisits.
// 2. Visit calls TrimIdle of each pool that retains buffers. The steps from here are in BufferPool.Trim.cs.
// 3. RemoveIdle takes out each free buffer that was not used since the last visit, of the threads' stacks and of the core tier, and lowers their capacity.
// 4. After a barrier CompleteTrim looks once more at the slots above the lower capacity, and the limits get its bytes back.
// 5. The pool tells its listener of the trimmed buffers, after its lock is released.
// 6. Visit sets the timer again if any pool still retains buffers.

/// <summary>
/// What pools share in a process: the limit of what they retain together, and visits by a timer that let go of unused buffers. Any thread may use it.
/// </summary>
/// <param name="clock">
/// Creates the timer. If it is null, visits wait for <see cref="AllowVisits"/>, and a separate thread creates a system timer: the framework's first timer
/// waits for the lock under which it calls new event listeners, and such a callback may wait for the returning thread, or for the pool's lock (StartTests).
/// </param>
/// <param name="period">The time between two visits; 0 for no visits.</param>
/// <param name="maxRetainedBytes">The most bytes that all pools may retain together.</param>
internal sealed class IdleTrimmer(TimerSource? clock, TimeSpan period, long maxRetainedBytes)
{
    /// <summary>The bytes that the pools may retain together, and the bytes that they have reserved.</summary>
    public readonly RetentionLimit RetentionLimit = new(maxRetainedBytes);

    private BackgroundTimer? _timer;
    private int _isWaiting;
    private volatile bool _mayVisit = clock is not null;

    /// <summary>The trimmer of the process.</summary>
    public static readonly IdleTrimmer Shared = new(clock: null, Settings.TrimPeriod, Settings.MaxRetainedBytes);

    /// <summary>The time between two visits; 0 for no visits.</summary>
    public TimeSpan Period => period;

    /// <summary>
    /// Lets the visits begin. Before the first garbage collection of a process they would free nothing, and many short programs never have one: those need
    /// neither the timer nor the framework's thread for it. Native memory needs no collection, so a pool of native buffers calls this too.
    /// </summary>
    /// <remarks>Each collection calls it again, so that a timer for which there was no memory is set later. A warm pool would not ask for it.</remarks>
    public void AllowVisits()
    {
        // The flag is set before the look at the reserved bytes: a pool that reserves meanwhile either sets the timer itself, or its bytes are seen here.
        _mayVisit = true;
        Interlocked.MemoryBarrier();
        if (RetentionLimit.Reserved > 0)
            EnsureVisit();
    }

    /// <summary>
    /// Asks for a visit, unless there is one to come. The caller has reserved bytes and holds no lock: the framework tells its listeners of a timer that is
    /// set, and their callbacks may rent, return, or wait for a thread that does (IdleTrimmerTests).
    /// </summary>
    /// <remarks>
    /// It never throws, because the calling thread may be in the middle of a return and would lose the buffer. If there is no memory for the timer, the
    /// next reservation sets it, or the next collection.
    /// </remarks>
    // One timer, set for one visit at a time: visits never overlap, and when nothing is retained it is simply not set again.
    public void EnsureVisit()
    {
        // Read after the bytes were reserved: a visit that ends meanwhile clears the flag before it looks at them, so one of the two sets the timer.
        if (period == TimeSpan.Zero || !_mayVisit || Volatile.Read(ref _isWaiting) != 0 || Interlocked.Exchange(ref _isWaiting, 1) != 0)
            return;

        try
        {
            if (_timer is null && clock is null)
                BackgroundThread.Start(SetTimerOnNewThread, "PooledGen timer");
            else
                Uninterrupted.Run(static trimmer => trimmer.SetTimer(), this);
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
        static trimmer => ((IdleTrimmer)trimmer!).TryForEachPool(static pool => pool.Trim(), pressure: 2), this);

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
            clock ?? TimerSource.System, static trimmer => ((IdleTrimmer)trimmer!).Visit(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
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
