using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Diagnostics;

/// <summary>Somebody who listens to the event source, from its creation until it is disposed.</summary>
internal sealed class Listener : EventListener
{
    private readonly ConcurrentQueue<EventWrittenEventArgs> _events = new();

    public Listener(EventLevel level, EventKeywords keywords = EventKeywords.None) => EnableEvents(PoolEvents.Source, level, keywords);

    /// <summary>What it does in its callback, besides remembering the event.</summary>
    public Action<EventWrittenEventArgs>? Callback { get; set; }

    /// <summary>Each event as its name and its payload.</summary>
    public IEnumerable<string> Events => _events.Select(Describe);

    /// <summary>The events of one pool that are about buffers, each as its name, its length and what follows.</summary>
    public IEnumerable<string> EventsOf(BufferPool pool) =>
        from written in _events
        where written.EventId <= 6 && written.PayloadNames!.IndexOf("poolId") is > 0 and var index && (int)written.Payload![index]! == pool.Id
        select $"{written.EventName} {string.Join(", ", written.Payload!.Where((_, i) => i != 0 && written.PayloadNames![i] != "poolId"))}";

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        // Each listener hears of all settings that the process ignores, and so of those of SettingsTests.
        if (eventData.EventName == nameof(PoolEventSource.SettingIgnored) && eventData.Payload![0] is SettingsTests.Name or SettingsTests.Variable)
            return;

        _events.Enqueue(eventData);
        Callback?.Invoke(eventData);
    }

    private static string Describe(EventWrittenEventArgs written) => $"{written.EventName} {string.Join(", ", written.Payload!)}";
}
