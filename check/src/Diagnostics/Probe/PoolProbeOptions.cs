namespace PooledGen.Diagnostics;

/// <summary>The options of a <see cref="PoolProbe"/>. Immutable.</summary>
public sealed class PoolProbeOptions
{
    private readonly int _maxRuns = 400;
    private readonly TimeSpan _timeLimit = TimeSpan.FromSeconds(10);
    private readonly TimeSpan _settle = TimeSpan.FromMilliseconds(250);
    private readonly (PoolProbeMode Mode, int Place)? _only;

    /// <summary>
    /// How many runs each mode has at most; 400 by default, and at least 1. If the operation has more places, those of the runs lie evenly between the first
    /// and the last, so that a probe of a long operation ends.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    public int MaxRuns
    {
        get => _maxRuns;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            _maxRuns = value;
        }
    }

    /// <summary>
    /// How long a run may take; 10 seconds by default, and more than zero. The time limit is a finding of its own, and after three of them the probe ends.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not more than zero, or more than <see cref="int.MaxValue"/> milliseconds.</exception>
    public TimeSpan TimeLimit
    {
        get => _timeLimit;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(value, TimeSpan.Zero);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value.TotalMilliseconds, int.MaxValue, nameof(value));
            _timeLimit = value;
        }
    }

    /// <summary>
    /// How long the probe waits after the last run before it judges what is not returned and what was written late; 250 milliseconds by default, and at least
    /// zero. What an operation has started may go on after a cancellation, and a slow peer needs a longer time.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than zero, or more than <see cref="int.MaxValue"/> milliseconds.</exception>
    public TimeSpan Settle
    {
        get => _settle;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value.TotalMilliseconds, int.MaxValue, nameof(value));
            _settle = value;
        }
    }

    /// <summary>
    /// Whether the token is cancelled inside of the rent or the return, by <see cref="CancellationTokenSource.Cancel()"/>: the callbacks of the token then run
    /// on the renter's thread and under its locks. By default another thread runs them.
    /// </summary>
    public bool CancelInside { get; init; }

    /// <summary>The mode and the place of one run, which is then the only one: a finding names both. Null for all runs.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The place is less than zero.</exception>
    public (PoolProbeMode Mode, int Place)? Only
    {
        get => _only;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value?.Place ?? 0, nameof(value));
            _only = value;
        }
    }
}
