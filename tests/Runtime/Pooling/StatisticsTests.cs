namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>The figures are exact while nobody rents.</summary>
public partial class StatisticsTests
{
    [PooledBuffer<long>(MaxLength = 1024)]
    private partial struct Counted;

    [PooledBuffer<long>(MaxLength = 1024)]
    private partial struct Leaking;

    [Fact]
    public void Statistics_OfAKnownHistory_AreExact()
    {
        Counted.Rent(10).Dispose();                 // 16 elements: a miss
        Counted.Rent(16).Dispose();                 // a hit
        using var a = Counted.Rent(1000);           // 1024 elements: a miss
        var b = Counted.Rent(1000);                 // another
        b.Dispose();
        b.Dispose();                                // misuse
        Counted.Rent(2000).Dispose();               // oversize

        var expected = new PoolStatistics
        {
            Rents = 5,
            Misses = 3,
            Oversize = 1,
            InUse = 1,
            Retained = 2,
            RetainedBytes = (16 + 1024) * sizeof(long),
            AllocatedBytes = (16 + 1024 + 1024) * sizeof(long),
            Misuse = 1,
        };
        Assert.Equal(expected, Counted.Pool.Statistics);
        Assert.Equal(1, Counted.Pool.Statistics.Hits);
    }

    [Fact]
    public void Statistics_OfALeak_ShowItAsInUse()
    {
        _ = Leaking.Rent(100).Length;

        Assert.Equal(1, Leaking.Pool.Statistics.InUse);
    }

    [Fact]
    public void Pool_KnowsItsNameAndLengths()
    {
        Assert.Equal("PooledGen.Runtime.Tests.Pooling.StatisticsTests.Counted", Counted.Pool.Name);
        Assert.Equal((16, 1024), (Counted.Pool.MinLength, Counted.Pool.MaxLength));
        Assert.StartsWith(Counted.Pool.Name + ": ", Counted.Pool.ToString(), StringComparison.Ordinal);
    }
}
