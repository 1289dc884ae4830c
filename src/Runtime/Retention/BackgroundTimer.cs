namespace PooledGen;

/// <summary>Timers that do not capture the execution context of the thread that creates them, because they may outlive it. They end when the library is unloaded.</summary>
internal static class BackgroundTimer
{
    public static IPoolTimer Create(TimerSource clock, TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        IPoolTimer timer = CreateWithoutContext(clock, callback, state, dueTime, period);
        Unloading.Token.Register(timer.Dispose);
        return timer;
    }

    private static IPoolTimer CreateWithoutContext(TimerSource clock, TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (ExecutionContext.IsFlowSuppressed())
            return clock.CreateTimer(callback, state, dueTime, period);

        using (ExecutionContext.SuppressFlow())
            return clock.CreateTimer(callback, state, dueTime, period);
    }
}
