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
    [InlineData("""
        void M()
        {
            using var packet = PacketBuffer.Rent(5);
            var copies = new List<byte[]> { packet.ToArray() };
        }
        """)]
    public Task StackOrOwner_IsAccepted(string source) => Silent(source);
}
