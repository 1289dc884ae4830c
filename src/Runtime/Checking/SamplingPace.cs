namespace PooledGen;

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
