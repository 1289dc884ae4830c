using System.Buffers;
using System.Runtime.InteropServices;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>Returns that ought not to be: refused where the array is not the pool's, counted where it is no longer the caller's.</summary>
public partial class ArrayPoolMisuseTests
{
    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct IntBuffer;

    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct OtherBuffer;

    [PooledBuffer<object>(MaxLength = 64)]
    private partial struct Objects;

    private static readonly ArrayPool<int> s_pool = IntBuffer.Pool.AsArrayPool();

    public static TheoryData<string, int[]> ForeignArrays => new()
    {
        { "of a size class", new int[64] },
        { "of no size class", new int[65] },
        { "oversize", new int[2000] },
        { "another pool's", OtherBuffer.Pool.AsArrayPool().Rent(64) },
        { "the shared pool's", ArrayPool<int>.Shared.Rent(64) },
    };

    [Fact]
    public void Return_OfNull_Throws()
        => Assert.Throws<ArgumentNullException>("array", static () => s_pool.Return(null!));

    [Theory]
    [MemberData(nameof(ForeignArrays))]
    public void Return_OfAForeignArray_ThrowsAndTakesNothing(string whose, int[] array)
    {
        int[] rented = s_pool.Rent(64);
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        array[0] = 42;

        ArgumentException exception = Assert.Throws<ArgumentException>("array", () => s_pool.Return(array, clearArray: true));

        Assert.Contains(nameof(IntBuffer), exception.Message, StringComparison.Ordinal);
        Assert.True(array[0] == 42, whose);
        Assert.Equal(before, IntBuffer.Pool.GetStatistics());
        s_pool.Return(rented);
    }

    [Fact]
    public void Return_OfACovariantArray_Throws()
        => Assert.Throws<ArgumentException>("array", static () => Objects.Pool.AsArrayPool().Return(new string[64]));

    [Fact]
    public void Return_OfAnOwnersArray_ThrowsAndTheOwnerGoesOn()
    {
        using PooledOwner<int> owner = OtherBuffer.RentOwner(1000);
        int[] array = ArrayOf(owner.Memory);

        Assert.Throws<ArgumentException>("array", () => OtherBuffer.Pool.AsArrayPool().Return(array));

        Assert.Equal(1000, owner.Memory.Length);
    }

    [Fact]
    public void Return_Twice_IsHarmlessAndCounted()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        int[] array = s_pool.Rent(100);

        s_pool.Return(array);
        s_pool.Return(array);
        s_pool.Return(array);

        int[] first = s_pool.Rent(100), second = s_pool.Rent(100);
        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.NotSame(first, second);
        Assert.Equal((2L, 2L), (after.InUse - before.InUse, after.MisuseCount - before.MisuseCount));
        s_pool.Return(first);
        s_pool.Return(second);
    }

    [Fact]
    public void Return_TwiceOfAnOversizeArray_IsHarmlessAndCounted()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        int[] array = s_pool.Rent(5000);

        s_pool.Return(array);
        s_pool.Return(array);

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal((before.InUse, before.MisuseCount + 1), (after.InUse, after.MisuseCount));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Return_WhileAnOwnerHasTheArray_TouchesNothingAndIsCounted(bool clearArray)
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        int[] array = s_pool.Rent(200);
        s_pool.Return(array);
        using PooledOwner<int> owner = IntBuffer.RentOwner(200);
        owner.Span.Fill(7);
        Assert.Same(array, ArrayOf(owner.Memory));

        s_pool.Return(array, clearArray);

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal(-1, owner.Span.IndexOfAnyExcept(7));
        Assert.Equal((1L, 1L), (after.InUse - before.InUse, after.MisuseCount - before.MisuseCount));
    }

    [Fact]
    public void Return_AfterTheOwnerAndOnOtherThreads_IsStillCounted()
    {
        long misuse = IntBuffer.Pool.GetStatistics().MisuseCount;
        int[] array = s_pool.Rent(400);
        s_pool.Return(array);
        IntBuffer.RentOwner(400).Dispose();

        var other = new Thread(() => s_pool.Return(array));
        other.Start();
        other.Join();

        Assert.Equal(misuse + 1, IntBuffer.Pool.GetStatistics().MisuseCount);
    }

    // The documented hole: an array carries no handle.
    [Fact]
    public void Return_LateWhenTheAdapterRentedTheArrayAgain_EndsThatRental()
    {
        PoolStatistics before = IntBuffer.Pool.GetStatistics();
        int[] array = s_pool.Rent(800);
        s_pool.Return(array);
        Assert.Same(array, s_pool.Rent(800));

        s_pool.Return(array);
        s_pool.Return(array);

        PoolStatistics after = IntBuffer.Pool.GetStatistics();
        Assert.Equal((before.InUse, before.MisuseCount + 1), (after.InUse, after.MisuseCount));
    }

    private static int[] ArrayOf(ReadOnlyMemory<int> memory)
    {
        Assert.True(MemoryMarshal.TryGetArray(memory, out ArraySegment<int> segment));
        return segment.Array!;
    }
}
