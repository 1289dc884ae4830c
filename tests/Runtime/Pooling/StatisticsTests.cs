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
            Hits = 1,
            Misses = 3,
            Oversize = 1,
            RentedBytes = (16 + 16 + 1024 + 1024 + 2000) * sizeof(long),
            InUse = 1,
            InUseBytes = 1024 * sizeof(long),
            Retained = 2,
            RetainedBytes = (16 + 1024) * sizeof(long),
            AllocatedBytes = (16 + 1024 + 1024) * sizeof(long),
            OversizeBytes = 2000 * sizeof(long),
            MisuseCount = 1,
            ReservedBytes = Counted.Pool.ReservedBytes,
        };
        Assert.Equal(expected, Counted.Pool.GetStatistics());
        Assert.Equal(5, Counted.Pool.GetStatistics().Rents);

        Counted.Pool.Trim();
        PoolStatistics trimmed = Counted.Pool.GetStatistics();
        Assert.Equal((2, (16 + 1024) * sizeof(long)), (trimmed.Trimmed, trimmed.TrimmedBytes));
        Assert.Equal((0, 0), (trimmed.Retained, trimmed.RetainedBytes));
    }

    [Fact]
    public void Statistics_OfALeak_ShowItAsInUse()
    {
        _ = Leaking.Rent(100).Length;

        Assert.Equal(1, Leaking.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Pool_KnowsItsNameAndLengths()
    {
        Assert.Equal("PooledGen.Runtime.Tests.Pooling.StatisticsTests.Counted", Counted.Pool.Name);
        Assert.Equal((16, 1024), (Counted.Pool.MinLength, Counted.Pool.MaxLength));
        Assert.Equal([16, 32, 64, 128, 256, 512, 1024], Counted.Pool.SizeClassLengths);
        Assert.StartsWith(Counted.Pool.Name + ": ", Counted.Pool.ToString(), StringComparison.Ordinal);
    }
}
