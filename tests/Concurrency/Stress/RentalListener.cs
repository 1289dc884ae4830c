using System.Diagnostics.Tracing;

namespace PooledGen.Stress;

/// <summary>Listens to the events of all pools and forgets them.</summary>
internal sealed class RentalListener : EventListener
{
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "PooledGen")
            EnableEvents(eventSource, EventLevel.Verbose);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
    }
}
