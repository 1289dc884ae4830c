namespace PooledGen.Diagnostics;

/// <summary>One call of a method of <see cref="PoolProbe"/>: runs the operation, and collects the findings. The pools may call it from any thread.</summary>
internal sealed class ProbeSession : IArrayPoolObserver, IDisposable
{
    // Each costs a time limit, and more of them teach nothing.
    private const int MaxAbandoned = 3;

    private readonly PoolProbeOptions _options;
    private readonly string _caller;
    private readonly TimeSpan _settle;
    private readonly ArrayJudge _judge = new([]);
    private readonly FindingList<PoolProbeFinding> _findings = new();
    private readonly long _eventsOfOthers;
    private readonly OwnPoolListener _ownPools;
    private int _events;
    private int _runs;
    private int _completed;
    private int _stopped;
    private int _notReached;
    private int _abandoned;

    private ProbeSession(PoolProbeOptions options, string caller, TimeSpan settle)
    {
        _options = options;
        _caller = caller;
        _settle = settle;
        ArrayPoolWatch.Open(this);
        _eventsOfOthers = ProbeContext.EventsOfOthers;
        _ownPools = new OwnPoolListener(this);
    }

    public bool IsProbe => true;

    public bool Poisons => true;

    public bool SeesAllRents => false;

    /// <summary>Whether the probe is over. Its operations may go on.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Runs an operation undisturbed, and then at each of the places that this shows.</summary>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="caller">What findings call the operation.</param>
    /// <param name="operation">The operation.</param>
    /// <param name="places">The modes and their places, of the first run.</param>
    /// <exception cref="PoolProbeException">There are findings.</exception>
    public static Task<PoolProbeResult> RunAsync(
        PoolProbeOptions? options,
        string caller,
        Func<ProbeRun, Task> operation,
        Func<ProbeRun, IEnumerable<(PoolProbeMode Mode, int First, int Last)>> places)
    {
        options ??= new PoolProbeOptions();
        return RunAsync(options, caller, options.Settle, operation, places);
    }

    /// <summary>Does the same with an operation that is over when it returns.</summary>
    public static PoolProbeResult Run(
        PoolProbeOptions? options,
        string caller,
        Action<ProbeRun> operation,
        Func<ProbeRun, IEnumerable<(PoolProbeMode Mode, int First, int Last)>> places)
    {
        return RunAsync(options ?? new PoolProbeOptions(), caller, TimeSpan.Zero, Complete, places).GetAwaiter().GetResult();

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
    public void Add(ProbeRun run, string whatHappened, string rest, Exception? exception = null)
        => _findings.Add(new PoolProbeFinding(run, $"{whatHappened} {run.Description}{rest}", $"{whatHappened}{rest}") { Exception = exception });

    public void Count(ArrayPoolNoteKind kind, ArrayCallSite? site)
    {
        // Of other code.
    }

    public void Dispose()
    {
        IsEnded = true;
        _ownPools.Dispose();
        ArrayPoolWatch.Close(this);
    }

    private static async Task<PoolProbeResult> RunAsync(
        PoolProbeOptions options,
        string caller,
        TimeSpan settle,
        Func<ProbeRun, Task> operation,
        Func<ProbeRun, IEnumerable<(PoolProbeMode Mode, int First, int Last)>> places)
    {
        // What the probe itself rents belongs to no run of a probe around it.
        ProbeContext.Leave();
        using var session = new ProbeSession(options, caller, settle);
        if (options.Only is var (mode, place))
            await session.RunAsync(new ProbeRun(session, caller, mode, place), operation).ConfigureAwait(false);
        else
            await session.RunAllAsync(operation, places).ConfigureAwait(false);

        return await session.EndAsync().ConfigureAwait(false);
    }

    private async Task RunAllAsync(Func<ProbeRun, Task> operation, Func<ProbeRun, IEnumerable<(PoolProbeMode Mode, int First, int Last)>> places)
    {
        if (await RunFirstAsync(operation).ConfigureAwait(false) is not { } whole)
            return;

        foreach ((PoolProbeMode mode, int first, int last) in places(whole))
        {
            long count = last - first + 1, runs = Math.Min(count, _options.MaxRuns);
            for (long i = 0; i < runs && _abandoned < MaxAbandoned; i++)
            {
                // Evenly from the first place to the last.
                int place = runs == 1 ? first : (int)(first + (i * (count - 1) / (runs - 1)));
                await RunAsync(new ProbeRun(this, _caller, mode, place), operation).ConfigureAwait(false);
            }
        }
    }

    // Null if it says nothing about other runs.
    private async Task<ProbeRun?> RunFirstAsync(Func<ProbeRun, Task> operation)
    {
        var whole = new ProbeRun(this, _caller, mode: null, place: 0);
        if (!await RunAsync(whole, operation).ConfigureAwait(false))
            return null;

        if (await _ownPools.BeginsLateAsync(hasEvents: whole.Events > 0).ConfigureAwait(false))
        {
            whole = new ProbeRun(this, _caller, mode: null, place: 0);
            if (!await RunAsync(whole, operation).ConfigureAwait(false))
                return null;
        }

        _events = whole.Events;
        if (_events > 0)
            return whole;

        Add(whole, "The operation rents nothing from a pool that raises events, so a probe of it finds nothing.", $"\nNot attributed: {NotAttributed}.");
        return null;
    }

    // Whether the operation completed.
    private async Task<bool> RunAsync(ProbeRun run, Func<ProbeRun, Task> operation)
    {
        Task task = Task.Run(EnterAsync);
        await task.WaitAsync(_options.TimeLimit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        bool isInTime = task.IsCompleted;
        run.Complete(isInTime);
        _runs++;
        if (run.Mode is not null && !run.IsReached)
            _notReached++;

        if (!isInTime)
        {
            // Its exception is read, so that nobody misses it.
            _ = task.ContinueWith(static task => task.Exception, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
            _abandoned++;
            string what = $"Not over after {_options.TimeLimit.TotalSeconds} s.";
            Add(run, what, "", new TimeoutException($"{what} {run.Description}"));
        }
        else if (task.IsCompletedSuccessfully)
        {
            _completed++;
        }
        else if (IsRight(run, task))
        {
            _stopped++;
        }
        else
        {
            Exception exception = task.Exception?.InnerException ?? new TaskCanceledException(task);
            string right = run.Mode is null ? "nothing disturbed it" : "a cancelled operation ends by an OperationCanceledException, or completes";
            Add(run, $"{exception.GetType().FullName}: {exception.Message} But {right}.", $"\n{exception.StackTrace}", exception);
        }

        return task.IsCompletedSuccessfully;

        async Task EnterAsync()
        {
            ProbeContext.Enter(run.Description, run);
            try
            {
                await operation(run).ConfigureAwait(false);
            }
            finally
            {
                await run.WaitForCallbacksAsync().ConfigureAwait(false);
            }
        }
    }

    private static bool IsRight(ProbeRun run, Task task) => run.Mode switch
    {
        null => false,
        PoolProbeMode.Cancel or PoolProbeMode.CancelInside => task.IsCanceled && run.IsReached,
        _ => true,
    };

    private long NotAttributed => ProbeContext.EventsOfOthers - _eventsOfOthers + _ownPools.EventsOfOthers;

    private async Task<PoolProbeResult> EndAsync()
    {
        await Task.Delay(_settle).ConfigureAwait(false);
        List<ArrayRental<ArrayCall>> lost = ArrayPoolWatch.Verify(this);
        string? remarks = ArrayPoolWatch.RemarksOfNow;
        long notAttributed = NotAttributed;
        foreach (ArrayRental<ArrayCall> rental in lost)
        {
            if (rental.Rented is { Observer: ProbeRun { IsAbandoned: false } run, Site: { } site } && _judge.IsResponsible(site))
                Add(ArrayPoolWatch.NotReturned(rental), run);
        }

        _ownPools.ReportOpen();
        var result = new PoolProbeResult(_caller, _findings.All)
        {
            Events = _events,
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
}
