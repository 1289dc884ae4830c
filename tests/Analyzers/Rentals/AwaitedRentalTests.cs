namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>A rental that waits for a budget begins with its await.</summary>
public class AwaitedRentalTests() : RentalTest("PG0101")
{
    [Theory]
    [InlineData("""
        async Task M(BufferBudget budget)
        {
            var owner = [|await PacketBuffer.Pool.RentOwnerAsync(5, budget)|];
            owner.Span.Clear();
        }
        """)]
    [InlineData("""
        async Task M(BufferBudget budget, Stream stream, CancellationToken token)
        {
            PooledOwner<byte> owner = [|await PacketBuffer.Pool.RentOwnerAsync(5, budget, token).ConfigureAwait(false)|];
            if (await stream.ReadAsync(owner.Memory, token) == 0)
                return;

            owner.Dispose();
        }
        """)]
    public Task PathWithoutDispose_IsDiagnosedAtTheAwait(string members) => Diagnosed(members);

    [Theory]
    [InlineData("""
        async Task M(BufferBudget budget)
        {
            using var owner = await PacketBuffer.Pool.RentOwnerAsync(5, budget).ConfigureAwait(false);
            owner.Span.Clear();
        }
        """)]
    [InlineData("async Task<PooledOwner<byte>> M(BufferBudget budget) => await PacketBuffer.Pool.RentOwnerAsync(5, budget);")]
    [InlineData("""
        async Task M(Task<PooledOwner<byte>> others)
        {
            var owner = await others;
            owner.Span.Clear();
        }
        """)]
    [InlineData("""
        bool M(BufferBudget budget)
        {
            if (!PacketBuffer.Pool.TryRentOwner(5, budget, out PooledOwner<byte> owner))
                return false;

            using (owner)
                owner.Span.Clear();

            return true;
        }
        """)]
    public Task DisposedOrHandedOn_IsAccepted(string members) => Silent(members);
}

/// <summary>An awaited rental that no variable takes.</summary>
public class AwaitedRentalIsThrownAwayTests() : RentalTest("PG0103")
{
    [Theory]
    [InlineData("async Task M(BufferBudget budget) { [|await PacketBuffer.Pool.RentOwnerAsync(5, budget)|]; }")]
    [InlineData("async Task M(BufferBudget budget) { _ = [|await PacketBuffer.Pool.RentOwnerAsync(5, budget)|]; }")]
    public Task LostRental_IsDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesTheAwaitedCall() => Diagnosed(
        "async Task M(BufferBudget budget) { [|await PacketBuffer.Pool.RentOwnerAsync(5, budget)|]; }",
        "Nothing can dispose the rental that 'await …RentOwnerAsync' returns, because no variable holds it; "
            + "write 'using var name = await …RentOwnerAsync(…)' and use the variable");
}

/// <summary>An awaited rental that is used after its end.</summary>
public class AwaitedRentalIsUsedAfterDisposeTests() : RentalTest("PG0104")
{
    [Fact]
    public Task UseAfterDispose_IsDiagnosed() => Diagnosed(
        """
        async Task M(BufferBudget budget)
        {
            var owner = await PacketBuffer.Pool.RentOwnerAsync(5, budget);
            owner.Dispose();
            [|owner|].Span.Clear();
        }
        """);
}
