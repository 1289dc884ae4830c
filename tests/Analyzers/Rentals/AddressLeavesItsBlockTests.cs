namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>The compiler lets a number and a pointer leave the block of a rental.</summary>
public class AddressLeavesItsBlockTests() : StoredBufferTest("PG0113")
{
    [Theory]
    [InlineData("nint M() { using var b = PinnedBuffer.Rent(5); return [|b.DangerousGetAddress()|]; }")]
    [InlineData("""
        nint M()
        {
            using var b = ImageBuffer.Rent(5);
            nint address = b.DangerousGetAddress();
            return [|address|];
        }
        """)]
    [InlineData("void M(out nint target) { using var b = AlignedBuffer.Rent(5); target = [|b.DangerousGetAddress()|]; }")]
    [InlineData("unsafe byte* M() { using var b = PinnedBuffer.Rent(5); return [|b.Pointer|]; }")]
    [InlineData("unsafe byte* M() { using var b = PinnedBuffer.Rent(5); return [|(byte*)b.DangerousGetAddress()|]; }")]
    public Task AddressThatIsHandedOut_IsDiagnosedThere(string members) => Diagnosed(members);

    [Theory]
    [InlineData("nint M() { using var b = PinnedBuffer.Rent(5); return b.DangerousGetAddress() & 63; }")]
    [InlineData("bool M() { using var b = PinnedBuffer.Rent(5); return b.DangerousGetAddress() == 0; }")]
    [InlineData("unsafe byte M() { using var b = PinnedBuffer.Rent(5); return *b.Pointer; }")]
    public Task NumberMadeFromAnAddress_IsAccepted(string members) => Silent(members);
}
