using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>Counts the garbage collector's own events about memory pressure.</summary>
internal sealed class CollectorEvents : EventListener
{
    private const EventKeywords Collections = (EventKeywords)1;

    private readonly ConcurrentQueue<(string Name, long Bytes)> _pressure = new();

    /// <summary>Waits until pressure of a number of bytes was added and removed so many times, and fails if that does not happen.</summary>
    public void AwaitPressure(long bytes, int added, int removed)
    {
        // The runtime delivers its events on another thread.
        SpinWait.SpinUntil(() => Count("Increase", bytes) >= added && Count("Decrease", bytes) >= removed, TimeSpan.FromSeconds(30));
        Assert.Equal((added, removed), (Count("Increase", bytes), Count("Decrease", bytes)));
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
            EnableEvents(eventSource, EventLevel.Verbose, Collections);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName?.Contains("MemoryPressure", StringComparison.Ordinal) == true)
            _pressure.Enqueue((eventData.EventName, Convert.ToInt64(eventData.Payload![0], System.Globalization.CultureInfo.InvariantCulture)));
    }

    private int Count(string kind, long bytes) => _pressure.Count(change => change.Bytes == bytes && change.Name.StartsWith(kind, StringComparison.Ordinal));
}
