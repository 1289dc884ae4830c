namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>Every length around every border of the size classes.</summary>
public partial class LengthTests
{
    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct PowerOfTwo;

    [PooledBuffer<byte>(MaxLength = 1500)]
    private partial struct OddMaximum;

    [PooledBuffer<byte>(MaxLength = 5)]
    private partial struct BelowTheSmallestClass;

    [PooledBuffer<byte>(MaxLength = 1, MinLength = 1)]
    private partial struct Single;

    [PooledBuffer<byte>(MaxLength = 1000, MinLength = 1)]
    private partial struct FromOne;

    [PooledBuffer<byte>(MaxLength = 512, MinLength = 512)]
    private partial struct OneClass;

    [PooledBuffer<byte>(MaxLength = 700, SizeClassesPerDoubling = 4)]
    private partial struct Quarters;

    [PooledBuffer<byte>(MaxLength = 768, MinLength = 1, SizeClassesPerDoubling = 2)]
    private partial struct Halves;

    [Fact]
    public void Rent_OfFinerClasses_HasExactlyTheLengthAndTheFirstClassThatIsLongEnough()
    {
        for (int length = 1; length <= 700; length++)
        {
            using var buffer = Quarters.Rent(length);
            using PooledOwner<byte> owner = Quarters.RentOwner(length);
            using PooledOwner<byte> ofPool = Quarters.Pool.RentOwner(length);
            int expected = Quarters.Pool.SizeClassLengths.First(other => other >= length);
            Assert.Equal((length, expected, expected, expected), (buffer.Length, buffer.Capacity, owner.Capacity, ofPool.Capacity));
        }

        for (int length = 1; length <= 768; length++)
        {
            using var buffer = Halves.Rent(length);
            Assert.Equal((length, Halves.Pool.SizeClassLengths.First(other => other >= length)), (buffer.Length, buffer.Capacity));
        }

        Assert.Equal([4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768], Halves.Pool.SizeClassLengths);
    }

    [Fact]
    public void Rent_OfFinerClassesOutsideOfThem_IsEmptyOversizeOrRefused()
    {
        using var empty = Quarters.Rent(0);
        using var oversize = Quarters.Rent(701);
        Assert.Equal((0, 701), (empty.Length, oversize.Capacity));
        Assert.Throws<ArgumentOutOfRangeException>("length", static () => Quarters.Rent(-1).Dispose());
        Assert.Throws<ArgumentOutOfRangeException>("length", static () => Halves.Rent(int.MinValue).Dispose());
        using var beyond = Halves.Rent(769);
        Assert.Equal((1L, 1L), (Quarters.Pool.Statistics.Oversize, Halves.Pool.Statistics.Oversize));
    }

    [Fact]
    public void Rent_EveryLengthAroundEachClassBorder_HasExactlyThatLengthAndTheClassesCapacity()
    {
        foreach (int length in Borders(maxLength: 4096))
        {
            using var buffer = PowerOfTwo.Rent(length);
            AssertShape(length, buffer.Span, buffer.Length, buffer.Capacity, buffer.IsEmpty, ExpectedCapacity(length, min: 16, max: 4096));
        }

        foreach (int length in Borders(maxLength: 1500))
        {
            using var buffer = OddMaximum.Rent(length);
            AssertShape(length, buffer.Span, buffer.Length, buffer.Capacity, buffer.IsEmpty, ExpectedCapacity(length, min: 16, max: 1500));
        }

        foreach (int length in Borders(maxLength: 1000))
        {
            using var buffer = FromOne.Rent(length);
            AssertShape(length, buffer.Span, buffer.Length, buffer.Capacity, buffer.IsEmpty, ExpectedCapacity(length, min: 2, max: 1000));
        }
    }

    [Fact]
    public void Rent_FromPoolsOfOneClass_HasExactlyTheLength()
    {
        for (int length = 0; length <= 7; length++)
        {
            using var buffer = BelowTheSmallestClass.Rent(length);
            AssertShape(length, buffer.Span, buffer.Length, buffer.Capacity, buffer.IsEmpty, ExpectedCapacity(length, min: 16, max: 5));
        }

        for (int length = 0; length <= 3; length++)
        {
            using var buffer = Single.Rent(length);
            AssertShape(length, buffer.Span, buffer.Length, buffer.Capacity, buffer.IsEmpty, ExpectedCapacity(length, min: 2, max: 1));
        }

        foreach (int length in Borders(maxLength: 512))
        {
            using var buffer = OneClass.Rent(length);
            AssertShape(length, buffer.Span, buffer.Length, buffer.Capacity, buffer.IsEmpty, ExpectedCapacity(length, min: 512, max: 512));
        }
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData(int.MinValue + 1)]
    public void Rent_ANegativeLength_ThrowsAndNamesTypeAndLength(int length)
    {
        PoolStatistics before = PowerOfTwo.Pool.Statistics;

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => PowerOfTwo.Rent(length).Dispose());
        ArgumentOutOfRangeException onOddPool = Assert.Throws<ArgumentOutOfRangeException>(() => OddMaximum.Rent(length).Dispose());

        Assert.Equal("length", exception.ParamName);
        Assert.Contains(nameof(PowerOfTwo), exception.Message, StringComparison.Ordinal);
        Assert.Contains(length.ToString(System.Globalization.CultureInfo.InvariantCulture), exception.Message, StringComparison.Ordinal);
        Assert.Contains(nameof(OddMaximum), onOddPool.Message, StringComparison.Ordinal);
        Assert.Equal(before, PowerOfTwo.Pool.Statistics);
    }

    [Fact]
    public void Rent_Zero_TakesNothingFromThePool()
    {
        PoolStatistics before = PowerOfTwo.Pool.Statistics;

        var empty = PowerOfTwo.Rent(0);
        Assert.True(empty.Span.IsEmpty);
        empty.Dispose();
        empty.Dispose();

        Assert.Equal(before, PowerOfTwo.Pool.Statistics);
    }

    private static void AssertShape(int length, Span<byte> span, int reported, int capacity, bool isEmpty, int expectedCapacity)
    {
        Assert.Equal(length, span.Length);
        Assert.Equal(length, reported);
        Assert.Equal(length == 0, isEmpty);
        Assert.Equal(expectedCapacity, capacity);

        // The last element is really there.
        span.Fill(0xA5);
    }

    private static int ExpectedCapacity(int length, int min, int max)
    {
        if (length == 0 || length > max)
            return length;

        int capacity = min;
        while (capacity < length)
            capacity *= 2;

        return Math.Min(capacity, max);
    }

    private static IEnumerable<int> Borders(int maxLength)
    {
        var lengths = new SortedSet<int> { 0, 1, 2, 3 };
        for (int border = 1; border <= 2 * maxLength; border *= 2)
            lengths.UnionWith([border - 1, border, border + 1]);

        lengths.UnionWith([maxLength - 1, maxLength, maxLength + 1, maxLength + 2]);
        return lengths.Where(length => length <= maxLength + 2);
    }
}
