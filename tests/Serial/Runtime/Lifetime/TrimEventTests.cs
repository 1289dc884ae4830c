using System.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>Listeners receive the events of visits and evictions.</summary>
public class TrimEventTests
{
    [Fact]
    public void AVisitAndAnEviction_AreTold()
    {
        var clock = new FakeClock();
        var pool = new TestPool(new IdleTrimmer(clock, TimeSpan.FromSeconds(10), long.MaxValue), maxRetainedBytes: 1024);
        using var listener = new TrimListener();

        pool.Use(1000, 2);
        clock.Advance(TimeSpan.FromSeconds(20));

        Assert.Equal(["BufferEvicted Test 1024 1024", "BufferTrimPoll 0", "BufferTrimPoll 0", "BufferTrimmed 1024"], listener.Told);
    }

    private sealed class TrimListener : EventListener
    {
        public TrimListener() => EnableEvents(PoolEvents.Source, EventLevel.Informational);

        public List<string> Told { get; } = [];

        // What differs from run to run is left out: the clock's reading, the buffer's and the pool's numbers.
        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.EventName is "BufferEvicted" or "BufferDropped")
                Told.Add($"{written.EventName} {string.Join(' ', written.Payload!)}");
            else if (written.EventName is "BufferTrimPoll" or "BufferTrimmed")
                Told.Add($"{written.EventName} {written.Payload![1]}");
        }
    }
}
