using System.Buffers;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>After warm-up the adapters allocate nothing, but for the owner objects that are not reused.</summary>
public partial class AllocationTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct ByteBuffer;

    private static readonly ArrayPool<byte> s_arrays = ByteBuffer.Pool.AsArrayPool();
    private static readonly MemoryPool<byte> s_blocks = ByteBuffer.Pool.DangerousAsMemoryPool();

    public static TheoryData<string, Action> Shapes => new()
    {
        { "array", static () => s_arrays.Return(s_arrays.Rent(1500)) },
        { "array, wrong order", WrongOrder },
        { "array, cleared", static () => s_arrays.Return(s_arrays.Rent(1500), clearArray: true) },
        { "array, returned twice", ReturnTwice },
        { "empty array", static () => s_arrays.Return(s_arrays.Rent(0)) },
        { "block", static () => s_blocks.Rent().Dispose() },
        { "blocks, wrong order", BlocksInWrongOrder },
        { "the adapters", static () => ByteBuffer.Pool.MemoryPoolOf(ByteBuffer.Pool.AsArrayPool() == s_arrays).Rent().Dispose() },
    };

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Rent_AfterWarmUp_AllocatesNothing(string shape, Action rent)
    {
        long allocated = Allocations.Of(rent, 1000);
        Assert.True(allocated == 0, $"{shape}: {allocated} bytes in 1000 rounds");
    }

    [Fact]
    public void Rent_WithoutReuse_AllocatesOneSmallOwner()
    {
        MemoryPool<byte> pool = ByteBuffer.Pool.AsMemoryPool();

        // Two object words, the node, the generation.
        Assert.Equal(1000 * 4 * IntPtr.Size, Allocations.Of(() => pool.Rent().Dispose(), 1000));
    }

    private static void WrongOrder()
    {
        byte[] first = s_arrays.Rent(4000), second = s_arrays.Rent(4000);
        s_arrays.Return(first);
        s_arrays.Return(second);
    }

    private static void ReturnTwice()
    {
        byte[] array = s_arrays.Rent(4000);
        s_arrays.Return(array);
        s_arrays.Return(array);
    }

    private static void BlocksInWrongOrder()
    {
        IMemoryOwner<byte> first = s_blocks.Rent(4000), second = s_blocks.Rent(4000);
        first.Dispose();
        second.Dispose();
    }
}
