namespace PooledGen.Analyzers.Tests.Rentals;

public class UnsafeMemberIsUsedTests() : RentalTest("PG0117")
{
    private const string Node = "global::PooledGen.CompilerServices.PooledNode";
    private const string Stack = "global::PooledGen.CompilerServices.ThreadStack";

    [Theory]
    [InlineData($"Span<int> M({Node} node) => node.[|UnsafeAsSpan<int>|](5);")]
    [InlineData($"PooledOwner<byte> M({Node} node) => node.[|UnsafeAsOwner<byte>|](5);")]
    [InlineData($"Span<int> M({Node} node) => node.[|UnsafeAsPlacedSpan<int>|](5);")]
    [InlineData($"Func<int, PooledOwner<byte>> M({Node} node) => node.[|UnsafeAsOwner<byte>|];")]
    public Task MemberThatBelievesItsTypeArgument_IsDiagnosed(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_NamesTheMemberAndTheElement() => Diagnosed(
        $"Span<int> M({Node} node) => node.[|UnsafeAsSpan<int>|](5);",
        "'PooledNode.UnsafeAsSpan' believes that the elements are 'int': otherwise it reads and writes outside of the buffer; "
        + "use the members of the renter or the owner");

    /// <summary>The emitted field is private, so only the user's part of the renter can reach it.</summary>
    [Fact]
    public Task StacksOfAThread_InTheUsersPartOfTheRenter_AreDiagnosed() => Diagnosed(
        $"[ThreadStatic] static {Stack}[] t_stacks; [ThreadStatic] static {Stack} t_stack; "
        + $"static void Put({Stack}[] stacks) {{ [|t_stacks|] = stacks; Test.[|t_stack|] = stacks[0]; }}",
        "'Test.t_stacks' believes that the elements are those of 'Test': otherwise it reads and writes outside of the buffer; "
        + "use the members of the renter or the owner",
        "'Test.t_stack' believes that the elements are those of 'Test': otherwise it reads and writes outside of the buffer; "
        + "use the members of the renter or the owner");

    [Theory]
    [InlineData($"int M({Node} node) => {Node}.GetCapacity<int>(node, default);")] // compares the type
    [InlineData("void M() { UnsafeAsSpan<int>(5); } static void UnsafeAsSpan<T>(int length) { }")]
    [InlineData("int t_stacks; int M() => t_stacks;")]
    [InlineData("Span<byte> M(PooledOwner<byte> owner) => owner.Span;")]
    [InlineData($"nint M({Node} node) => node.Generation;")]
    [InlineData("PooledOwner<byte> M() => PacketBuffer.RentOwner(5);")]
    public Task OtherMember_IsSilent(string markup) => Silent(markup);
}
