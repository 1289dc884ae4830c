namespace PooledGen;

/// <summary>Timers that may outlive whoever starts them: they do not hold on to what happens to be his execution context.</summary>
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
