namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>The garbage collector is told what the declaration says. The figures are the collector's own events.</summary>
public partial class MemoryPressureEventTests
{
    // A number of pages that no other buffer of this process has.
    private const int Told = 3_015 * 4096;
    private const int Untold = 3_017 * 4096;

    [PooledBuffer<byte>(Length = Told, Storage = BufferStorage.Native, MemoryPressure = true)]
    private partial struct ToldFrames;

    [PooledBuffer<byte>(Length = Untold, Storage = BufferStorage.Native)]
    private partial struct UntoldFrames;

    [Fact]
    public void Trim_RemovesThePressureThatTheFirstRentalAdded()
    {
        using var collector = new CollectorEvents();
        ToldFrames.RentOwner().Dispose();
        ToldFrames.RentOwner().Dispose();
        collector.AwaitPressure(Told, added: 1, removed: 0);

        ToldFrames.Pool.Trim();
        collector.AwaitPressure(Told, added: 1, removed: 1);
    }

    [Fact]
    public void PoolWithoutTheOption_AddsNoPressure()
    {
        using var collector = new CollectorEvents();
        UntoldFrames.RentOwner().Dispose();
        UntoldFrames.Pool.Trim();
        ToldFrames.RentOwner().Dispose();
        ToldFrames.Pool.Trim();

        collector.AwaitPressure(Told, added: 1, removed: 1); // later than what would be told of the other pool
        collector.AwaitPressure(Untold, added: 0, removed: 0);
    }
}
