namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>Requests above MaxLength.</summary>
public partial class OversizeTests
{
    [PooledBuffer<byte>(MaxLength = 100)]
    private partial struct Allocating;

    [PooledBuffer<byte>(MaxLength = 100, Oversize = OversizePolicy.Throw)]
    private partial struct Throwing;

    [Fact]
    public void Allocate_GivesAnArrayOfItsOwnAndCountsIt()
    {
        var buffer = Allocating.Rent(5000);
        Assert.Equal(5000, buffer.Length);
        Assert.Equal(5000, buffer.Capacity);
        Assert.Equal(1, Allocating.Pool.GetStatistics().InUse);

        buffer.Dispose();
        buffer.Dispose();

        PoolStatistics statistics = Allocating.Pool.GetStatistics();
        Assert.Equal(
            (Rents: 1L, Hits: 0L, Misses: 0L, Oversize: 1L, InUse: 0L, Retained: 0L, MisuseCount: 1L),
            (statistics.Rents, statistics.Hits, statistics.Misses, statistics.Oversize, statistics.InUse, statistics.Retained, statistics.MisuseCount));
    }

    [Theory]
    [InlineData(101)]
    [InlineData(int.MaxValue)]
    public void Throw_NamesTypeLengthAndMaximum(int length)
    {
        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => Throwing.Rent(length).Dispose());

        Assert.Contains(nameof(Throwing), exception.Message, StringComparison.Ordinal);
        Assert.Contains(length.ToString(System.Globalization.CultureInfo.InvariantCulture), exception.Message, StringComparison.Ordinal);
        Assert.Contains("100", exception.Message, StringComparison.Ordinal);
        Assert.Equal(length, exception.ActualValue);
        Assert.Equal(default, Throwing.Pool.GetStatistics() with { Retained = 0 });
    }

    [Fact]
    public void Rent_MoreThanThereIs_ThrowsAndTheNextRentalIsFine()
    {
        PoolStatistics before = Allocating.Pool.GetStatistics();

        // int.MaxValue elements are more than an array may have.
        Assert.Throws<OutOfMemoryException>(static () => Allocating.Rent(int.MaxValue).Dispose());
        Allocating.Rent(100).Dispose();

        Assert.Equal(before.InUse, Allocating.Pool.GetStatistics().InUse);
        Assert.Equal(before.Oversize, Allocating.Pool.GetStatistics().Oversize);
    }
}
