using System.Diagnostics;

namespace PooledGen.Diagnostics;

/// <summary>One call of a method of <see cref="PoolProbe"/>: runs the operation, and collects the findings. The pools may call it from any thread.</summary>
internal sealed class ProbeSession : IArrayPoolObserver, IDisposable
{
    // Each costs a time limit, and more of them teach nothing.
    private const int MaxAbandoned = 3;

    // How much longer than the settle time a probe with a lost array waits, to tell what is late from what is lost.
    private const int TimesToSettleLate = 6;

    private static readonly TimeSpan s_timeBetweenLines = TimeSpan.FromSeconds(5);

    // How long a thread pool that works needs at most to start something.
    private static readonly TimeSpan s_timeToStart = TimeSpan.FromSeconds(1);

    private readonly PoolProbeOptions _options;
    private readonly string _caller;
    private readonly Func<ProbeRun, Task> _operation;
    private readonly ArrayJudge _judge = new([]);
    private readonly FindingList<PoolProbeFinding> _findings = new();
    private readonly FindingList<PoolProbeFinding> _unattributed = new();
    private readonly Stopwatch _time = Stopwatch.StartNew();
    private readonly long _eventsOfOthers;
    private readonly OwnPoolListener _ownPools;
    private volatile bool _isEnded;

    // The second undisturbed run; null with Only, and if it was not made.
    private ProbeRun? _whole;
    private int _runs;
    private int _completed;
    private int _stopped;
    private int _reached;
    private int _notReached;
    private int _leftOut;
    private int _abandoned;

    // The runs whose token was cancelled, and those of them that completed all the same.
    private int _cancelled;
    private int _cancelledAndCompleted;

    private ProbeSession(PoolProbeOptions options, string caller, Func<ProbeRun, Task> operation)
    {
        _options = options;
        _caller = caller;
        _operation = operation;
        ArrayPoolWatch.Open(this);
        _eventsOfOthers = ProbeContext.EventsOfOthers;
        _ownPools = new OwnPoolListener(this);
    }

    public bool IsProbe => true;

    public bool Poisons => true;

    public bool SeesAllRents => false;

    /// <summary>Whether the probe is over. Its operations may go on.</summary>
    public bool IsEnded => _isEnded;

    /// <summary>Runs an operation undisturbed, and then at each of the places that this shows.</summary>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="caller">What findings call the operation.</param>
    /// <param name="operation">The operation.</param>
    /// <param name="places">The places that an undisturbed run shows.</param>
    /// <exception cref="PoolProbeException">There are findings.</exception>
    public static async Task<PoolProbeResult> RunAsync(
        PoolProbeOptions? options, string caller, Func<ProbeRun, Task> operation, Func<ProbeRun, IEnumerable<ProbePlaces>> places)
    {
        // What the probe itself rents belongs to no run of a probe around it.
        ProbeContext.Leave();
        using var session = new ProbeSession(options ?? new PoolProbeOptions(), caller, operation);
        if (session._options.Only is { } only)
            await session.RunAsync(new ProbeRun(session, caller, only.Mode, only.Number)).ConfigureAwait(false);
        else
            await session.RunAllAsync(places).ConfigureAwait(false);

        return await session.EndAsync().ConfigureAwait(false);
    }

    /// <summary>Does the same with an operation that is over when it returns.</summary>
    public static PoolProbeResult Run(
        PoolProbeOptions? options, string caller, Action<ProbeRun> operation, Func<ProbeRun, IEnumerable<ProbePlaces>> places)
    {
        return RunAsync(options, caller, Complete, places).GetAwaiter().GetResult();

        Task Complete(ProbeRun run)
        {
            operation(run);
            return Task.CompletedTask;
        }
    }

    public void Add(ArrayFinding finding) => Add(finding, run: null);

    public void Add(ArrayFinding finding, ProbeRun? run)
    {
        var misuse = new ArrayPoolMisuse(finding);
        (run is null ? _unattributed : _findings).Add(new PoolProbeFinding(run, misuse.ToString(), misuse.Place) { Misuse = misuse });
    }

    /// <summary>The task of an operation.</summary>
    /// <exception cref="InvalidOperationException">There is none.</exception>
    public static Task NotNull(Task? task) => task ?? throw new InvalidOperationException("The operation returned null in place of a task.");

    /// <summary>Adds what happened in a run, apart from arrays.</summary>
    public void Add(ProbeRun run, string whatHappened, string rest) => Add(run, whatHappened, rest, cause: $"{whatHappened}{rest}", exception: null);

    public void Count(ArrayPoolNoteKind kind, ArrayCallSite? site)
    {
        // Of other code.
    }

    public void Dispose()
    {
        _isEnded = true;
        _ownPools.Dispose();
        ArrayPoolWatch.Close(this);
    }

    private async Task RunAllAsync(Func<ProbeRun, IEnumerable<ProbePlaces>> places)
    {
        // The first run also initialises what later ones find, and makes the event source of PooledGen begin.
        var first = new ProbeRun(this, _caller, mode: null, place: 0);
        if (!await RunAsync(first).ConfigureAwait(false))
            return;

        await _ownPools.BeginAsync(hasEvents: first.Events > 0).ConfigureAwait(false);
        var whole = new ProbeRun(this, _caller, mode: null, place: 0);
        if (!await RunAsync(whole).ConfigureAwait(false))
            return;

        _whole = whole;
        if (whole.Events == 0)
        {
            string before = first.Events == 0 ? "" : $" Its first run had {first.Events} rents and returns, which it does once.";
            string what = $"The operation rents nothing from a pool that raises events, so a probe of it finds nothing.{before}";
            Add(whole, what, $"\nNot attributed: {NotAttributed}.");
            return;
        }

        ProbePlaces[] modes = [.. places(whole)];
        int runs = _runs + modes.Sum(mode => mode.Count(_options.MaxRuns));
        long shortest = whole.Microseconds;
        TimeSpan nextLine = s_timeBetweenLines;
        for (int i = 0; i < modes.Length; i++)
        {
            TimeSpan end = _time.Elapsed + ((_options.TotalTimeLimit - _time.Elapsed) / (modes.Length - i));
            int left = modes[i].Count(_options.MaxRuns);
            foreach (int place in modes[i].Spread(_options.MaxRuns))
            {
                bool goesByTime = modes[i].Mode == PoolProbeMode.CancelAfter;
                var run = new ProbeRun(this, _caller, modes[i].Mode, goesByTime ? (int)Math.Max(1, place * shortest / whole.Microseconds) : place);
                await RunAsync(run).ConfigureAwait(false);
                left--;

                // A run that ended before its time shows that the operation takes less than the undisturbed run, whose code was not compiled yet.
                if (goesByTime && run is { IsReached: false, IsAbandoned: false })
                    shortest = Math.Min(shortest, run.Microseconds);

                if (_abandoned == MaxAbandoned)
                    return;

                if (_time.Elapsed >= nextLine)
                {
                    nextLine = _time.Elapsed + s_timeBetweenLines;
                    _options.Log?.Invoke(FormattableString.Invariant($"PoolProbe: {_runs} of {runs} runs of {_caller}, {_time.Elapsed.TotalSeconds:F0} s."));
                }

                if (_time.Elapsed >= end)
                    break;
            }

            _leftOut += left;
        }
    }

    // Whether the operation completed.
    private async Task<bool> RunAsync(ProbeRun run)
    {
        if (run.Mode == PoolProbeMode.CancelAfter)
            run.StartToWait();

        long beginning = Stopwatch.GetTimestamp();
        Task<Exception?> task = Task.Run(EnterAsync);
        await ((Task)task).WaitAsync(_options.TimeLimit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        bool isInTime = task.IsCompleted;
        string delay = isInTime ? "" : run.Delay;
        run.Complete(isInTime);
        _runs++;

        // A run that goes by time has no place, and may be faster than the undisturbed one was.
        if (run.Mode is not null && (run.Mode != PoolProbeMode.CancelAfter || _options.Only is not null))
        {
            _reached += run.IsReached ? 1 : 0;
            _notReached += run.IsReached ? 0 : 1;
        }

        if (!isInTime)
        {
            _abandoned++;

            // What follows a time limit also needs a thread of the pool, and comes late then.
            if (Stopwatch.GetElapsedTime(beginning) > _options.TimeLimit + s_timeToStart || await IsStarvedAsync().ConfigureAwait(false))
            {
                delay += $" The thread pool is starved: {ThreadPool.ThreadCount} threads work or are blocked, and {ThreadPool.PendingWorkItemCount} work items "
                    + "wait for one. Other tests block them, or the operation does.";
            }

            string what = FormattableString.Invariant($"The operation was not over after {_options.TimeLimit.TotalSeconds} s. {delay}");
            Add(run, what, "", cause: what, new TimeoutException($"{what} {run.Description}"));
            return false;
        }

        Exception? exception = await task.ConfigureAwait(false);
        // A run that goes by time may end in the moment of its cancellation.
        if (run.IsCancelled && run.IsReached && (run.Mode != PoolProbeMode.CancelAfter || exception is not null || run.Microseconds > run.Place))
        {
            _cancelled++;
            _cancelledAndCompleted += exception is null ? 1 : 0;
        }

        if (exception is null)
            _completed++;
        else if (IsRight(run, exception))
            _stopped++;
        else
            Add(run, exception);

        return exception is null;

        async Task<Exception?> EnterAsync()
        {
            ProbeContext.Enter(run.Description, run);
            run.Begin();
            try
            {
                try
                {
                    await NotNull(_operation(run)).ConfigureAwait(false);
                }
                finally
                {
                    run.Finish();
                    await run.WaitForCallbacksAsync().ConfigureAwait(false);
                }

                return null;
            }
            catch (Exception e)
            {
                return e;
            }
        }
    }

    private void Add(ProbeRun run, Exception exception)
    {
        // An exception before the place is one of an operation that nothing has disturbed.
        string right = !run.IsReached ? "nothing disturbed it"
            : "a cancelled operation ends by an OperationCanceledException or what "
                + $"{nameof(PoolProbeOptions)}.{nameof(PoolProbeOptions.IsCancellation)} adds, or completes";

        // The message may have a number that differs.
        string cause = $"{exception.GetType().FullName}\n{exception.StackTrace}";
        Add(run, $"{exception.GetType().FullName}: {exception.Message} But {right}.{run.Remark}", $"\n{exception.StackTrace}", cause, exception);
    }

    private void Add(ProbeRun run, string whatHappened, string rest, string cause, Exception? exception)
        => _findings.Add(new PoolProbeFinding(run, $"{whatHappened} {run.Description}{rest}", cause) { Exception = exception });

    private bool IsRight(ProbeRun run, Exception exception)
        => run.IsCancelled ? run.IsReached && IsCancellation(exception) : run.Mode is not null;

    // That of gRPC by its name: this library refers to no package.
    private bool IsCancellation(Exception exception)
        => exception is OperationCanceledException
            || (exception is AggregateException { InnerExceptions: { Count: > 0 } several } && several.All(IsCancellation))
            || (exception.GetType().FullName == "Grpc.Core.RpcException"
                && exception.Message.Contains("StatusCode=\"Cancelled\"", StringComparison.Ordinal))
            || _options.IsCancellation?.Invoke(exception) == true;

    private static async Task<bool> IsStarvedAsync()
    {
        // In the queue of all threads, because this one would take it from its own. What waits for it may come later than both.
        long asked = Stopwatch.GetTimestamp();
        Task started = Task.Factory.StartNew(static () => { }, CancellationToken.None, TaskCreationOptions.PreferFairness, TaskScheduler.Default);
        await started.WaitAsync(s_timeToStart).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return Stopwatch.GetElapsedTime(asked) >= s_timeToStart;
    }

    private long NotAttributed => ProbeContext.EventsOfOthers - _eventsOfOthers + _ownPools.EventsOfOthers;

    private async Task<PoolProbeResult> EndAsync()
    {
        await Task.Delay(_options.SettleTime).ConfigureAwait(false);
        ArrayRental<ArrayCall>[] lost = [.. ArrayPoolWatch.Verify(this).Where(IsOfARun)];
        OwnRental[] lostOwn = _ownPools.Open;
        string? remarks = ArrayPoolWatch.RemarksOfNow;
        long notAttributed = NotAttributed;

        // What comes back now is late and not lost, and has another cause.
        long settled = Stopwatch.GetTimestamp();
        while ((Array.Exists(lost, IsOpen) || Array.Exists(lostOwn, _ownPools.IsOpen))
            && Stopwatch.GetElapsedTime(settled) < _options.SettleTime * TimesToSettleLate)
        {
            await Task.Delay(10).ConfigureAwait(false);
        }

        foreach (ArrayRental<ArrayCall> rental in lost)
        {
            var misuse = new ArrayPoolMisuse(ArrayPoolWatch.NotReturned(rental));
            string text = misuse.ToString();
            if (!IsOpen(rental))
                text = text.Replace(ArrayMisuse.Of(misuse.Kind).WhatToDo, Late, StringComparison.Ordinal);

            _findings.Add(new PoolProbeFinding((ProbeRun)rental.Rented.Observer, text, misuse.Place) { Misuse = misuse });
        }

        foreach (OwnRental rental in lostOwn)
            Add(rental.Run, _ownPools.Describe(rental), $"{(_ownPools.IsOpen(rental) ? "" : $" {Late}")}\n{rental.Rented}");

        AddInconclusive();
        IReadOnlyList<PoolProbeFinding> all = _findings.All;
        PoolProbeFinding[] counted = [.. all.Where(finding => _options.Ignore?.Invoke(finding) != true)];
        var result = new PoolProbeResult(_caller, counted)
        {
            Events = _whole?.Events ?? 0,
            Runs = _runs,
            Completed = _completed,
            Stopped = _stopped,
            NotReached = _notReached,
            LeftOut = _leftOut,
            Ignored = all.Count - counted.Length,
            NotAttributed = notAttributed,
            Unattributed = _unattributed.All,
            Remarks = remarks,
        };
        _options.Log?.Invoke($"PoolProbe: {result}");
        if (counted.Length == 0)
            return result;

        string stopped = _abandoned < MaxAbandoned ? "" : $" The probe ended early, because {MaxAbandoned} runs were not over in time.";
        throw new PoolProbeException(result, $"{result}{stopped}");
    }

    private bool IsOfARun(ArrayRental<ArrayCall> rental)
        => rental.Rented is { Observer: ProbeRun { IsAbandoned: false }, Site: { } site } && _judge.IsResponsible(site);

    private static bool IsOpen(ArrayRental<ArrayCall> rental) => rental.Returned is null;

    private string Late => FormattableString.Invariant(
        $"It was returned more than {_options.SettleTime.TotalSeconds} s after the last run, so work of the operation goes on when the operation has ended. ")
        + $"Await that work in the operation or, if it is meant to go on, raise {nameof(PoolProbeOptions)}.{nameof(PoolProbeOptions.SettleTime)}.";

    // A probe must not pass because it did nothing.
    private void AddInconclusive()
    {
        string whole = _whole is null
            ? ""
            : $" The undisturbed run had {_whole.Events} rents and returns, and read or wrote {_whole.BytesMoved} bytes of the stream.";
        string repeat = "Each run has to do what the first one did: create in it what the operation keeps, such as a connection, and use the stream or the "
            + "endpoint that it gets.";
        string allow = $"{nameof(PoolProbeOptions)}.{nameof(PoolProbeOptions.AllowInconclusive)}";
        if (_notReached > 0 && _reached == 0)
        {
            Add($"No disturbed run of {_caller} came to its place (0 of {_notReached}), so the probe proves nothing.{whole} {repeat}");
        }
        else if (_options.AllowInconclusive)
        {
            return;
        }
        else if (_notReached > _reached)
        {
            Add($"Most runs of {_caller} did not come to their place ({_notReached} of {_notReached + _reached}), so the probe proves little.{whole} {repeat} "
                + $"If it cannot, set {allow}.");
        }
        else if (_cancelled > 0 && _cancelledAndCompleted == _cancelled && _options.Only is null)
        {
            Add($"No run of {_caller} was stopped by its cancellation: all {_cancelled} completed, so the probe proves little. The operation does not pass its "
                + "token on, or ends before it sees the cancellation: let its peer be slower or its data longer, or set CancelInside if it is synchronous. "
                + $"If it has to complete, set {allow}.");
        }

        void Add(string what) => _findings.Add(new PoolProbeFinding(run: null, what, what));
    }
}
