namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>Time that passes when a test says so. It has the one timer that a trimmer needs.</summary>
internal sealed class FakeClock : TimerSource
{
    private OneShot? _timer;
    private TimeSpan _now;

    /// <summary>Whether somebody waits for a time to come.</summary>
    public bool IsAwaited => _timer?.Due is not null;

    /// <summary>What the timer does besides, when it is created or set: waits, or throws.</summary>
    public Action? Disturbance { get; set; }

    /// <summary>Whether the timer was created without the execution context of its creator.</summary>
    public bool IsFlowSuppressed { get; private set; }

    public void Advance(TimeSpan time)
    {
        TimeSpan end = _now + time;
        while (_timer?.Due is { } due && due <= end)
        {
            _now = due;
            _timer.Fire();
        }

        _now = end;
    }

    public override BackgroundTimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Assert.Null(_timer);
        Disturbance?.Invoke();
        IsFlowSuppressed = ExecutionContext.IsFlowSuppressed();
        _timer = new OneShot(this, () => callback(state));
        _timer.Change(dueTime, period);
        return _timer;
    }

    private sealed class OneShot(FakeClock clock, Action callback) : BackgroundTimer
    {
        public TimeSpan? Due { get; private set; }

        public override bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Assert.Equal(Timeout.InfiniteTimeSpan, period);
            clock.Disturbance?.Invoke();
            Due = dueTime == Timeout.InfiniteTimeSpan ? null : clock._now + dueTime;
            return true;
        }

        public void Fire()
        {
            Due = null;
            callback();
        }

        public override void Dispose() => Due = null;
    }
}
