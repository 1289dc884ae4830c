namespace PooledGen;

/// <summary>
/// Checks a rental now and then. Its timer nulls one slot of one thread, so that the next rental there takes the slow path. The fast path has
/// no code for it.
/// </summary>
internal static class Sampler
{
    private static readonly object s_lock = new();
    private static readonly Random s_random = new();
    private static BackgroundTimer? s_timer;
    private static volatile int s_rate;
    private static int s_isTicking;
    private static uint s_nextPool;
    private static long s_now;

    public static bool IsOn => s_rate > 0;

    /// <summary>The number of ticks so far: the quarantine's clock.</summary>
    public static long Now => Interlocked.Read(ref s_now);

    /// <summary>Samples a second; 0 is off.</summary>
    public static int Rate => s_rate;

    /// <summary>Takes so many samples a second. 0 turns sampling off and empties the quarantines.</summary>
    public static void Run(int rate) => Set(rate, rate == 0 ? null : StartTimer(new SamplingPace(rate)));

    /// <summary>Sets the rate, and the timer that ticks at it, if there is one.</summary>
    public static void Set(int rate, BackgroundTimer? timer)
    {
        BackgroundTimer? old;

        // Sets both under one lock: at a rate without a timer, buffers would wait in quarantine for ever.
        using (Uninterrupted.Lock(s_lock))
        {
            old = s_timer;
            s_timer = timer;
            s_rate = rate;
        }

        old?.Dispose();
        if (rate == 0)
            RentalCheck.VerifyQuarantines();
    }

    /// <summary>Runs at each tick of the timer: verifies the samples that have waited for a second, and takes the next one.</summary>
    public static void Tick()
    {
        // Listeners of findings may be slow: ticks must not pile up meanwhile.
        if (Interlocked.Exchange(ref s_isTicking, 1) == 1)
            return;

        try
        {
            long oldest = Interlocked.Increment(ref s_now) - s_rate;
            IReadOnlyList<BufferPool> pools = PoolRegistry.Pools;
            foreach (BufferPool pool in pools)
                pool.VerifyQuarantine(oldest);

            bool isTaken = false;
            for (int i = 0; i < pools.Count && !isTaken; i++)
                isTaken = pools[(int)(s_nextPool++ % (uint)pools.Count)].TrySample(s_random);
        }
        catch (OutOfMemoryException)
        {
            // In the background no caller could catch it, and it would end the process. The next tick tries again.
        }
        finally
        {
            Volatile.Write(ref s_isTicking, 0);
        }
    }

    private static BackgroundTimer StartTimer(SamplingPace pace)
        => BackgroundTimer.Create(TimerSource.System, static pace => OnTimer((SamplingPace)pace!), pace, pace.Period, pace.Period);

    private static void OnTimer(SamplingPace pace)
    {
        if (pace.TakesSample())
            Tick();
    }
}

/// <summary>
/// Takes so many samples a second with a timer that knows whole milliseconds only: the timer ticks as often as that or a little more often, and
/// some ticks take no sample. Any thread may use it.
/// </summary>
/// <param name="rate">Samples a second: 1 to 1000.</param>
internal sealed class SamplingPace(int rate)
{
    private const int MillisecondsPerSecond = 1000;

    private readonly int _period = MillisecondsPerSecond / rate;
    private long _milliseconds;

    /// <summary>The time between two ticks of the timer.</summary>
    public TimeSpan Period => TimeSpan.FromMilliseconds(_period);

    /// <summary>Whether this tick of the timer is a sample.</summary>
    public bool TakesSample()
    {
        long now = Interlocked.Add(ref _milliseconds, _period);
        return SamplesBy(now) > SamplesBy(now - _period);
    }

    private long SamplesBy(long milliseconds) => milliseconds * rate / MillisecondsPerSecond;
}
