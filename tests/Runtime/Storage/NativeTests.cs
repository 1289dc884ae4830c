using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Storage;

/// <summary>Buffers in pages of the operating system: how long an address range lives, and who may have it.</summary>
public class NativeTests
{
    // What a stale span may read of a buffer of nines. Fresh pages hold zeros; Windows promises none, and other systems keep the pages.
    private static readonly byte[] s_afterNines = OperatingSystem.IsLinux() ? [0] : [0, 9];

    private readonly PlacedPool<byte> _pool = new(BufferStorage.Native, minLength: 4096, maxLength: 1 << 20);

    [Fact]
    public void Rent_AfterAReturn_ReusesTheBuffer()
    {
        _pool.Use(100_000, buffers: 1);
        _pool.Use(100_000, buffers: 1);

        PoolStatistics statistics = _pool.Pool.GetStatistics();
        Assert.Equal((1, 1, 1, 0), (statistics.Misses, statistics.Hits, statistics.Retained, statistics.InUse));
        Assert.Equal(131_072, _pool.Pool.MappedBytes);
        _pool.AssertBalanced();
    }

    [Fact]
    public void Trim_KeepsTheAddressRange_ForTheNextRentalOfTheClass()
    {
        nint address;
        using (PooledOwner<byte> owner = _pool.Pool.RentOwner(100_000))
        {
            address = owner.DangerousGetAddress();
            owner.Span.Fill(9);
        }

        _pool.Pool.Trim();
        Assert.Equal(0, _pool.Pool.GetStatistics().Retained);
        Assert.Equal(131_072, _pool.Pool.MappedBytes);
        using PooledOwner<byte> other = _pool.Pool.RentOwner(300_000);
        Assert.NotEqual(address, other.DangerousGetAddress());
        using PooledOwner<byte> again = _pool.Pool.RentOwner(70_000);
        Assert.Equal(address, again.DangerousGetAddress());
        Assert.Equal(2, _pool.Pool.GetStatistics().InUse);
        Assert.Equal(131_072 + 524_288, _pool.Pool.MappedBytes);
    }

    [Fact]
    public void StaleSpan_AfterATrim_ReadsAndWritesWithoutAFault()
    {
        PooledOwner<byte> owner = _pool.Pool.RentOwner(100_000);
        Span<byte> stale = owner.Span;
        stale.Fill(9);
        owner.Dispose();
        _pool.Pool.Trim();

        Assert.Contains(stale[50_000], s_afterNines);
        stale.Fill(1);
        using PooledOwner<byte> next = _pool.Pool.RentOwner(100_000);
        next.Span.Fill(2);
        Assert.Equal(2, stale[99_999]);
    }

    [Fact]
    public void Return_OnAnotherThread_KeepsTheBufferForAll()
    {
        PooledOwner<byte> owner = _pool.Pool.RentOwner(100_000);
        TestPool.OnAnotherThread(owner.Dispose);
        TestPool.OnAnotherThread(() => _pool.Use(100_000, buffers: 1));
        _pool.Use(100_000, buffers: 1);

        Assert.Equal((1, 2), (_pool.Pool.GetStatistics().Misses, _pool.Pool.GetStatistics().Hits));
        _pool.AssertBalanced();
    }

    // The first thread takes the buffer by the long way, the second one by the short way.
    [Fact]
    public void Return_OnTheThreadThatRented_NeedsNoStacks()
    {
        _pool.Use(100_000, buffers: 1);
        _pool.Use(100_000, buffers: 1);
        TestPool.OnAnotherThread(() =>
        {
            PooledNode node = PooledNode.RentSlow(_pool.Pool, 100_000);
            node.ReturnOwned(node.Generation);
            Assert.Null(_pool.Pool.StacksOfThread);
        });

        Assert.Equal((1, 2), (_pool.Pool.GetStatistics().Misses, _pool.Pool.GetStatistics().Hits));
        _pool.AssertBalanced();
    }

    [Fact]
    public void Return_BeyondTheBudget_GivesThePagesBackAndCountsThem()
    {
        _pool.Pool.MaxRetainedBytes = 0;
        PooledOwner<byte> owner = _pool.Pool.RentOwner(100_000);
        nint address = owner.DangerousGetAddress();
        owner.Span.Fill(9);
        Span<byte> stale = owner.Span;
        owner.Dispose();

        Assert.Contains(stale[0], s_afterNines);
        Assert.Equal((1, 0), (_pool.Pool.GetStatistics().Evicted, _pool.Pool.GetStatistics().Retained));
        using (PooledOwner<byte> again = _pool.Pool.RentOwner(100_000))
            Assert.Equal(address, again.DangerousGetAddress());

        _pool.AssertBalanced();
    }

    [Fact]
    public void IdleVisit_GivesBackWhatWasNotUsed()
    {
        _pool.Use(100_000, buffers: 3);
        _pool.Pool.TrimIdle();
        Assert.Equal(3, _pool.Pool.GetStatistics().Retained);
        _pool.Pool.TrimIdle();

        PoolStatistics statistics = _pool.Pool.GetStatistics();
        Assert.Equal((0, 3), (statistics.Retained, statistics.Trimmed));
        _pool.AssertBalanced();
    }

    [Fact]
    public void Rental_ThatIsNeverDisposed_StaysCountedAndKeepsItsRange()
    {
        nint leaked = Leak();
        Collections.Several();
        _pool.Pool.Trim();

        Assert.Equal(1, _pool.Pool.GetStatistics().InUse);
        using PooledOwner<byte> next = _pool.Pool.RentOwner(100_000);
        Assert.NotEqual(leaked, next.DangerousGetAddress());
    }

    [Fact]
    public void Oversize_IsAPinnedArray_ThatIsNotPooled()
    {
        using (PooledOwner<byte> owner = _pool.Pool.RentOwner((1 << 20) + 1))
        {
            Assert.Equal((1 << 20) + 1, owner.Span.Length);
            Assert.NotEqual(0, owner.DangerousGetAddress());
        }

        Assert.Equal((1, 0), (_pool.Pool.GetStatistics().Oversize, _pool.Pool.GetStatistics().Retained));
        Assert.Equal(0, _pool.Pool.MappedBytes);
        _pool.AssertBalanced();
    }

    [Fact]
    public void SmallClass_TakesAWholePage()
    {
        var pool = new PlacedPool<byte>(BufferStorage.Native, minLength: 16, maxLength: 64);
        pool.Use(16, buffers: 1);

        Assert.Equal(Environment.SystemPageSize, pool.Pool.MappedBytes);
        Assert.Equal(0, pool.Pool.ReservedBytes % Environment.SystemPageSize);
        Assert.NotEqual(0, pool.Pool.ReservedBytes);
    }

    [Fact]
    public void Buffer_OfAHugePage_BeginsAtOne()
    {
        const int HugePage = 2 * 1024 * 1024;
        var pool = new PlacedPool<byte>(BufferStorage.Native, minLength: HugePage, maxLength: 3 * HugePage);
        using PooledOwner<byte> one = pool.Pool.RentOwner(HugePage);
        using PooledOwner<byte> three = pool.Pool.RentOwner(3 * HugePage);
        one.Span.Fill(1);
        three.Span.Fill(3);

        Assert.Equal(-1, one.Span.IndexOfAnyExcept((byte)1));
        nint alignment = OperatingSystem.IsLinux() ? HugePage : Environment.SystemPageSize;
        Assert.Equal((0, 0), (one.DangerousGetAddress() % alignment, three.DangerousGetAddress() % alignment));
        Assert.Equal(4L * HugePage, pool.Pool.MappedBytes);
    }

    [Fact]
    public void Map_OfMoreThanTheSystemHas_SaysSo()
    {
        var exception = Assert.Throws<OutOfMemoryException>(() => NativePages.Map(1L << 60, "Frames"));
        Assert.Equal($"Frames: the operating system has no {1L << 60} bytes of memory for a native buffer.", exception.Message);
    }

    [Theory]
    [InlineData(ClearPolicy.OnReturn)]
    [InlineData(ClearPolicy.OnRent)]
    public void ClearPolicy_HoldsForNativeBuffers(ClearPolicy policy)
    {
        var pool = new PlacedPool<byte>(BufferStorage.Native, clear: policy);
        using (PooledOwner<byte> owner = pool.Pool.RentOwner(4000))
            owner.Span.Fill(7);

        using PooledOwner<byte> next = pool.Pool.RentOwner(4000);
        Assert.Equal(-1, next.Span.IndexOfAnyExcept((byte)0));
        Assert.Equal(1, pool.Pool.GetStatistics().Hits);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private nint Leak() => _pool.Pool.RentOwner(100_000).DangerousGetAddress();
}
