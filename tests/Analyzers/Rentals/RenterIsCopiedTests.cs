namespace PooledGen.Analyzers.Tests.Rentals;

public class RenterIsCopiedTests() : RentalTest("PG0106")
{
    [Theory]
    [InlineData("void M() { using var a = PacketBuffer.Rent(5); var b = [|a|]; b.Clear(); }")]
    [InlineData("void M() { var a = PacketBuffer.Rent(5); var b = [|a|]; b.Clear(); a.Dispose(); }")]
    [InlineData("void M() { var a = PacketBuffer.Rent(5); using var b = [|a|]; a.Clear(); }")]
    [InlineData("""
        void M()
        {
            using var a = PacketBuffer.Rent(5);
            scoped PacketBuffer b;
            b = [|a|];
            b.Clear();
        }
        """)]
    [InlineData("void M(in PacketBuffer a) { var b = [|a|]; b.Clear(); }")]
    [InlineData("void M(ref PooledTextWriter a) { var b = [|a|]; b.Append('b'); }")]
    [InlineData("void M(PacketBuffer a) { var b = [|a|]; b.Clear(); a.Dispose(); }")]
    [InlineData("void M() { using var a = TextBuffer.CreateWriter(); var b = [|a|]; b.Append('b'); }")]
    [InlineData("void M() { using (var a = Particle.Buffer.Rent(5)) { var b = [|a|]; b.Clear(); } }")]
    [InlineData("""
        void M()
        {
            using var a = PacketBuffer.Rent(5);
            var b = [|a|];
            var c = [|b|];
            c[0] = b[0];
        }
        """)]
    [InlineData("""
        void M()
        {
            var a = PacketBuffer.Rent(5);
            try
            {
                var b = [|a|];
                b.Clear();
            }
            finally
            {
                a.Dispose();
            }
        }
        """)]
    public Task SecondHandleToARental_IsDiagnosedAtTheFirst(string members) => Diagnosed(members);

    [Theory]
    [InlineData("TextBuffer.CreateWriter()", "text.AsRef()")]
    [InlineData("TextBuffer.Rent(5)", "ref readonly var copy = ref text")]
    public Task Message_NamesBothAndWhatToWrite(string rental, string alias) => Diagnosed(
        $"void M() {{ using var text = {rental}; var copy = [|text|]; _ = copy.Length; }}",
        $"'copy' copies 'text', and disposing either ends the rental of both; use 'text' itself, or '{alias}'");

    [Theory]
    [InlineData("void M() { using var a = PacketBuffer.RentOwner(5); var b = a; b.Span.Clear(); }")]
    [InlineData("void M() { using var a = PacketBuffer.Rent(5); ref readonly var b = ref a; b.Clear(); }")]
    [InlineData("void M() { var a = PacketBuffer.Rent(5); var b = a; b.Dispose(); }")]
    [InlineData("PacketBuffer M(PacketBuffer a) { var b = a; return b; }")]
    [InlineData("""
        void M()
        {
            var a = PacketBuffer.Rent(5);
            var b = PacketBuffer.Rent(10);
            a.Dispose();
            a = b;
            a.Dispose();
        }
        """)]
    [InlineData("""
        void M()
        {
            var a = PacketBuffer.Rent(5);
            var old = a;
            a = PacketBuffer.Rent(10);
            old.CopyTo(a);
            old.Dispose();
            a.Dispose();
        }
        """)]
    [InlineData("void M(ref PacketBuffer a, ref PacketBuffer b) { var old = a; a = b; b = old; }")]
    [InlineData("""
        void M(out PacketBuffer a, in RentalScope scope = default)
        {
            var b = PacketBuffer.Rent(10, scope);
            b.Clear();
            a = b;
        }
        """)]
    [InlineData("""
        static void Fill(in PacketBuffer packet) { }

        void M()
        {
            using var a = PacketBuffer.Rent(5);
            Fill(a);
            Fill(in a);
            Span<byte> span = a;
        }
        """)]
    [InlineData("void M() { using var a = PacketBuffer.Rent(5); using var b = a.Detach(); }")]
    [InlineData("void M(Span<byte> a) { var b = a; b.Clear(); a.Clear(); }")]
    [InlineData("""
        ref struct Frame
        {
            public PacketBuffer Packet;

            public Frame(PacketBuffer packet)
            {
                Packet = packet;
                packet.Clear();
            }
        }
        """)]
    public Task OneHandle_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M()
        {
            using var a = PacketBuffer.Rent(5);
            var b = [|a|];
            b.Clear();
        }
        """);
}
