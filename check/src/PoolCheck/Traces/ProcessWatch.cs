using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace PooledGen.PoolCheck;

/// <summary>Watches the pools of a running process from outside.</summary>
/// <param name="id">The id of the process.</param>
/// <param name="threshold">How long an array may be out.</param>
/// <param name="bufferMegabytes">What the process may keep of events that the watch has not read yet.</param>
/// <param name="maxEvents">After how many events the watch begins anew.</param>
internal sealed class ProcessWatch(int id, TimeSpan threshold, int bufferMegabytes = 256, long maxEvents = ArrayTrace.MaxEvents)
{
    // Loader, NGen, Jit and JittedMethodILToNativeMap: what names the frames of methods that are compiled meanwhile.
    private const long NamesOfMethods = 0x8 | 0x20 | 0x10 | 0x20000;

    private readonly DiagnosticsClient _client = new(id);
    private long _rents;
    private int _restarts;

    /// <summary>How many rents were seen so far.</summary>
    public long Rents => Volatile.Read(ref _rents);

    /// <summary>How often the watch began anew, because its memory was full.</summary>
    public int Restarts => Volatile.Read(ref _restarts);

    /// <summary>Watches until the process ends or a token is cancelled.</summary>
    /// <exception cref="ServerNotAvailableException">The process cannot be watched.</exception>
    /// <exception cref="ArgumentException">There is no such process.</exception>
    public ProcessReport Run(CancellationToken cancellation)
    {
        string name = NameOf(id);
        var results = new List<TraceResult>();
        int eventsLost = 0;
        try
        {
            while (RunSession(results, ref eventsLost, cancellation))
                Volatile.Write(ref _restarts, results.Count);
        }
        catch (Exception e) when (results.Count > 0 && IsOfTheProcess(e))
        {
            // The process has ended between two sessions, or its socket is gone.
        }

        return TraceReport.Of(id, name, results, eventsLost, threshold);
    }

    /// <returns>Whether another session has to follow, because the memory of this one was full.</returns>
    private bool RunSession(List<TraceResult> results, ref int eventsLost, CancellationToken cancellation)
    {
        using EventPipeSession session = _client.StartEventPipeSession(
            [
                new EventPipeProvider(ArrayTrace.ProviderName, EventLevel.Verbose),
                new EventPipeProvider("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, NamesOfMethods),
            ],
            requestRundown: true,
            bufferMegabytes);
        using TraceLogEventSource source = TraceLog.CreateFromEventPipeSession(session, TraceLog.EventPipeRundownConfiguration.Enable(_client));
        TraceEventDispatcher raw = RawSource(source.TraceLog);
        using var trace = new ArrayTrace(source.TraceLog, new InstructionMap(raw), threshold, maxEvents);
        long rentsBefore = _rents;
        using var full = new CancellationTokenSource();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation, full.Token);
        double newest = 0;
        source.AllEvents += data =>
        {
            trace.Add(data, raw.EventsLost);
            newest = data.TimeStampRelativeMSec;
            Volatile.Write(ref _rents, rentsBefore + trace.Rents);
            if (trace.IsFull)
                full.Cancel();
        };

        // What is out is out until the stop, though the last event may be older. After it only the names of methods follow, which may take seconds.
        DateTime? end = null;
        bool isCut = false;
        using (stop.Token.Register(() => ThreadPool.QueueUserWorkItem(_ =>
        {
            end = DateTime.UtcNow;
            isCut = !TryStop(session) && IsRunning(id);

            // What cleans the folder for temporary files has removed the socket, so the events would never end.
            if (isCut)
                session.EventStream.Dispose();
        })))
        {
            Process(source);
        }

        eventsLost += raw.EventsLost;

        // Where the events were cut off, later ones may have been on their way.
        double length = isCut ? newest : ((end ?? DateTime.UtcNow) - raw.SessionStartTime.ToUniversalTime()).TotalMilliseconds;
        results.Add(new TraceResult(trace, length));
        return full.IsCancellationRequested && !cancellation.IsCancellationRequested;
    }

    private static void Process(TraceLogEventSource source)
    {
        try
        {
            source.Process();
        }
        catch (Exception e) when (e is IOException or EndOfStreamException or FormatException or ObjectDisposedException)
        {
            // The process has ended in the middle of an event, or the stream was closed.
        }
    }

    private static bool TryStop(EventPipeSession session)
    {
        try
        {
            session.Stop();
            return true;
        }
        catch (Exception e) when (IsOfTheProcess(e))
        {
            return false;
        }
    }

    private static bool IsRunning(int id)
    {
        try
        {
            NameOf(id);
            return true;
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            return false;
        }
    }

    /// <summary>Whether an exception says that a process cannot be watched, or not any more.</summary>
    public static bool IsOfTheProcess(Exception e)
        => e is DiagnosticsClientException or SocketException or IOException or UnauthorizedAccessException or TimeoutException;

    private static string NameOf(int id)
    {
        using Process process = System.Diagnostics.Process.GetProcessById(id);
        return process.ProcessName;
    }

    // A TraceLog of a running process does not say how many events were lost, but its source does (ProcessWatchTests).
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "rawEventSourceToConvert")]
    private static extern ref TraceEventDispatcher RawSource(TraceLog log);
}
