namespace PooledGen.Checking.Tests.Page;

public class FieldCounterTests
{
    [Fact]
    public async Task CountAsync_OfALine_ReturnsItsBuffer()
    {
        using RentalCheck check = RentalCheck.Start();

        Assert.Equal(3, await FieldCounter.CountAsync(new StringReader("a,b,c")));
    }
}
