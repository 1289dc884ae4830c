using System.Diagnostics;
using System.Diagnostics.Tracing;

namespace PooledGen.Diagnostics;

/// <summary>
/// Hears what the runs of a probe rent from pools of PooledGen, which it knows by the name of their event source only. The pools call it on the thread that
/// rents or returns.
/// </summary>
/// <param name="session">The probe.</param>
internal sealed class OwnPoolListener(ProbeSession session) : EventListener
{
    /// <summary>The name of the assembly, and of its event source.</summary>
    public const string AssemblyName = "PooledGen";

    // The first rental of a process creates the event source a moment later, on a busy machine some seconds. Without it an operation may have no event at all.
    private const int MillisecondsToBegin = 200;
    private const int MillisecondsToBeginAtAll = 10_000;

    // Also the lock. By pool and buffer.
    private readonly Dictionary<(int Pool, int Buffer), OwnRental> _open = [];
    private readonly Dictionary<int, string> _names = [];
    private long _eventsOfOthers;
    private volatile bool _hasBegun;

    /// <summary>How many rents and returns belonged to no probe.</summary>
    public long EventsOfOthers => Interlocked.Read(ref _eventsOfOthers);

    /// <summary>Waits for the event source, if it comes after the first rents, which were not heard.</summary>
    /// <param name="hasEvents">Whether the operation had events all the same.</param>
    public async Task BeginAsync(bool hasEvents)
    {
        if (!Array.Exists(AppDomain.CurrentDomain.GetAssemblies(), static assembly => assembly.GetName().Name == AssemblyName))
            return;

        long end = Environment.TickCount64 + (hasEvents ? MillisecondsToBegin : MillisecondsToBeginAtAll);
        while (!_hasBegun && Environment.TickCount64 < end)
            await Task.Delay(10).ConfigureAwait(false);
    }

    /// <summary>The rentals that are not over, without those of runs that may still use them.</summary>
    public OwnRental[] Open
    {
        get
        {
            using (Uninterrupted.Lock(_open))
                return [.. _open.Values.Where(static rental => !rental.Run.IsAbandoned)];
        }
    }

    /// <summary>Whether a rental is not over.</summary>
    public bool IsOpen(OwnRental rental)
    {
        using (Uninterrupted.Lock(_open))
            return _open.TryGetValue((rental.Pool, rental.Buffer), out OwnRental? open) && open == rental;
    }

    /// <summary>What is wrong with a rental that is not over.</summary>
    public string Describe(OwnRental rental)
    {
        using (Uninterrupted.Lock(_open))
        {
            string pool = _names.GetValueOrDefault(rental.Pool, "a pool of PooledGen");
            return $"Not returned: a buffer of {rental.Length} elements of {pool} was rented and not returned.";
        }
    }

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name == AssemblyName)
            EnableEvents(source, EventLevel.Verbose);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        try
        {
            switch (eventData)
            {
                case { EventName: "BufferRented", Payload: [int buffer, int length, int pool, ..] }:
                    _hasBegun = true;
                    Rented(pool, buffer, length);
                    break;
                case { EventName: "BufferReturned", Payload: [int buffer, _, int pool] }:
                    Returned(pool, buffer);
                    break;
                case { EventName: "MisuseFound", Payload: [_, not "NotReturned", string what] } when Run is { } run:
                    session.Add(run, what, "");
                    break;
                case { EventName: "PoolCreated", Payload: [int pool, string name, ..] }:
                    // When the pools see the listener, after the constructor of the source. If there is no pool yet, the first rental says the same.
                    _hasBegun = true;
                    using (Uninterrupted.Lock(_open))
                        _names[pool] = name;

                    break;
            }
        }
        catch (OutOfMemoryException)
        {
            // The renter must not see it.
        }
    }

    private ProbeRun? Run => ProbeContext.Run is ProbeRun run && run.IsOf(session) ? run : null;

    private void Rented(int pool, int buffer, int length)
    {
        if (Run is { } run)
        {
            var rental = new OwnRental(pool, buffer, run, length);
            using (Uninterrupted.Lock(_open))
                _open[(pool, buffer)] = rental;
        }

        CountEvent();
    }

    private void Returned(int pool, int buffer)
    {
        using (Uninterrupted.Lock(_open))
            _open.Remove((pool, buffer));

        CountEvent();
    }

    private void CountEvent()
    {
        if (Run is { } run)
            run.CountEventAt(isInsideOfOwnPool: true);
        else if (ProbeContext.Run is null)
            Interlocked.Increment(ref _eventsOfOthers);
    }
}

/// <summary>A rental of a pool of PooledGen.</summary>
internal sealed class OwnRental(int pool, int buffer, ProbeRun run, int length)
{
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private readonly StackTrace _stack = new(fNeedFileInfo: false);

    public int Pool => pool;

    public int Buffer => buffer;

    public ProbeRun Run => run;

    public int Length => length;

    /// <summary>The stack of the rent.</summary>
    // Not under a lock that a return takes: the text of a stack may call code of the program, and that may wait for a thread that returns.
    public string Rented
    {
        get
        {
            StackFrame[] all = _stack.GetFrames();
            int first = Array.FindIndex(
                all, static frame => !ArrayCallSite.IsInside(frame) && ArrayCallSite.AssemblyOf(frame)?.Name != OwnPoolListener.AssemblyName);
            var site = new ArrayCallSite(all[Math.Max(first, 0)..], member: null, isOfSharedPool: false);
            return $"rented {FindingText.Shorten(_thread, site.Lines(), "the process")}";
        }
    }
}
