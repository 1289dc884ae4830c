namespace PooledGen.Samples.Tests;

/// <summary>A clock that only the test moves. Its timers tick when it is moved.</summary>
internal sealed class ManualTime : TimeProvider
{
    private readonly List<Timer> _timers = [];
    private long _now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Interlocked.Read(ref _now);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new Timer(() => callback(state));
        _timers.Add(timer);
        return timer;
    }

    /// <summary>Moves the clock, and then lets each timer tick once.</summary>
    public void Advance(TimeSpan time)
    {
        AdvanceWithoutTimers(time);
        foreach (Timer timer in _timers)
            timer.Tick();
    }

    /// <summary>Moves the clock, but lets no timer tick: as if it had not come to that yet.</summary>
    public void AdvanceWithoutTimers(TimeSpan time) => Interlocked.Add(ref _now, time.Ticks);

    private sealed class Timer(Action tick) : ITimer
    {
        public Action Tick { get; } = tick;

        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => default;
    }
}
