namespace PooledGen.Checking.Tests;

/// <summary>The array of a checked rental: what is written past the length is found, also where Dispose clears the whole array.</summary>
public class DangerousArrayTests
{
    [Fact]
    public void Use_OfTheRentedElements_FindsNothing()
    {
        using RentalCheck check = RentalCheck.Start();
        using var secrets = Secrets.Rent(100);
        using var bytes = Bytes.Rent(100);
        using var words = Words.Rent(33);

        secrets.DangerousGetArray().AsSpan().Fill(1);
        bytes.DangerousGetArray().AsSpan().Fill(1);
        words.DangerousGetArray().AsSpan().Fill("x");
    }

    [Fact]
    public void Write_BehindTheLengthOfARenterThatIsCleared_IsFoundOnce()
    {
        RentalCheck check = RentalCheck.Start();
        var buffer = Secrets.Rent(100);
        byte[] array = buffer.DangerousGetArray().Array!;
        array[120] = 1;
        buffer.Dispose();

        PoolMisuse finding = Misuse.FindingOf(check);

        Assert.Equal((PoolMisuseKind.Overrun, 120..121), (finding.Kind, finding.Written));
        Assert.DoesNotContain((byte)1, array);
    }

    [Fact]
    public void Write_AfterDispose_IsFound()
    {
        RentalCheck check = RentalCheck.Start();
        var buffer = Secrets.Rent(100);
        byte[] array = buffer.DangerousGetArray().Array!;
        buffer.Dispose();
        array[120] = 1;

        PoolMisuse finding = Misuse.FindingOf(check);

        Assert.Equal((PoolMisuseKind.WriteAfterReturn, 120..121), (finding.Kind, finding.Written));
    }
}
