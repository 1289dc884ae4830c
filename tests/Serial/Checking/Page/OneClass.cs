namespace PooledGen.Checking.Tests.Page;

public sealed class FieldCounterOverAllInputsTests : IDisposable
{
    private readonly RentalCheck _check = RentalCheck.Start();

    public void Dispose() => _check.Dispose();

    [Theory]
    [InlineData("", 1)]
    [InlineData("a,b,c", 3)]
    public async Task CountAsync_OfALine_CountsItsFields(string line, int fields)
        => Assert.Equal(fields, await FieldCounter.CountAsync(new StringReader(line)));
}
