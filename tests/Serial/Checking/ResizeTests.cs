using System.Runtime.InteropServices;

namespace PooledGen.Checking.Tests;

/// <summary>A checked owner that grows within its array: its holder may use the new part, and nothing behind it.</summary>
public class ResizeTests
{
    [Theory]
    [InlineData(100, 128)]
    [InlineData(100, 200)]
    [InlineData(100, 50)]
    [InlineData(0, 50)]
    [InlineData(5000, 9000)]
    public void Resize_OfACheckedOwner_WhoseNewPartIsWritten_FindsNothing(int from, int to)
    {
        using RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(from);
        owner.Span.Fill(1);

        owner = owner.Resize(to);
        owner.Span.Fill(2);

        owner.Dispose();
    }

    [Fact]
    public void Resize_OfASliceThatMoves_FindsNothing()
    {
        using RentalCheck check = RentalCheck.Start();
        using PooledOwner<byte> owner = Bytes.RentOwner(100).DetachSlice(50, 50).Resize(128);

        owner.Span.Fill(2);
    }

    [Theory]
    [InlineData(false, 110)]
    [InlineData(true, 120)]
    public void Write_BehindTheLength_IsFoundOnceBeforeAndAfterAResize(bool resizesFirst, int written)
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        byte[] array = Misuse.ArrayOf(owner.Memory);
        if (resizesFirst)
            owner = owner.Resize(115);

        array[written] = 1;
        if (!resizesFirst)
            owner = owner.Resize(115);

        owner.Dispose();

        PoolMisuse finding = Misuse.FindingOf(check);
        Assert.Equal((PoolMisuseKind.Overrun, written..(written + 1)), (finding.Kind, finding.Written));
    }

    [Theory]
    [InlineData(128)]
    [InlineData(50)]
    public void Resize_OfTheLastShare_WhoseNewPartIsWritten_FindsNothing(int to)
    {
        using RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        PooledOwner<byte> share = owner.Share();
        owner.Dispose();

        share = share.Resize(to);
        share.Span.Fill(2);
        share.Share().Dispose();

        share.Dispose();
    }

    [Theory]
    [InlineData(110, 105)]
    [InlineData(120, 115)]
    public void Write_BehindTheLengthOfTheLastShare_IsFoundOnce(int written, int to)
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        byte[] array = Misuse.ArrayOf(owner.Memory);
        PooledOwner<byte> share = owner.Share();
        owner.Dispose();

        share = share.Resize(to);
        array[written] = 1;
        share.Dispose();

        PoolMisuse finding = Misuse.FindingOf(check);
        Assert.Equal((PoolMisuseKind.Overrun, written..(written + 1)), (finding.Kind, finding.Written));
    }

    [Fact]
    public void Resize_FillsTheNewPartAsAFreshRental()
    {
        using RentalCheck check = RentalCheck.Start();
        using PooledOwner<byte> owner = Bytes.RentOwner(100).Resize(128);

        Assert.True(owner.Span.IndexOfAnyExcept(Pattern.Fresh) < 0);
    }

    [Fact]
    public void Resize_UnderOnRent_ShowsZeros()
    {
        using RentalCheck check = RentalCheck.Start();
        using PooledOwner<int> owner = Zeroed.RentOwner(100).Resize(128);

        Assert.True(owner.Span.IndexOfAnyExcept(0) < 0);
    }

    [Fact]
    public void Resize_ToALargerArray_EndsTheOldRentalAndChecksTheNewOne()
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        Span<byte> old = owner.Span;
        owner = owner.Resize(1000);
        Assert.True(MemoryMarshal.GetReference(old) == Pattern.Returned);

        PoolMisuse leak = Misuse.FindingOf(check);

        Assert.Equal((PoolMisuseKind.NotReturned, 1000), (leak.Kind, leak.Length));
        owner.Dispose();
    }
}
