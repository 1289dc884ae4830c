using System.Buffers;

namespace PooledGen.Bench.Mono;

/// <summary>The ways to get memory for a moment: a renter, an owner, the array adapter, <c>ArrayPool.Shared</c> of System.Buffers, and a new array.</summary>
internal static partial class Rentals
{
    /// <summary>The place of <c>ArrayPool.Shared</c> among the ways.</summary>
    public const int ArrayPoolShared = 3;

    private static readonly ArrayPool<byte> s_adapter = Block.Pool.AsArrayPool();

    [PooledBuffer(typeof(byte), MaxLength = 16 * 1024)]
    private partial struct Block;

    /// <summary>One rental, whose first element is written.</summary>
    public static Action[] OfOne(int length) =>
    [
        () =>
        {
            using var block = Block.Rent(length);
            block[0] = 1;
        },
        () =>
        {
            using PooledOwner<byte> owner = Block.RentOwner(length);
            owner.Span[0] = 1;
        },
        () => OfPool(s_adapter, length),
        () => OfPool(ArrayPool<byte>.Shared, length),
        () =>
        {
            var array = new byte[length];
            array[0] = 1;
        },
    ];

    /// <summary>Two rentals, one inside the other.</summary>
    public static Action[] OfTwo(int length) =>
    [
        () =>
        {
            using var first = Block.Rent(length);
            using var second = Block.Rent(length);
            first[0] = second[0] = 1;
        },
        () =>
        {
            using PooledOwner<byte> first = Block.RentOwner(length);
            using PooledOwner<byte> second = Block.RentOwner(length);
            first.Span[0] = second.Span[0] = 1;
        },
        () => TwoOfPool(s_adapter, length),
        () => TwoOfPool(ArrayPool<byte>.Shared, length),
        () =>
        {
            byte[] first = new byte[length], second = new byte[length];
            first[0] = second[0] = 1;
        },
    ];

    private static void OfPool(ArrayPool<byte> pool, int length)
    {
        byte[] array = pool.Rent(length);
        array[0] = 1;
        pool.Return(array);
    }

    private static void TwoOfPool(ArrayPool<byte> pool, int length)
    {
        byte[] first = pool.Rent(length);
        byte[] second = pool.Rent(length);
        first[0] = second[0] = 1;
        pool.Return(second);
        pool.Return(first);
    }
}
