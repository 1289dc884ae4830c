namespace PooledGen.Analyzers.Tests.Rentals;

public class RenterIsPassedByValueTests() : RentalTest("PG0107")
{
    [Theory]
    [InlineData("void M(PacketBuffer [|packet|]) => packet.Clear();")]
    [InlineData("static int M(PacketBuffer [|packet|], int offset) { return packet[offset] + packet.Length; }")]
    [InlineData("void M(Particle.Buffer [|particles|]) { foreach (ref Particle particle in particles) particle.X = 0; }")]
    [InlineData("void M(PacketBuffer [|packet|], Stream stream) => stream.Write(packet);")]
    [InlineData("static void Look(in PacketBuffer packet) { } void M(PacketBuffer [|packet|]) { Look(packet); Look(in packet); }")]
    [InlineData("void M(PooledTextWriter [|text|]) => text.Append('a');")]
    [InlineData("void M(PacketBuffer [|source|], PacketBuffer [|target|]) => source.CopyTo(target);")]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(5); Clear(packet); static void Clear(PacketBuffer [|inner|]) => inner.Clear(); }")]
    [InlineData("ref struct Header { public int Port; public Header(PacketBuffer [|packet|]) => Port = packet.First; }")]
    [InlineData("class Base(int n) { public int N => n; } class Derived(PacketBuffer [|packet|]) : Base(packet.Length) { }")]
    [InlineData("static Span<byte> Body(PacketBuffer [|packet|]) => packet.Slice(4);")]
    public Task ParameterThatIsOnlyLookedAt_IsDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task RenterMessage_SaysIn() => Diagnosed(
        "void M(PacketBuffer [|packet|]) => packet.Clear();",
        "'packet' gets a copy of a 'PacketBuffer' that it neither disposes nor hands over; declare it as 'in PacketBuffer packet'");

    [Fact]
    public Task WriterMessage_SaysRef() => Diagnosed(
        "void M(PooledTextWriter [|text|]) => text.Append('a');",
        "'text' gets a copy of a 'PooledTextWriter' that it neither disposes nor hands over; declare it as 'ref PooledTextWriter text'");

    [Theory]
    [InlineData("void M(in PacketBuffer packet) => packet.Clear();")]
    [InlineData("void M(ref PooledTextWriter text) => text.Append('a');")]
    [InlineData("void M(PacketBuffer packet) => packet.Dispose();")]
    [InlineData("void M(PacketBuffer packet) { using (packet) packet.Clear(); }")]
    [InlineData("PooledOwner<byte> M(PacketBuffer packet) => packet.Detach();")]
    [InlineData("PacketBuffer M(PacketBuffer packet) { packet.Clear(); return packet; }")]
    [InlineData("static void End(PacketBuffer packet) => packet.Dispose(); void M(PacketBuffer packet) { packet.Clear(); End(packet); }")]
    [InlineData("void M(PooledOwner<byte> owner) => owner.Span.Clear();")]
    [InlineData("protected virtual void M(PacketBuffer packet) => packet.Clear();")]
    [InlineData("interface IParser { void Parse(PacketBuffer packet); } class Parser : IParser { public void Parse(PacketBuffer packet) => packet.Clear(); }")]
    [InlineData("delegate void Parse(PacketBuffer packet); Parse M() => packet => packet.Clear();")]
    [InlineData("ref struct Frame { PacketBuffer _packet; public Frame(PacketBuffer packet) { _packet = packet; } public int Length => _packet.Length; }")]
    [InlineData("void M(Span<byte> span) => span.Clear();")]
    public Task OtherParameter_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task Advice_Compiles() => Silent(
        "static Span<byte> Body(in PacketBuffer packet) => packet.Slice(4); void M() { using var packet = PacketBuffer.Rent(5); Body(packet).Clear(); }");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("void M(PacketBuffer [|packet|]) => packet.Clear();");
}
