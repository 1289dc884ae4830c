namespace PooledGen;

/// <summary>Timers that do not capture the execution context of the thread that creates them, because they may outlive it.</summary>
internal static class BackgroundTimer
{
    public static IPoolTimer Create(TimerSource clock, TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (ExecutionContext.IsFlowSuppressed())
            return clock.CreateTimer(callback, state, dueTime, period);

        using (ExecutionContext.SuppressFlow())
            return clock.CreateTimer(callback, state, dueTime, period);
    }
}
