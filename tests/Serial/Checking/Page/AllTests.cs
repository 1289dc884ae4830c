namespace PooledGen.Checking.Tests.Page;

public sealed class PoolsFixture : IDisposable
{
    private readonly RentalCheck _check = RentalCheck.Start();

    public void Dispose() => _check.Dispose();
}

[CollectionDefinition("Pools")]
public class PoolsCollection : ICollectionFixture<PoolsFixture>;

[Collection("Pools")]
public class FieldCounterInACollectionTests
{
    [Fact]
    public async Task CountAsync_OfNothing_IsOneField() => Assert.Equal(1, await FieldCounter.CountAsync(TextReader.Null));
}
