using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Adapters;

/// <summary>
/// Array pools without an annotated type. What Rent and Return do is tested on the pools of annotated types, and by AdapterProperties on both.
/// </summary>
public class OwnArrayPoolTests
{
    [Theory]
    [InlineData(1, 16)]
    [InlineData(17, 32)]
    [InlineData(600, 1000)]
    [InlineData(1000, 1000)]
    [InlineData(1001, 1001)]
    public void Rent_GivesAnArrayOfTheSizeClass(int minimumLength, int length)
    {
        var pool = new PooledArrayPool<int>(1000);

        int[] array = pool.Rent(minimumLength);
        Assert.Equal((length, 1), (array.Length, pool.Pool.GetStatistics().InUse));
        pool.Return(array);

        Assert.Equal((0, 0), (pool.Pool.GetStatistics().InUse, pool.Pool.GetStatistics().MisuseCount));
    }

    [Theory]
    [InlineData(1, 1024 * 1024)]
    [InlineData(2, 768 * 1024)]
    [InlineData(4, 768 * 1024)]
    public void Rent_WithFinerClasses_GivesAShorterArray(int classesPerDoubling, int length)
    {
        var pool = new PooledArrayPool<byte>(1024 * 1024, new() { SizeClassesPerDoubling = classesPerDoubling });

        byte[] array = pool.Rent(755_000);
        pool.Return(array);

        Assert.Equal(length, array.Length);
        Assert.Same(array, pool.Rent(755_000));
    }

    [Fact]
    public void Return_ToAnotherPoolOfTheElement_Throws()
    {
        PooledArrayPool<byte> keys = new(64, new() { Name = "Keys" }), tokens = new(64, new() { Name = "Tokens" });
        byte[] key = keys.Rent(64);
        key.AsSpan().Fill(7);

        var exception = Assert.Throws<ArgumentException>("array", () => tokens.Return(key, clearArray: true));

        Assert.Contains("This array of 64 elements was not rented from Tokens's array pool", exception.Message, StringComparison.Ordinal);
        Assert.Equal((7L, 1L, 0L), (key[0], keys.Pool.GetStatistics().InUse, tokens.Pool.GetStatistics().Rents));
    }

    /// <summary>A thread finds the stacks of each pool, also those of pools that it has not used for long.</summary>
    [Fact]
    public void Rent_FromManyPoolsInTurns_GivesEachPoolItsOwnArrays()
    {
        PooledArrayPool<byte>[] pools = [.. Enumerable.Range(0, 300).Select(static _ => new PooledArrayPool<byte>(16))];
        byte[][] first = [.. pools.Select(static pool => pool.Rent(16))];
        Return(pools, first);

        byte[][] second = [.. pools.Select(static pool => pool.Rent(16))];
        Return(pools, second);

        Assert.Equal(first, second);
        Assert.Equal(300, first.Distinct().Count());
        Assert.All(
            pools.Select(static pool => pool.Pool.GetStatistics()),
            static figures => Assert.Equal((1L, 1L, 1L), (figures.Hits, figures.Misses, figures.Retained)));
    }

    [Theory]
    [InlineData(ClearPolicy.Auto, false, false)]
    [InlineData(ClearPolicy.Auto, true, true)]
    [InlineData(ClearPolicy.OnReturn, false, true)]
    [InlineData(ClearPolicy.OnRent, false, false)]
    public void Return_ClearsAsThePolicySays(ClearPolicy clear, bool clearArray, bool isCleared)
    {
        var pool = new PooledArrayPool<int>(64, new() { Clear = clear });
        for (int round = 0; round < 3; round++) // the second Rent finds the array by another path than the first, and the third Return too
        {
            int[] array = pool.Rent(20);
            array.AsSpan().Fill(7);
            pool.Return(array, clearArray);

            Assert.Equal(isCleared ? 0 : 7, array[31]);
        }

        Assert.Equal(clear == ClearPolicy.OnRent || isCleared ? 0 : 7, pool.Rent(20)[31]);
    }

    [Theory]
    [InlineData(ClearPolicy.Auto, true)]
    [InlineData(ClearPolicy.Never, false)]
    public void Return_OfReferences_ClearsAsThePolicySays(ClearPolicy clear, bool isCleared)
    {
        var pool = new PooledArrayPool<string>(64, new() { Clear = clear });
        string[] array = pool.Rent(20);
        array[31] = "x";
        pool.Return(array);

        Assert.Equal(isCleared, array[31] is null);
    }

    [Fact]
    public void Budget_BoundsWhatIsRetained()
    {
        var pool = new PooledArrayPool<byte>(1024, new() { MaxRetainedBytes = 2048 });
        byte[][] arrays = [.. Enumerable.Range(0, 5).Select(_ => pool.Rent(1024))];
        foreach (byte[] array in arrays)
            pool.Return(array);

        Assert.Equal((2048, 2L, 3L), (pool.Pool.MaxRetainedBytes, pool.Pool.GetStatistics().Retained, pool.Pool.GetStatistics().Evicted));
        pool.Pool.Trim();
        Assert.Equal((0L, 0L), (pool.Pool.GetStatistics().Retained, pool.Pool.ReservedBytes));
    }

    [Fact]
    public void Pool_HasOwnersAndOneAdapter()
    {
        var pool = new PooledArrayPool<byte>(1024);
        byte[] array = pool.Rent(1000);
        pool.Return(array);

        using (PooledOwner<byte> owner = pool.Pool.RentOwner(1000))
            Assert.Same(array, owner.DangerousGetArray().Array);

        Assert.Same(array, pool.Rent(1000));
        Assert.Same(pool, pool.Pool.AsArrayPool());
        PoolInvariants.AssertHold(pool.Pool, inUse: 1);
    }

    [Fact]
    public void Name_IsTheGivenOneOrThatOfTheType()
    {
        Assert.Equal("Keys", new PooledArrayPool<byte>(64, new() { Name = "Keys" }).Pool.Name);
        Assert.Equal("PooledGen.PooledArrayPool<byte>", new PooledArrayPool<byte>(64).Pool.Name);
        Assert.Contains(new PooledArrayPool<char>(64, new() { Name = "Listed" }).Pool, PooledBuffers.Pools);
    }

    public static TheoryData<string, string, Action> WrongArguments => new()
    {
        { "maxLength", "The MaxLength of Keys is 0; it must be 1 to 2147483591,", static () => Create(0, "Keys") },
        { "maxLength", "The MaxLength of Keys is 2147483647; it must be 1 to 2147483591,", static () => Create(int.MaxValue, "Keys") },
        { "maxLength", "The MaxLength of PooledGen.PooledArrayPool<byte> is -1;", static () => Create(-1) },
        { "maxRetainedBytes", "The MaxRetainedBytes of Keys is -1; it must be 0 or more.", static () => Create(64, "Keys", maxRetainedBytes: -1) },
        {
            "clear",
            "The Clear of Keys is 4; it must be a value of ClearPolicy: Auto, Never, OnReturn or OnRent.",
            static () => Create(64, "Keys", clear: (ClearPolicy)4)
        },
        {
            "sizeClassesPerDoubling",
            "The SizeClassesPerDoubling of Keys is 3; it must be 1, 2 or 4.",
            static () => Create(64, "Keys", classesPerDoubling: 3)
        },
        { "options", "The name of an array pool is not empty.", static () => Create(64, "") },
        { "options", "The name of an array pool is not empty.", static () => Create(64, " ") },
    };

    [Theory]
    [MemberData(nameof(WrongArguments))]
    public void Constructor_WithAWrongArgument_SaysWhatIsRight(string parameter, string message, Action create)
    {
        var exception = Assert.ThrowsAny<ArgumentException>(create);

        Assert.Equal(parameter, exception.ParamName);
        Assert.StartsWith(message, exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Rent_AfterWarmUp_AllocatesNothing()
    {
        PooledArrayPool<byte> pool = new(4096), fine = new(4096, new() { SizeClassesPerDoubling = 4 });

        Assert.Equal(0, Allocations.Of(() => pool.Return(pool.Rent(1500)), 1000));
        Assert.Equal(0, Allocations.Of(() => fine.Return(fine.Rent(1500)), 1000));
        Assert.Equal(0, Allocations.Of(() => pool.Pool.RentOwner(1500).Dispose(), 1000));
    }

    private static void Create(
        int maxLength, string? name = null, long maxRetainedBytes = long.MaxValue, ClearPolicy clear = default, int classesPerDoubling = 1)
        => _ = new PooledArrayPool<byte>(maxLength, new()
        {
            Name = name,
            MaxRetainedBytes = maxRetainedBytes,
            Clear = clear,
            SizeClassesPerDoubling = classesPerDoubling,
        });

    private static void Return<T>(PooledArrayPool<T>[] pools, T[][] arrays)
    {
        for (int i = 0; i < pools.Length; i++)
            pools[i].Return(arrays[i]);
    }
}
