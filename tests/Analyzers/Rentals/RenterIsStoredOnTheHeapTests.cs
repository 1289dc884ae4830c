namespace PooledGen.Analyzers.Tests.Rentals;

public class RenterIsStoredOnTheHeapTests() : RentalTest("PG0118")
{
    [Theory]
    [InlineData("{|CS8345:PacketBuffer|} [|_packet|];")]
    [InlineData("static {|CS8345:PacketBuffer|} [|s_packet|];")]
    [InlineData("{|CS8345:Particle.Buffer|} [|Particles|] { get; set; }")]
    [InlineData("ref struct Frame { static {|CS8345:PacketBuffer|} [|s_packet|]; }")]
    [InlineData("{|CS8345:PooledTextWriter|} [|_text|];")]
    [InlineData("List<PacketBuffer> [|{|CS9244:_packets|}|];")]
    [InlineData("{|CS0611:PacketBuffer|}[] [|_packets|];")]
    [InlineData("void M() { var packets = [|new List<{|CS9244:PacketBuffer|}>()|]; }")]
    [InlineData("void M() { var packets = [|new {|CS0611:PacketBuffer|}[3]|]; }")]
    public Task RenterOnTheHeap_IsDiagnosedBesideTheCompilersError(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("void M() { using var p = PacketBuffer.Rent(5); object o = [|{|CS0029:p|}|]; }")]
    [InlineData("void M() { using var p = PacketBuffer.Rent(5); IDisposable o = [|{|CS0029:p|}|]; }")]
    [InlineData("object M(PacketBuffer p) => {|CS0030:(object)[|p|]|};")]
    [InlineData("object M(PacketBuffer p) => [|{|CS0029:p|}|];")]
    [InlineData("""string M() { using var p = PacketBuffer.Rent(5); return $"{|CS9244:{[|p|]}|}"; }""")]
    [InlineData("Memory<byte> M() { using var p = PacketBuffer.Rent(5); return [|p.{|CS1061:Memory|}|]; }")]
    [InlineData("Memory<Particle> M(Particle.Buffer p) => [|p.{|CS1061:Memory|}|];")]
    public Task RenterAsAnObjectOrAMemory_IsDiagnosedBesideTheCompilersError(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData(
        "void M(PacketBuffer p) { object o = [|{|CS0029:p|}|]; }",
        "so 'object' cannot hold it; store a 'PooledOwner<byte>' from 'PacketBuffer.RentOwner'")]
    [InlineData("""void M(PacketBuffer p) { var s = $"{|CS9244:{[|p|]}|}"; }""", "so an interpolated string cannot hold it; write 'p.ToString()' there")]
    [InlineData(
        "void M(PacketBuffer p) { var m = [|p.{|CS1061:Memory|}|]; }",
        "so a memory cannot hold it; use the Memory of a 'PooledOwner<byte>' from 'PacketBuffer.RentOwner'")]
    public Task Message_OfAUse_SaysWhatToWrite(string source, string end)
        => Diagnosed(source, $"'PacketBuffer' is a ref struct, which lives on the stack, {end}");

    [Fact]
    public Task Message_ForARenter_NamesItsOwner() => Diagnosed(
        "{|CS8345:PacketBuffer|} [|_packet|];",
        "'PacketBuffer' is a ref struct, which lives on the stack, so the field '_packet' cannot hold it; store a 'PooledOwner<byte>' from "
            + "'PacketBuffer.RentOwner'");

    [Fact]
    public Task Message_ForAList_NamesTheList() => Diagnosed(
        "void M() { var packets = [|new List<{|CS9244:PacketBuffer|}>()|]; }",
        "'PacketBuffer' is a ref struct, which lives on the stack, so 'List<PacketBuffer>' cannot hold it; store a 'PooledOwner<byte>' from "
            + "'PacketBuffer.RentOwner'");

    [Fact]
    public Task Message_ForAWriter_NamesTheClass() => Diagnosed(
        "{|CS8345:PooledTextWriter|} [|_text|];",
        "'PooledTextWriter' is a ref struct, which lives on the stack, so the field '_text' cannot hold it; store a 'PooledBufferWriter' from "
            + "'Pool.CreateBufferWriter'");

    [Theory]
    [InlineData("PooledOwner<byte> _packet;")]
    [InlineData("List<PooledOwner<byte>> _packets;")]
    [InlineData("PooledBufferWriter<char> _text;")]
    [InlineData("ref struct Frame { PacketBuffer _packet; }")]
    [InlineData("ref struct Frame { PacketBuffer Packet { get; set; } }")]
    [InlineData("PacketBuffer Packet => default;")]
    [InlineData("delegate void Use(PacketBuffer packet); Use _use;")]
    [InlineData("Action<PacketBuffer> _use;")]
    [InlineData("""string M(PacketBuffer p) => $"{p.Length} {p.ToString()}";""")]
    [InlineData("""string M(PooledOwner<byte> o) => $"{o}";""")]
    [InlineData("object M(PooledOwner<byte> o) => o;")]
    [InlineData("Memory<byte> M(PooledOwner<byte> o) => o.Memory;")]
    [InlineData("Span<byte> M(PacketBuffer p) => p;")]
    [InlineData("""
        void M()
        {
            using var packet = PacketBuffer.Rent(5);
            var copies = new List<byte[]> { packet.ToArray() };
        }
        """)]
    public Task StackOrOwner_IsAccepted(string source) => Silent(source);
}
