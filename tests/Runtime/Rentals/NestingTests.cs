namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>Several rentals at a time, in any order, more than a thread keeps.</summary>
public partial class NestingTests
{
    [PooledBuffer<int>(MaxLength = 256)]
    private partial struct IntBuffer;

    [PooledBuffer<int>(MaxLength = 256, MaxBuffersPerThread = 1)]
    private partial struct ShallowBuffer;

    [Fact]
    public void Rent_FarBeyondTheDepth_KeepsEveryRentalApartAndLosesNone()
    {
        Descend(depth: 100);
        PoolStatistics first = IntBuffer.Pool.Statistics;
        Descend(depth: 100);
        PoolStatistics second = IntBuffer.Pool.Statistics;

        Assert.Equal(0, second.InUse);
        Assert.Equal(first.Misses, second.Misses - Math.Min(first.Dropped, 100));
        Assert.Equal(second.Misses, second.Retained + second.Dropped);
    }

    [Fact]
    public void Rent_WithADepthOfOne_StillReusesThroughTheCoreTier()
    {
        for (int i = 0; i < 3; i++)
        {
            using var a = ShallowBuffer.Rent(200);
            using var b = ShallowBuffer.Rent(200);
            using var c = ShallowBuffer.Rent(200);
            Assert.False(a.Span.Overlaps(b.Span) || b.Span.Overlaps(c.Span) || a.Span.Overlaps(c.Span));
        }

        Assert.Equal(3, ShallowBuffer.Pool.Statistics.Misses);
    }

    [Fact]
    public void Dispose_InTheWrongOrder_LosesNothing()
    {
        long misses = 0;
        for (int round = 0; round < 50; round++)
        {
            var a = IntBuffer.Rent(100);
            var b = IntBuffer.Rent(100);
            var c = IntBuffer.Rent(100);
            a.Span.Fill(1);
            b.Span.Fill(2);
            c.Span.Fill(3);

            a.Dispose();
            Assert.Equal(-1, b.Span.IndexOfAnyExcept(2));
            c.Dispose();
            b.Dispose();

            if (round == 0)
                misses = IntBuffer.Pool.Statistics.Misses;
        }

        Assert.Equal(misses, IntBuffer.Pool.Statistics.Misses);
        Assert.Equal(0, IntBuffer.Pool.Statistics.InUse);
    }

    private static void Descend(int depth)
    {
        using var buffer = IntBuffer.Rent(64);
        buffer.Span.Fill(depth);
        if (depth > 0)
            Descend(depth - 1);

        Assert.Equal(-1, buffer.Span.IndexOfAnyExcept(depth));
    }
}
