namespace PooledGen;

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
