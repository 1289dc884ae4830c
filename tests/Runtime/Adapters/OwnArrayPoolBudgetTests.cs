using System.Runtime.CompilerServices;
using PooledGen.Runtime.Tests.Invariants;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>Array pools whose arrays count against a budget.</summary>
public class OwnArrayPoolBudgetTests
{
    private readonly BufferBudget _budget = new(1024, "arrays");

    [Theory]
    [InlineData(1, 16)]
    [InlineData(100, 128)]
    [InlineData(600, 1000)]
    public void Rent_OfALength_ChargesItsSizeClassUntilTheReturn(int minimumLength, int charged)
    {
        PooledArrayPool<byte> pool = Create();
        for (int round = 0; round < 3; round++) // the first array is new, and the others were rented as arrays before
        {
            byte[] array = pool.Rent(minimumLength);
            Assert.Equal((charged, charged), (array.Length, _budget.InUseBytes));
            pool.Return(array, clearArray: round == 1);
            Assert.Equal(0, _budget.InUseBytes);
        }

        Assert.Equal((2L, 1L), (pool.Pool.GetStatistics().Hits, pool.Pool.GetStatistics().Misses));
        Assert.Same(_budget, pool.Budget);
        PoolInvariants.AssertHold(pool.Pool, inUse: 0);
    }

    [Theory]
    [InlineData(ClearPolicy.OnReturn, 1)]
    [InlineData(ClearPolicy.OnRent, 1)]
    [InlineData(ClearPolicy.Never, 4)]
    public void Rent_WithEachPolicyAndFinerClasses_ChargesUntilTheReturn(ClearPolicy clear, int classesPerDoubling)
    {
        var pool = new PooledArrayPool<byte>(1000, new() { Clear = clear, SizeClassesPerDoubling = classesPerDoubling, Budget = _budget });
        for (int round = 0; round < 3; round++)
        {
            byte[] array = pool.Rent(300);
            Assert.Equal(array.Length, _budget.InUseBytes);
            Assert.True(clear == ClearPolicy.Never || array.AsSpan().IndexOfAnyExcept((byte)0) < 0 || round == 0);
            array.AsSpan().Fill(7);
            pool.Return(array);
        }

        Assert.Equal(0, _budget.InUseBytes);
    }

    [Fact]
    public void Rent_BeyondTheBudget_ThrowsAndRentsNothing()
    {
        PooledArrayPool<byte> pool = Create();
        byte[] half = pool.Rent(512);

        var exception = Assert.Throws<InsufficientMemoryException>(() => pool.Rent(600));

        Assert.Contains("A buffer of 1000 bytes was requested from Limited", exception.Message, StringComparison.Ordinal);
        Assert.Contains("budget arrays: 512 of 1024 bytes in use", exception.Message, StringComparison.Ordinal);
        Assert.Equal((512L, 1L, 1L), (_budget.InUseBytes, _budget.RefusedCount, pool.Pool.GetStatistics().InUse));
        pool.Return(half);
        pool.Return(pool.Rent(600));
        Assert.Equal(0, _budget.InUseBytes);
    }

    [Fact]
    public void TryRent_BeyondTheBudget_IsFalse()
    {
        PooledArrayPool<byte> pool = Create();
        Assert.True(pool.TryRent(600, out byte[]? array));

        Assert.False(pool.TryRent(600, out byte[]? none));
        Assert.Null(none);
        Assert.True(pool.TryRent(0, out byte[]? empty));
        Assert.Empty(empty);
        Assert.Throws<ArgumentOutOfRangeException>("minimumLength", () => pool.TryRent(-1, out _));

        pool.Return(empty);
        pool.Return(array);
        Assert.Equal(0, _budget.InUseBytes);
    }

    [Fact]
    public void TryRent_WithoutABudget_AlwaysRents()
    {
        var pool = new PooledArrayPool<byte>(64);

        Assert.True(pool.TryRent(5000, out byte[]? array));

        Assert.Null(pool.Budget);
        Assert.Equal(5000, array.Length);
        pool.Return(array);
        Assert.Throws<ArgumentOutOfRangeException>("minimumLength", () => pool.TryRent(-1, out _));
    }

    [Fact]
    public void Rent_LongerThanThePoolsArrays_ChargesItsLength()
    {
        PooledArrayPool<byte> pool = Create();

        byte[] array = pool.Rent(1010);

        Assert.Equal((1010, 1010L), (array.Length, _budget.InUseBytes));
        pool.Return(array);
        Assert.Equal((0L, 0L), (_budget.InUseBytes, pool.Pool.GetStatistics().Retained));
    }

    [Fact]
    public void Return_OfAForeignArray_ChangesNothing()
    {
        PooledArrayPool<byte> pool = Create();
        byte[] array = pool.Rent(100);

        Assert.Throws<ArgumentException>("array", () => pool.Return(new byte[128]));
        Assert.Throws<ArgumentException>("array", () => pool.Return(new PooledArrayPool<byte>(128, new() { Budget = _budget }).Rent(128)));
        Assert.Throws<ArgumentNullException>("array", () => pool.Return(null!));

        Assert.Equal(256, _budget.InUseBytes); // that of the other pool is still rented
        pool.Return(array);
        Assert.Equal(128, _budget.InUseBytes);
    }

    [Fact]
    public void Return_Twice_GivesTheBytesBackOnce()
    {
        PooledArrayPool<byte> pool = Create();
        byte[] array = pool.Rent(100), other = pool.Rent(200);

        pool.Return(array);
        pool.Return(array);

        Assert.Equal((256L, 1L), (_budget.InUseBytes, pool.Pool.GetStatistics().MisuseCount));
        pool.Return(other);
        Assert.Equal(0, _budget.InUseBytes);
    }

    [Fact]
    public void Return_OnAnotherThread_GivesTheBytesBack()
    {
        PooledArrayPool<byte> pool = Create();
        byte[] array = pool.Rent(100);

        var thread = new Thread(() => pool.Return(array));
        thread.Start();
        thread.Join();

        Assert.Equal((0L, 0L), (_budget.InUseBytes, pool.Pool.GetStatistics().InUse));
    }

    [Fact]
    public void Collection_OfALostArray_GivesItsBytesBack()
    {
        PooledArrayPool<byte> pool = Create();
        for (int round = 0; round < 3; round++)
        {
            Lose(pool);
            Assert.Equal(128, _budget.InUseBytes);
            Assert.True(Collections.Until(() => _budget.InUseBytes == 0), _budget.ToString());
        }

        Assert.True(Collections.Until(() => pool.Pool.GetStatistics().InUse == 0), pool.Pool.ToString());
    }

    [Fact]
    public void RentOwner_OfItsPool_ObeysTheBudgetOnlyIfItIsGiven()
    {
        PooledArrayPool<byte> pool = Create();

        using PooledOwner<byte> free = pool.Pool.RentOwner(100);
        Assert.Equal(0, _budget.InUseBytes);
        Assert.True(pool.Pool.TryRentOwner(100, _budget, out PooledOwner<byte> charged));
        Assert.Equal(128, _budget.InUseBytes);
        charged.Dispose();
        Assert.Same(pool, pool.Pool.AsArrayPool());
    }

    // Not inlined: otherwise the caller's frame keeps the array.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lose(PooledArrayPool<byte> pool) => pool.Rent(100)[0] = 1;

    private PooledArrayPool<byte> Create() => new(1000, new() { Name = "Limited", Budget = _budget });
}
