namespace PooledGen.Analyzers.Tests.Rentals;

public class RenterIsNotRentedTests() : RentalTest("PG0120")
{
    [Theory]
    [InlineData("byte M() { using var p = [|new PacketBuffer()|]; return p[0]; }")]
    [InlineData("byte M() { var p = [|new PacketBuffer()|]; return p[0]; }")]
    [InlineData("byte M() { PacketBuffer p = [|new()|]; return p[0]; }")]
    [InlineData("void M() { using var p = [|new Particle.Buffer()|]; p[0].X = 1; }")]
    [InlineData("void M() { using var p = [|new SharedBuffer<int>()|]; p[0] = 1; }")]
    [InlineData("void M() { using var text = [|new PooledTextWriter()|]; text.Append('a'); }")]
    [InlineData("void M() { using var words = [|new PooledWriter<string>()|]; words.Append(\"a\"); }")]
    [InlineData("void M() { using PacketBuffer p = [|default|]; p.Clear(); }")]
    [InlineData("void M() { using (var p = [|default(PacketBuffer)|]) { p.Clear(); } }")]
    [InlineData("void M() { using PooledUtf8Writer text = [|default|]; text.Append(\"a\"); }")]
    [InlineData("int M() => F([|new PacketBuffer()|]); int F(in PacketBuffer p) => p.Length;")]
    public Task RenterWithoutARental_IsDiagnosed(string members) => Diagnosed(members);

    [Theory]
    [InlineData("void M() { using var p = PacketBuffer.Rent(5); p.Clear(); }")]
    [InlineData("void M(bool large) { scoped PacketBuffer p = default; if (large) p = PacketBuffer.Rent(5); p.Dispose(); }")]
    [InlineData("int M() => F(default); int F(in PacketBuffer p) => p.Length;")]
    [InlineData("void M() { using var o = default(PooledOwner<byte>); o.Dispose(); }")]
    [InlineData("void M() { using var text = new PooledTextWriter(TextBuffer.Pool); text.Append('a'); }")]
    [InlineData(
        "void M() { using var p = new PacketBuffer.Copy(); } ref struct X { public void Dispose() { } } struct PacketBuffer { "
            + "public class Copy : IDisposable { public void Dispose() { } } }")]
    [InlineData("void M() { using var x = new X(); } ref struct X { public void Dispose() { } }")]
    public Task RentalOrAnEmptyRenterOnPurpose_IsSilent(string members) => Silent(members);

    [Theory]
    [InlineData(
        "using var p = [|new PacketBuffer()|];",
        "'new PacketBuffer()' rents nothing, so this 'PacketBuffer' is empty; write 'PacketBuffer.Rent(…)', or 'default' where it is meant to be empty")]
    [InlineData(
        "using PooledTextWriter w = [|default|];",
        "'default' rents nothing, so this 'PooledTextWriter' has no pool; call 'CreateWriter' of the renter")]
    public Task Message_LeadsToRent(string body, string message) => Diagnosed($"void M() {{ {body} }}", message);

    [Fact]
    public Task Pragma_SilencesTheRule() => Suppressible("void M() { using var p = [|new PacketBuffer()|]; }");
}
