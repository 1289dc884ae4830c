namespace PooledGen.Diagnostics;

/// <summary>The options of a <see cref="PoolProbe"/>. Immutable.</summary>
public sealed class PoolProbeOptions
{
    private readonly int _maxRuns = 400;
    private readonly TimeSpan _timeLimit = TimeSpan.FromSeconds(10);
    private readonly TimeSpan _totalTimeLimit = TimeSpan.FromMinutes(1);
    private readonly TimeSpan _settleTime = TimeSpan.FromMilliseconds(250);

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
        init => _timeLimit = Limit(value);
    }

    /// <summary>
    /// After how long the probe begins no more runs; a minute by default, and more than zero. The modes share the time, and each makes at least one run. The
    /// places of the runs lie evenly again, as with <see cref="MaxRuns"/>, and the text of the result says how many were left out.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not more than zero, or more than <see cref="int.MaxValue"/> milliseconds.</exception>
    public TimeSpan TotalTimeLimit
    {
        get => _totalTimeLimit;
        init => _totalTimeLimit = Limit(value);
    }

    /// <summary>
    /// How long the probe waits after the last run before it judges what is not returned and what was written late; 250 milliseconds by default, and at least
    /// zero. What an operation has started may go on after a cancellation, and a slow peer needs a longer time.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than zero, or more than <see cref="int.MaxValue"/> milliseconds.</exception>
    public TimeSpan SettleTime
    {
        get => _settleTime;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value.TotalMilliseconds, int.MaxValue, nameof(value));
            _settleTime = value;
        }
    }

    /// <summary>
    /// Whether the token is cancelled inside of the rent or the return, by <see cref="CancellationTokenSource.Cancel()"/>: the callbacks of the token then run
    /// on the renter's thread and under its locks. By default another thread runs them.
    /// </summary>
    public bool CancelInside { get; init; }

    /// <summary>The one run that is made: a finding names its own. Null, the default, for all runs.</summary>
    public PoolProbePlace? Only { get; init; }

    /// <summary>
    /// Whether the probe passes although it proves little: none of its runs was stopped by its cancellation, or most did not come to their place. False by
    /// default, so that both are findings. If no run came to its place, the probe fails all the same.
    /// </summary>
    public bool AllowInconclusive { get; init; }

    /// <summary>
    /// Which exceptions mean that the operation was cancelled, apart from those that always do: <see cref="OperationCanceledException"/>, an
    /// <see cref="AggregateException"/> of such exceptions, and gRPC's <c>RpcException</c> with the status <c>Cancelled</c>. Null, the default, for no more.
    /// </summary>
    public Func<Exception, bool>? IsCancellation { get; init; }

    /// <summary>
    /// Which findings do not count, such as those about arrays that a cache keeps on purpose:
    /// <c>finding => finding.ToString().Contains("BlockCache.Get")</c>. The text of the result says how many they were. Null, the default, for none.
    /// </summary>
    public Func<PoolProbeFinding, bool>? Ignore { get; init; }

    /// <summary>
    /// Gets a line about the progress every five seconds, and the result at the end: <c>output.WriteLine</c> of a test framework. Null, the default, for no
    /// lines. The probe calls it between its runs, on a thread of the thread pool.
    /// </summary>
    public Action<string>? Log { get; init; }

    private static TimeSpan Limit(TimeSpan value)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(value, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(value.TotalMilliseconds, int.MaxValue, nameof(value));
        return value;
    }
}
