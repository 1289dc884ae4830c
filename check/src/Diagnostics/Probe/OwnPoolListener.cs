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
    // The name of the event source, and of its assembly.
    private const string Name = "PooledGen";

    // The first rental of a process creates the event source a moment later, on a busy machine some seconds. Without it an operation may have no event at all.
    private const int MillisecondsToBegin = 200;
    private const int MillisecondsToBeginAtAll = 10_000;

    // Also the lock. By pool and buffer.
    private readonly Dictionary<(int Pool, int Buffer), (ProbeRun Run, int Length, int Thread, StackTrace Stack)> _open = [];
    private readonly Dictionary<int, string> _names = [];
    private long _eventsOfOthers;
    private volatile bool _hasBegun;

    /// <summary>How many rents and returns belonged to no probe.</summary>
    public long EventsOfOthers => Interlocked.Read(ref _eventsOfOthers);

    /// <summary>Waits for the event source, if it comes after the first rents, which were not heard.</summary>
    /// <param name="hasEvents">Whether the operation had events all the same.</param>
    public async Task BeginAsync(bool hasEvents)
    {
        if (!Array.Exists(AppDomain.CurrentDomain.GetAssemblies(), static assembly => assembly.GetName().Name == Name))
            return;

        long end = Environment.TickCount64 + (hasEvents ? MillisecondsToBegin : MillisecondsToBeginAtAll);
        while (!_hasBegun && Environment.TickCount64 < end)
            await Task.Delay(10).ConfigureAwait(false);
    }

    /// <summary>Reports the buffers that are not returned.</summary>
    // After the lock, which each return takes: the text of a stack may call code of the program, and that may wait for a thread that returns.
    public void ReportOpen()
    {
        KeyValuePair<(int Pool, int Buffer), (ProbeRun Run, int Length, int Thread, StackTrace Stack)>[] open;
        Dictionary<int, string> names;
        using (Uninterrupted.Lock(_open))
            (open, names) = ([.. _open], new(_names));

        foreach (((int pool, _), (ProbeRun run, int length, int thread, StackTrace stack)) in open)
        {
            if (run.IsAbandoned)
                continue;

            string name = names.GetValueOrDefault(pool, "a pool of PooledGen");
            string what = $"Not returned: a buffer of {length} elements of {name} was rented and not returned.";
            var site = new ArrayCallSite(FramesOfTheProgram(stack), member: null, isOfSharedPool: false);
            session.Add(run, what, $"\nrented {FindingText.Shorten(thread, site.Lines(), "the process")}");
        }
    }

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name == Name)
            EnableEvents(source, EventLevel.Verbose);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        // Its first event is the announcement of the pools, which see the listener then. The constructor of the source is too early.
        _hasBegun = true;
        try
        {
            switch (eventData)
            {
                case { EventName: "BufferRented", Payload: [int buffer, int length, int pool, ..] }:
                    Rented(pool, buffer, length);
                    break;
                case { EventName: "BufferReturned", Payload: [int buffer, _, int pool] }:
                    Returned(pool, buffer);
                    break;
                case { EventName: "MisuseFound", Payload: [_, string what] } when Run is { } run:
                    session.Add(run, what, "");
                    break;
                case { EventName: "PoolCreated", Payload: [int pool, string name, ..] }:
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
            var stack = new StackTrace(fNeedFileInfo: false);
            using (Uninterrupted.Lock(_open))
                _open[(pool, buffer)] = (run, length, Environment.CurrentManagedThreadId, stack);
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
            run.CountEvent(isInsideOfOwnPool: true);
        else if (ProbeContext.Run is null)
            Interlocked.Increment(ref _eventsOfOthers);
    }

    private static StackFrame[] FramesOfTheProgram(StackTrace stack)
    {
        StackFrame[] all = stack.GetFrames();
        int first = Array.FindIndex(all, static frame => !ArrayCallSite.IsInside(frame) && ArrayCallSite.AssemblyOf(frame)?.Name != Name);
        return all[Math.Max(first, 0)..];
    }
}
