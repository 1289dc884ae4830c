namespace PooledGen.Analyzers.Tests.Rentals;

public class UnsafeMemberIsUsedTests() : RentalTest("PG0117")
{
    private const string Node = "global::PooledGen.CompilerServices.PooledNode";

    [Theory]
    [InlineData($"Span<int> M({Node} node) => node.[|UnsafeAsSpan<int>|](5);")]
    [InlineData($"PooledOwner<byte> M({Node} node) => node.[|UnsafeAsOwner<byte>|](5);")]
    [InlineData($"Span<int> M({Node} node) => node.[|UnsafeAsPlacedSpan<int>|](5);")]
    [InlineData($"Span<int> M({Node} node) => global::PooledGen.CompilerServices.ColumnBlock.[|UnsafeSpan<long, int>|](node, 0, 5);")]
    [InlineData($"Func<int, PooledOwner<byte>> M({Node} node) => node.[|UnsafeAsOwner<byte>|];")]
    public Task MemberThatBelievesItsTypeArgument_IsDiagnosed(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_NamesTheMemberAndTheElement() => Diagnosed(
        $"Span<int> M({Node} node) => node.[|UnsafeAsSpan<int>|](5);",
        "'PooledNode.UnsafeAsSpan' believes that the elements are 'int': otherwise it reads and writes outside of the buffer; "
        + "use the members of the renter or the owner");

    [Theory]
    [InlineData($"bool M({Node} node) => node.Holds<int>(default);")] // compares the type
    [InlineData("void M() { UnsafeAsSpan<int>(5); } static void UnsafeAsSpan<T>(int length) { }")]
    [InlineData("Span<byte> M(PooledOwner<byte> owner) => owner.Span;")]
    [InlineData($"int M({Node} node) => node.Capacity;")]
    [InlineData("PooledOwner<byte> M() => PacketBuffer.RentOwner(5);")]
    public Task OtherMember_IsSilent(string markup) => Silent(markup);
}
