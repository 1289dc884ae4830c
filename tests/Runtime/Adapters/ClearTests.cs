using System.Buffers;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>When a returned array is cleared: as the caller asks, and as the pool's policy says.</summary>
public partial class ClearTests
{
    [PooledBuffer<int>(MaxLength = 64)]
    private partial struct Plain;

    [PooledBuffer<int>(MaxLength = 64, Clear = ClearPolicy.OnReturn)]
    private partial struct Secrets;

    [PooledBuffer<int>(MaxLength = 64, Clear = ClearPolicy.OnRent)]
    private partial struct Zeroed;

    [PooledBuffer<string>(MaxLength = 64)]
    private partial struct References;

    [PooledBuffer<string>(MaxLength = 64, Clear = ClearPolicy.Never)]
    private partial struct KeptReferences;

    public static TheoryData<BufferPool<int>, bool, bool> Numbers => new()
    {
        { Plain.Pool, false, false },
        { Plain.Pool, true, true },
        { Secrets.Pool, false, true },
        { Secrets.Pool, true, true },
        { Zeroed.Pool, false, false },
        { Zeroed.Pool, true, true },
    };

    public static TheoryData<BufferPool<string>, bool, bool> Strings => new()
    {
        { References.Pool, false, true },
        { References.Pool, true, true },
        { KeptReferences.Pool, false, false },
        { KeptReferences.Pool, true, true },
    };

    [Theory]
    [MemberData(nameof(Numbers))]
    public void Return_ClearsTheWholeArrayOrNothing(BufferPool<int> pool, bool clearArray, bool cleared) => Check(pool, 7, clearArray, cleared);

    [Theory]
    [MemberData(nameof(Strings))]
    public void Return_OfReferences_ClearsTheWholeArrayOrNothing(BufferPool<string> pool, bool clearArray, bool cleared)
        => Check(pool, "x", clearArray, cleared);

    [Fact]
    public void Rent_WherePolicyClearsOnRent_GivesZeros()
    {
        ArrayPool<int> pool = Zeroed.Pool.AsArrayPool();
        int[] array = pool.Rent(20);
        array.AsSpan().Fill(7);
        pool.Return(array);

        Assert.Same(array, pool.Rent(20));
        Assert.Equal(-1, array.AsSpan().IndexOfAnyExcept(0));
        pool.Return(array);
    }

    [Fact]
    public void Dispose_OfAMemoryOwner_ClearsByThePolicy()
    {
        IMemoryOwner<string> owner = References.Pool.AsMemoryPool().Rent(20);
        Span<string> leaked = owner.Memory.Span;
        leaked.Fill("x");

        owner.Dispose();

        Assert.True(leaked.IndexOfAnyExcept((string)null!) < 0);
    }

    private static void Check<T>(BufferPool<T> pool, T value, bool clearArray, bool cleared)
        where T : IEquatable<T>
    {
        T[] array = pool.AsArrayPool().Rent(20);
        array.AsSpan().Fill(value);

        pool.AsArrayPool().Return(array, clearArray);

        Assert.Equal(32, array.Length);
        Assert.Equal(-1, array.AsSpan().IndexOfAnyExcept(cleared ? default! : value));
    }
}
