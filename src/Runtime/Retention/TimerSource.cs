namespace PooledGen;

/// <summary>Creates timers. It has the form of the framework's TimeProvider, for which .NET Standard 2.0 would need another package.</summary>
internal class TimerSource
{
    /// <summary>Timers that run on the system's clock.</summary>
    public static TimerSource System { get; } = new();

    /// <inheritdoc cref="Timer(TimerCallback, object?, TimeSpan, TimeSpan)"/>
    public virtual IPoolTimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        => new SystemTimer(new Timer(callback, state, dueTime, period));

    private sealed class SystemTimer(Timer timer) : IPoolTimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => timer.Change(dueTime, period);

        public void Dispose() => timer.Dispose();
    }
}

/// <summary>A timer that can be set again.</summary>
internal interface IPoolTimer : IDisposable
{
    /// <inheritdoc cref="Timer.Change(TimeSpan, TimeSpan)"/>
    bool Change(TimeSpan dueTime, TimeSpan period);
}
