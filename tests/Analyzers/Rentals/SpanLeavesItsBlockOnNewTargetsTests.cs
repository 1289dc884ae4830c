namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>Where the compiler confines spans, the rule says beside its error what to hand out instead.</summary>
public class SpanLeavesItsBlockOnNewTargetsTests() : RentalTest("PG0113")
{
    [Theory]
    [InlineData("Span<byte> M() { using var p = PacketBuffer.Rent(5); return [|{|CS8352:p|}.Span|]; }")]
    [InlineData("Span<byte> M() { using var p = PacketBuffer.Rent(5); return [|{|CS8347:{|CS8352:p|}|}|]; }")]
    [InlineData("""
        ReadOnlySpan<char> M()
        {
            using var text = TextBuffer.CreateWriter(16);
            return [|{|CS8352:text|}.WrittenSpan|];
        }
        """)]
    [InlineData("""
        void M(ref Span<byte> target)
        {
            using var p = PacketBuffer.Rent(5);
            target = [|{|CS8352:p|}.Span|];
        }
        """)]
    [InlineData("""
        byte[] M()
        {
            using var p = PacketBuffer.Rent(5);
            return [|p.DangerousGetArray().Array|]!;
        }
        """)]
    public Task MemoryThatIsHandedOut_IsDiagnosed(string members) => Diagnosed(members);

    [Theory]
    [InlineData("PacketBuffer M() => {|CS8156:{|CS8347:[|PacketBuffer.Rent(5)|]|}|};")]
    [InlineData("PacketBuffer M() { var p = PacketBuffer.Rent(5); return [|{|CS8352:p|}|]; }")]
    [InlineData("PacketBuffer M() { using var p = PacketBuffer.Rent(5); p.Clear(); return [|{|CS8352:p|}|]; }")]
    [InlineData("void M(out PacketBuffer q) { using var p = PacketBuffer.Rent(5); q = [|{|CS8352:p|}|]; }")]
    [InlineData("Particle.Buffer M() { var p = Particle.Buffer.Rent(5); p.Clear(); return [|{|CS8352:p|}|]; }")]
    public Task RenterThatIsHandedOut_IsDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task Message_OfARenter_SaysWhatToHandOut() => Diagnosed(
        "PacketBuffer M() { var p = PacketBuffer.Rent(5); return [|{|CS8352:p|}|]; }",
        "'p', a 'PacketBuffer' that was rented here, cannot leave this method; hand out an owner or a copy, or the renter itself from a method with "
            + "'in RentalScope scope = default' as its last parameter");

    // The rule alone would report these: the rental belongs to the caller.
    [Theory]
    [InlineData("""
        PacketBuffer M(in RentalScope scope = default)
        {
            var p = PacketBuffer.Rent(5, in scope);
            return p;
        }
        """)]
    [InlineData("""
        Span<byte> M(in RentalScope scope)
        {
            var p = PacketBuffer.Rent(5, in scope);
            return p.Span;
        }
        """)]
    public Task MemoryThatTheCompilerLetsGo_IsAccepted(string members) => Silent(members);
}
