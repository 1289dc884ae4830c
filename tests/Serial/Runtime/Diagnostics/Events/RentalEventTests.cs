using System.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Diagnostics.Events;

/// <summary>What a listener hears of each step of a rental.</summary>
[Collection(ProcessWide.Name)]
public partial class RentalEventTests
{
    [PooledBuffer<long>(MaxLength = 64)]
    private partial struct Told;

    [PooledBuffer<long>(MaxLength = 64)]
    private partial struct Ordered;

    [PooledBuffer<long>(MaxLength = 64)]
    private partial struct Trimmed;

    [PooledBuffer<long>(MaxLength = 64, MaxBuffersPerThread = 1)]
    private partial struct Dropped;

    [PooledBuffer<long>(MaxLength = 64)]
    private partial struct Misused;

    [PooledBuffer<long>(MaxLength = 64)]
    private partial struct Young;

    [PooledBuffer<long>(MaxLength = 64)]
    private partial struct Historic;

    [Fact]
    public void Rental_WhileSomebodyListens_TellsEachStep()
    {
        using var listener = new Listener(EventLevel.Verbose);

        Told.Rent(20).Dispose();
        Told.Rent(32).Dispose();
        Told.RentOwner(10).Dispose();
        Told.Rent(100).Dispose();
        Told.Rent(0).Dispose();
        Told.Rent(3, stackalloc long[3]).Dispose();

        Assert.Equal(
            [
                "BufferAllocated 32, 1, 0", "BufferRented 32, 1", "BufferReturned 32",
                "BufferRented 32, 1", "BufferReturned 32",
                "BufferAllocated 16, 0, 0", "BufferRented 16, 0", "BufferReturned 16",
                "BufferAllocated 100, -1, 1", "BufferRented 100, -1", "BufferReturned 100", "BufferDropped 100, -1, 1",
            ],
            listener.EventsOf(Told.Pool));
    }

    [Fact]
    public void Rental_OfAnArrayPoolOfOnesOwn_TellsEachStep()
    {
        PooledArrayPool<byte> pool = PooledBuffers.CreateArrayPool<byte>(64, "Own keys");
        using var listener = new Listener(EventLevel.Verbose);

        pool.Return(pool.Rent(20));
        pool.Return(pool.Rent(20));
        pool.Pool.Trim();

        Assert.Equal(
            [
                "BufferAllocated 32, 1, 0", "BufferRented 32, 1", "BufferReturned 32", "BufferRented 32, 1", "BufferReturned 32", "BufferTrimmed 32",
            ],
            listener.EventsOf(pool.Pool));
    }

    [Fact]
    public void Rental_BegunBefore_IsToldWhenItEnds()
    {
        Ordered.Rent(64).Dispose();
        var renter = Ordered.Rent(64);
        PooledOwner<long> owner = Ordered.RentOwner(64);
        using var listener = new Listener(EventLevel.Verbose);

        renter.Dispose();
        owner.Dispose();

        Assert.Equal(["BufferReturned 64", "BufferReturned 64"], listener.EventsOf(Ordered.Pool));
    }

    [Fact]
    public void Trim_OfThreadsAndCores_TellsEachFreeBuffer()
    {
        using var listener = new Listener(EventLevel.Informational);
        Trimmed.Pool.Enter(PoolMode.Traced);
        Trimmed.Rent(32).Dispose(); // lies with the cores now
        Trimmed.Pool.Leave(PoolMode.Traced);
        Trimmed.Rent(16).Dispose(); // lies with this thread
        using var rented = Trimmed.Rent(64);

        Trimmed.Pool.Trim();

        Assert.Equal(["BufferTrimmed 16", "BufferTrimmed 32"], listener.EventsOf(Trimmed.Pool).Where(line => line.Contains("Trim")).Order());
    }

    [Fact]
    public void Return_WithoutRoom_TellsEachDroppedBuffer()
    {
        int capacity = Environment.ProcessorCount * Depths.OnCore(1);
        using var listener = new Listener(EventLevel.Informational);
        PooledOwner<long>[] owners = [.. Enumerable.Range(0, capacity + 4).Select(_ => Dropped.RentOwner(64))];

        foreach (PooledOwner<long> owner in owners)
            owner.Dispose();

        // One stays on the thread.
        Assert.Equal(3, Dropped.Pool.Statistics.Dropped);
        Assert.Equal(Enumerable.Repeat("BufferDropped 64, 2, 0", 3), listener.EventsOf(Dropped.Pool).Where(line => line.Contains("Drop")));
    }

    [Fact]
    public void Misuse_IsToldWithTheTypesName()
    {
        using var listener = new Listener(EventLevel.Warning);
        var renter = Misused.Rent(10);
        renter.Dispose();

        renter.Dispose();

        Assert.Contains(typeof(RentalEventTests).FullName + ".Misused", Assert.Single(listener.Events, line => line.StartsWith("MisuseFound")));
    }

    [Fact]
    public void Pool_OldOrNew_IsToldWithItsNumber()
    {
        BufferPool old = Told.Pool;
        using var listener = new Listener(EventLevel.Informational);

        BufferPool young = Young.Pool;
        Young.Rent(0).Dispose();
        Young.Rent(1).Dispose();

        Assert.Contains(listener.Events, line => line.StartsWith($"PoolCreated {old.Id}, {old.Name}, System.Int64, ", StringComparison.Ordinal));
        Assert.Single(listener.Events, $"PoolCreated {young.Id}, {young.Name}, System.Int64, 0, 0, 0, 0, 0, 0, 0, 0");
    }

    [Fact]
    public void Pool_WithAHistory_IsToldWithItsFigures()
    {
        using var kept = Historic.Rent(10);
        Historic.Rent(65).Dispose();
        Historic.Rent(20).Dispose();
        Historic.Pool.Trim();
        Historic.Pool.MaxRetainedBytes = 0;
        Historic.Rent(20).Dispose();
        var twice = Historic.Rent(20);
        twice.Dispose();
        twice.Dispose();

        using var listener = new Listener(EventLevel.Informational);

        // 5 rents, 4 misses, 1 oversize, 1 trimmed, none dropped, 2 evicted, 1 misuse, 1 in use.
        Assert.Single(listener.Events, $"PoolCreated {Historic.Pool.Id}, {Historic.Pool.Name}, System.Int64, 5, 4, 1, 1, 0, 2, 1, 1");
    }

    [Theory]
    [InlineData("", unchecked((int)0x811C9DC5))]
    [InlineData("a", unchecked((int)0xE40C292C))]
    [InlineData("foobar", unchecked((int)0xBF9CF968))]
    public void PoolId_IsThePublishedHash(string name, int expected) => Assert.Equal(expected, PoolId.Of(name));
}
