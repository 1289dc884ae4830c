using System.Diagnostics;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>Says how long a storm goes on: for its time, and on a busy machine, where its threads may not meet for long, until enough has happened.</summary>
/// <param name="duration">The time that it takes at least.</param>
/// <param name="hasHappened">Whether enough has happened to prove something. It is asked after the time is over, by each thread that asks the clock.</param>
internal sealed class StormClock(TimeSpan duration, Func<bool> hasHappened)
{
    // What has not happened after this time never happens: the storm ends, and its test fails.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly Stopwatch _clock = Stopwatch.StartNew();

    /// <summary>Whether the storm goes on. Any thread may ask.</summary>
    public bool IsRunning => _clock.Elapsed < duration || (_clock.Elapsed < duration + s_patience && !hasHappened());
}
