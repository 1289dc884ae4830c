namespace PooledGen.Diagnostics;

/// <summary>One call of a method of <see cref="PoolProbe"/>: runs the operation, and collects the findings. The pools may call it from any thread.</summary>
internal sealed class ProbeSession : IArrayPoolObserver, IDisposable
{
    // Each costs a time limit, and more of them teach nothing.
    private const int MaxAbandoned = 3;

    private readonly PoolProbeOptions _options;
    private readonly string _caller;
    private readonly Func<ProbeRun, Task> _operation;
    private readonly ArrayJudge _judge = new([]);
    private readonly FindingList<PoolProbeFinding> _findings = new();
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
    private int _abandoned;

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
        if (session._options.Only is var (mode, place))
            await session.RunAsync(new ProbeRun(session, caller, mode, place)).ConfigureAwait(false);
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
        string text = run is null ? $"{misuse}\n(by code that belongs to no run: of another test, or without the execution context)" : misuse.ToString();
        _findings.Add(new PoolProbeFinding(run, text, misuse.Place) { Misuse = misuse });
    }

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

        foreach (ProbePlaces ofAMode in places(whole))
        {
            foreach (int place in ofAMode.Spread(_options.MaxRuns))
            {
                if (_abandoned < MaxAbandoned)
                    await RunAsync(new ProbeRun(this, _caller, ofAMode.Mode, place)).ConfigureAwait(false);
            }
        }
    }

    // Whether the operation completed.
    private async Task<bool> RunAsync(ProbeRun run)
    {
        Task<Exception?> task = Task.Run(EnterAsync);
        await ((Task)task).WaitAsync(_options.TimeLimit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        bool isInTime = task.IsCompleted;
        string delay = isInTime ? "" : run.Delay;
        run.Complete(isInTime);
        _runs++;
        if (run.IsReached)
            _reached++;
        else if (run.Mode is not null)
            _notReached++;

        if (!isInTime)
        {
            _abandoned++;
            string what = FormattableString.Invariant($"The operation was not over after {_options.TimeLimit.TotalSeconds} s. {delay}");
            Add(run, what, "", cause: what, new TimeoutException($"{what} {run.Description}"));
            return false;
        }

        Exception? exception = await task.ConfigureAwait(false);
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
            try
            {
                try
                {
                    await (_operation(run) ?? throw new InvalidOperationException("The operation returned null in place of a task.")).ConfigureAwait(false);
                }
                finally
                {
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
        string right = run.IsReached ? "a cancelled operation ends by an OperationCanceledException, or completes" : "nothing disturbed it";

        // The message may have a number that differs.
        string cause = $"{exception.GetType().FullName}\n{exception.StackTrace}";
        Add(run, $"{exception.GetType().FullName}: {exception.Message} But {right}.", $"\n{exception.StackTrace}", cause, exception);
    }

    private void Add(ProbeRun run, string whatHappened, string rest, string cause, Exception? exception)
        => _findings.Add(new PoolProbeFinding(run, $"{whatHappened} {run.Description}{rest}", cause) { Exception = exception });

    private static bool IsRight(ProbeRun run, Exception exception) => run.Mode switch
    {
        null => false,
        PoolProbeMode.Cancel or PoolProbeMode.CancelInside => exception is OperationCanceledException && run.IsReached,
        _ => true,
    };

    private long NotAttributed => ProbeContext.EventsOfOthers - _eventsOfOthers + _ownPools.EventsOfOthers;

    private async Task<PoolProbeResult> EndAsync()
    {
        await Task.Delay(_options.Settle).ConfigureAwait(false);
        List<ArrayRental<ArrayCall>> lost = ArrayPoolWatch.Verify(this);
        string? remarks = ArrayPoolWatch.RemarksOfNow;
        long notAttributed = NotAttributed;
        foreach (ArrayRental<ArrayCall> rental in lost)
        {
            if (rental.Rented is { Observer: ProbeRun { IsAbandoned: false } run, Site: { } site } && _judge.IsResponsible(site))
                Add(ArrayPoolWatch.NotReturned(rental), run);
        }

        _ownPools.ReportOpen();
        if (_notReached > 0 && _reached == 0)
            AddNotReached();

        var result = new PoolProbeResult(_caller, _findings.All)
        {
            Events = _whole?.Events ?? 0,
            Runs = _runs,
            Completed = _completed,
            Stopped = _stopped,
            NotReached = _notReached,
            NotAttributed = notAttributed,
        };
        if (result.Findings.Count == 0)
            return result;

        string stopped = _abandoned < MaxAbandoned ? "" : $" The probe ended early, because {MaxAbandoned} runs were not over in time.";
        throw new PoolProbeException(result, $"{result}{stopped}{(remarks is null ? "" : $" {remarks}")}");
    }

    private void AddNotReached()
    {
        string whole = _whole is null
            ? ""
            : $" The undisturbed run had {_whole.Events} rents and returns, and read or wrote {_whole.BytesMoved} bytes of the stream.";
        string what = $"No disturbed run of {_caller} came to its place (0 of {_notReached}), so the probe proves nothing.{whole} "
            + "Each run has to do what the first one did: create in it what the operation keeps, such as a connection, and use the stream that it gets.";
        _findings.Add(new PoolProbeFinding(run: null, what, what));
    }
}
