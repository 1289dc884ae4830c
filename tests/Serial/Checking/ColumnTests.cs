namespace PooledGen.Checking.Tests;

/// <summary>Columns use a block up to its end, also behind the bytes of the last row.</summary>
public class ColumnTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(700)]
    [InlineData(1500)]
    public void Write_OfEveryElement_FindsNothing(int length)
    {
        using PoolCheck check = PooledBuffers.Check();
        for (int i = 0; i < 3; i++)
        {
            using (var points = Points.Rent(length))
            {
                points.Flag.Fill(1);
                points.X.Fill(2);
            }

            using Points.Owner owner = Points.RentOwner(length);
            owner.Flag.Span.Fill(3);
            owner.X.Span.Fill(4);
        }
    }

    [Fact]
    public void Rental_ThatIsNotDisposed_IsFound()
    {
        PoolCheck check = PooledBuffers.Check();
        Points.Owner owner = Points.RentOwner(100);

        Assert.Equal(PoolMisuseKind.NotReturned, Misuse.FindingOf(check).Kind);
        owner.Dispose();
    }

    [Fact]
    public void Write_ThroughAColumnAfterDispose_IsFound()
    {
        PoolCheck check = PooledBuffers.Check();
        Points.Owner owner = Points.RentOwner(100);
        Span<float> stale = owner.X.Span;
        owner.Dispose();

        stale[99] = 1;

        Assert.Equal(PoolMisuseKind.WriteAfterReturn, Misuse.FindingOf(check).Kind);
    }
}

/// <summary>A column of bytes before one of numbers, so that a row is not as long as any element.</summary>
[PooledColumns(MaxLength = 1000)]
public partial struct Points
{
    public partial Span<byte> Flag { get; }

    public partial Span<float> X { get; }
}
