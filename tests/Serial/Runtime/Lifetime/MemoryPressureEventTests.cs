namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>A pool adds memory pressure if its declaration asks for it. The garbage collector's events show how much.</summary>
public partial class MemoryPressureEventTests
{
    // A number of pages that no other buffer of this process has. A page has 16 KB on macOS.
    private const int Counted = 755 * 16_384;
    private const int Quiet = 757 * 16_384;

    [PooledBuffer<byte>(Length = Counted, Storage = BufferStorage.Native, MemoryPressure = true)]
    private partial struct CountedFrames;

    [PooledBuffer<byte>(Length = Quiet, Storage = BufferStorage.Native)]
    private partial struct QuietFrames;

    [Fact]
    public void Trim_RemovesThePressureThatTheFirstRentalAdded()
    {
        using var collector = new CollectorEvents();
        CountedFrames.RentOwner().Dispose();
        CountedFrames.RentOwner().Dispose();
        collector.AwaitPressure(Counted, added: 1, removed: 0);

        CountedFrames.Pool.Trim();
        collector.AwaitPressure(Counted, added: 1, removed: 1);
    }

    [Fact]
    public void PoolWithoutTheOption_AddsNoPressure()
    {
        using var collector = new CollectorEvents();
        QuietFrames.RentOwner().Dispose();
        QuietFrames.Pool.Trim();
        CountedFrames.RentOwner().Dispose();
        CountedFrames.Pool.Trim();

        collector.AwaitPressure(Counted, added: 1, removed: 1); // the events of the other pool would have come before
        collector.AwaitPressure(Quiet, added: 0, removed: 0);
    }
}
