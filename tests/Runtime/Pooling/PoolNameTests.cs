namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>Each constructed type of a generic renter has a pool, and each pool a name of its own.</summary>
public partial class PoolNameTests
{
    private const string Here = "PooledGen.Runtime.Tests.Pooling.PoolNameTests";

    [Fact]
    public void Name_OfAGenericRenter_HasTheTypeArgument()
    {
        Assert.Equal("PooledGen.SharedBuffer<int>", SharedBuffer<int>.Pool.Name);
        Assert.Equal("PooledGen.SharedBuffer<char>", SharedBuffer<char>.Pool.Name);
        Assert.Equal("PooledGen.SharedBuffer<System.Guid>", SharedBuffer<Guid>.Pool.Name);
        Assert.StartsWith("PooledGen.SharedBuffer<int>: ", SharedBuffer<int>.Pool.ToString(), StringComparison.Ordinal);
    }

    // As C# writes them: a name is compared with what the source says.
    [Fact]
    public void Name_OfAKeywordsType_HasTheKeyword() => Assert.Equal(
        ["sbyte", "short", "ushort", "uint", "ulong", "double"],
        new BufferPool[]
        {
            SharedBuffer<sbyte>.Pool, SharedBuffer<short>.Pool, SharedBuffer<ushort>.Pool,
            SharedBuffer<uint>.Pool, SharedBuffer<ulong>.Pool, SharedBuffer<double>.Pool,
        }.Select(static pool => pool.Name["PooledGen.SharedBuffer<".Length..^1]));

    [Fact]
    public void Name_OfANestedRenter_HasEachArgumentAtItsType()
    {
        Assert.Equal(Here + ".Cache<string, int[]>.Line", Cache<string, int[]>.Line.Pool.Name);
        Assert.Equal(Here + ".Cache<object, bool>.Inner<decimal>.Page<nint>", Cache<object, bool>.Inner<decimal>.Page<nint>.Pool.Name);
    }

    [Fact]
    public void Name_OfANestedArgument_HasItsArguments() => Assert.Equal(
        $"PooledGen.SharedBuffer<System.Collections.Generic.Dictionary<{Here}.Cache<long, {Here}.Color>.Inner<float>, byte[,]>>",
        SharedBuffer<Dictionary<Cache<long, Color>.Inner<float>, byte[,]>>.Pool.Name);

    [Fact]
    public void Name_OfARenterWithoutTypeParameters_IsThatOfTheType() => Assert.Equal(Here + ".Plain", Plain.Pool.Name);

    public enum Color;

    public partial class Cache<TKey, TValue>
    {
        [PooledBuffer<byte>(MaxLength = 64)]
        public partial struct Line;

        public partial class Inner<T>
        {
            [PooledBuffer(nameof(TPage), MaxLength = 64)]
            public partial struct Page<TPage>;
        }
    }

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Plain;
}
