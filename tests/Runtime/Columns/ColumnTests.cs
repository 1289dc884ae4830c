namespace PooledGen.Runtime.Tests.Columns;

/// <summary>The columns of one rental: their lengths, their places, and the end of the rental.</summary>
public class ColumnTests
{
    public static TheoryData<int> Lengths => Blocks.Lengths;

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Columns_OfAnyLength_AreAlignedAndApart(int length)
    {
        // Two at a time, so that not all blocks have the same place.
        using var first = Mixed.Rent(length);
        using var second = Mixed.Rent(length);
        (nint Start, nint End)[] ranges = [.. Blocks.RangesOf(first), .. Blocks.RangesOf(second)];

        Assert.Equal((length, length), (first.Length, first.Id.Length));
        Assert.Equal((nint)length * 8, ranges[1].End - ranges[1].Start);
        Assert.All(ranges, static range => Assert.Equal(0, range.Start % 64));
        (nint Start, nint End)[] ordered = [.. ranges.OrderBy(static range => range.Start)];
        Assert.All(ordered.Skip(1).Zip(ordered), static pair => Assert.True(pair.Second.End <= pair.First.Start));
        Assert.InRange(first.Capacity, length, Math.Max(2 * length, 64));
        Assert.Equal(0, first.Capacity % 64);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Columns_KeepTheirElements_WhileOthersAreWritten(int length)
    {
        using var first = Mixed.Rent(length);
        using var second = Mixed.Rent(length);
        Blocks.Stamp(first, 7);
        Blocks.Stamp(second, 9);

        Assert.True(Blocks.Has(first, 7));
        Assert.True(Blocks.Has(second, 9));
        first.Weight.Fill(-1);
        Assert.Equal(new byte[length].Select(static _ => (byte)7), first.Flag.ToArray());
        Assert.All(first.Three.ToArray(), static odd => Assert.Equal(new Odd(7, 1, 2), odd));
    }

    [Fact]
    public void Rent_AfterAReturn_ReusesTheBlock()
    {
        nint before = Use(200);

        Assert.Equal(before, Use(250));
        Assert.NotEqual(before, Use(300));
    }

    [Fact]
    public void Rent_OfNothing_HasEmptyColumns()
    {
        using var none = Mixed.Rent(0);

        Assert.True(none.IsEmpty);
        Assert.Equal((0, 0, 0), (none.Flag.Length, none.Id.Length, none.Capacity));
        none.Clear();
        Assert.Equal(0, default(Mixed).Weight.Length);
        default(Mixed).Dispose();
    }

    [Fact]
    public void Nested_RentalsBeyondTheDepth_AreApart()
    {
        static void Descend(int depth)
        {
            using var columns = Mixed.Rent(100);
            Blocks.Stamp(columns, depth);
            if (depth > 0)
                Descend(depth - 1);

            Assert.True(Blocks.Has(columns, depth));
        }

        Descend(20);
    }

    [Fact]
    public void Column_AfterDispose_Throws()
    {
        ObjectDisposedException error = Assert.Throws<ObjectDisposedException>(static () =>
        {
            var columns = Mixed.Rent(10);
            columns.Dispose();
            return columns.Id.Length;
        });

        Assert.Contains("This PooledGen.Runtime.Tests.Columns.Mixed was disposed", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Clear_SetsEveryColumn()
    {
        using var columns = Mixed.Rent(100);
        Blocks.Stamp(columns, 5);

        columns.Clear();

        Assert.Equal(0, columns.Flag.ToArray().Max());
        Assert.Equal(0, columns.Weight.ToArray().Max());
        Assert.Equal(default, columns.Three.ToArray().MaxBy(static odd => odd.Second));
        Assert.Equal(default, columns.Time.ToArray().Max());
        Assert.Equal(0, columns.Id.ToArray().Max());
    }

    [Fact]
    public void ClearOnRent_StartsWithZeros()
    {
        for (int i = 0; i < 3; i++)
        {
            using var zeroed = Zeroed.Rent(100 - i);
            Assert.Equal((0, 0), (zeroed.Value.ToArray().Max(), zeroed.Other.ToArray().Max()));
            zeroed.Value.Fill(1);
            zeroed.Other.Fill(1);
        }

        using Zeroed.Owner owner = Zeroed.RentOwner(100);
        Assert.Equal((0, 0), (owner.Value.ToArray().Max(), owner.Other.ToArray().Max()));
    }

    [Fact]
    public void ClearOnReturn_LeavesZeros()
    {
        using (var strict = Strict.Rent(200))
        {
            strict.Key.Fill(1);
            strict.Letter.Fill('x');
        }

        using (var strict = Strict.Rent(200))
        {
            Assert.Equal((0, '\0'), (strict.Key.ToArray().Max(), strict.Letter.ToArray().Max()));
            strict.Key.Fill(1);
        }

        using Strict.Owner owner = Strict.RentOwner(200);
        Assert.Equal(0, owner.Key.ToArray().Max());
    }

    [Fact]
    public void Rent_OfALengthThatIsRefused_NamesTheLength()
    {
        const string name = "PooledGen.Runtime.Tests.Columns.Strict";

        AssertRefused($"{name}.Rent was asked for 257 rows; its MaxLength is 256, and its Oversize policy is Throw.", static () => Strict.Rent(257).Dispose());
        AssertRefused($"{name}.RentOwner was asked for 257 rows", static () => Strict.RentOwner(257).Dispose());
        AssertRefused($"{name}.Rent was asked for -1 rows; a length is 0 or more.", static () => Strict.Rent(-1).Dispose());
        Assert.Throws<OutOfMemoryException>(static () => Mixed.Rent(int.MaxValue).Dispose());
        Strict.Rent(256).Dispose();
    }

    // The pool's classes end at 128 rows.
    [Fact]
    public void Rent_AboveTheDeclaredMaximum_IsRefusedAlthoughABlockIsFree()
    {
        Narrow.Rent(100).Dispose();
        Narrow.RentOwner(100).Dispose();

        Assert.Throws<ArgumentOutOfRangeException>(static () => Narrow.Rent(101).Dispose());
        Assert.Throws<ArgumentOutOfRangeException>(static () => Narrow.RentOwner(128).Dispose());
    }

    [Fact]
    public void ToString_NamesTheTypeAndTheLength()
    {
        using var columns = Mixed.Rent(12);

        Assert.Equal("Mixed[12]", columns.ToString());
        Assert.Equal([64, 128, 256, 512, 1024], Mixed.Pool.SizeClassLengths);
    }

    private static void AssertRefused(string message, Action rent)
        => Assert.StartsWith(message, Assert.Throws<ArgumentOutOfRangeException>(rent).Message, StringComparison.Ordinal);

    private static nint Use(int length)
    {
        using var columns = Mixed.Rent(length);
        return Blocks.Range(columns.Flag).Start;
    }
}
