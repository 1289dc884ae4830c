using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>What the documentation of <see cref="ArrayPool{T}"/> says about Rent and a proper Return.</summary>
public partial class ArrayPoolTests
{
    [PooledBuffer<int>(MaxLength = 1000)]
    private partial struct IntBuffer;

    [PooledBuffer<int>(MaxLength = 100, Oversize = OversizePolicy.Throw)]
    private partial struct Throwing;

    [PooledBuffer<int>(MaxLength = 1000)]
    private partial struct Losing;

    private static readonly ArrayPool<int> s_pool = IntBuffer.Pool.AsArrayPool();

    [Fact]
    public void AsArrayPool_IsOneObjectAPool()
    {
        Assert.Same(s_pool, IntBuffer.Pool.AsArrayPool());
        Assert.NotSame(s_pool, Throwing.Pool.AsArrayPool());
    }

    [Theory]
    [InlineData(1, 16)]
    [InlineData(16, 16)]
    [InlineData(17, 32)]
    [InlineData(600, 1000)]
    [InlineData(1000, 1000)]
    [InlineData(1001, 1001)]
    public void Rent_GivesAnArrayOfTheSizeClass(int minimumLength, int length)
    {
        int[] array = s_pool.Rent(minimumLength);

        Assert.Equal(length, array.Length);
        Assert.Equal(1, IntBuffer.Pool.GetStatistics().InUse);
        s_pool.Return(array);
        Assert.Equal(0, IntBuffer.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Rent_OfNothing_GivesTheEmptyArrayAndRentsNothing()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();

        Assert.Same(ArrayPool<int>.Shared.Rent(0), s_pool.Rent(0));
        s_pool.Return(s_pool.Rent(0));
        s_pool.Return([]);

        Assert.Equal(before, IntBuffer.Pool.GetStatistics());
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Rent_Negative_Throws(int minimumLength)
        => Assert.Throws<ArgumentOutOfRangeException>("minimumLength", () => s_pool.Rent(minimumLength));

    [Fact]
    public void Rent_AboveMaxLength_IsServedByTheHeapAndNotKept()
    {
        long before = IntBuffer.Pool.GetStatistics().Oversize;
        int[] array = s_pool.Rent(5000);
        PoolStatistics during = IntBuffer.Pool.GetStatistics();
        s_pool.Return(array);

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal((1L, during.Retained), (during.InUse, after.Retained));
        Assert.Equal((0L, 1L), (after.InUse, after.Oversize - before));
    }

    [Fact]
    public void Rent_AboveMaxLengthWherePolicyThrows_ThrowsAndLeavesNothingRented()
    {
        Assert.Throws<ArgumentOutOfRangeException>(static () => Throwing.Pool.AsArrayPool().Rent(101));

        Assert.Equal((0, 0), (Throwing.Pool.GetStatistics().Rents, Throwing.Pool.GetStatistics().InUse));
    }

    [Fact]
    public void Rent_AfterReturn_GivesTheSameArrayAndItsContents()
    {
        int[] array = s_pool.Rent(200);
        array.AsSpan().Fill(7);
        s_pool.Return(array);

        int[] again = s_pool.Rent(200);

        Assert.Same(array, again);
        Assert.Equal(-1, again.AsSpan().IndexOfAnyExcept(7));
        s_pool.Return(again);
    }

    [Fact]
    public void Return_InAnyOrder_TakesAllBack()
    {
        long misuse = IntBuffer.Pool.GetStatistics().MisuseCount;
        int[][] arrays = [.. Enumerable.Range(0, 20).Select(static _ => s_pool.Rent(64))];
        Assert.Equal(20, arrays.Distinct().Count());

        foreach (int[] array in arrays)
            s_pool.Return(array);

        Assert.Equal((0, misuse), (IntBuffer.Pool.GetStatistics().InUse, IntBuffer.Pool.GetStatistics().MisuseCount));
    }

    [Fact]
    public void Return_OnAnotherThread_GivesTheArrayToThatThread()
    {
        int[] array = s_pool.Rent(700);
        int[]? again = null;
        var other = new Thread(() =>
        {
            s_pool.Return(array);
            again = s_pool.Rent(700);
            s_pool.Return(again);
        });
        other.Start();
        other.Join();

        Assert.Same(array, again);
    }

    [Fact]
    public void Rent_NeverReturned_IsNotFatalAndKeepsNothingAlive()
    {
        WeakReference lost = Lose();
        WeakReference returned = RentAndReturn();
        IntBuffer.Pool.Trim();
        Losing.Pool.Trim(); // a thread's stack remembers what it last gave away

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();

        // The table from arrays to nodes holds neither.
        Assert.False(lost.IsAlive);
        Assert.False(returned.IsAlive);
        Assert.Equal(512, Losing.Pool.AsArrayPool().Rent(300).Length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Lose() => new(Losing.Pool.AsArrayPool().Rent(300));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RentAndReturn()
    {
        int[] array = s_pool.Rent(300);
        s_pool.Return(array);
        return new WeakReference(array);
    }
}
