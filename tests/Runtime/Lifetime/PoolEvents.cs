namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>The event source of the pools. It is there a moment after the first rental, and the meter is there before it.</summary>
internal static class PoolEvents
{
    public static PoolEventSource Source
    {
        get
        {
            BackgroundStart.Begin();
            Assert.True(SpinWait.SpinUntil(static () => PoolEventSource.Log is not null, TimeSpan.FromSeconds(30)));
            return PoolEventSource.Log!;
        }
    }
}
