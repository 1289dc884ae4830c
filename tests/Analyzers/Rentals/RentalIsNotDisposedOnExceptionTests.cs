namespace PooledGen.Analyzers.Tests.Rentals;

public class RentalIsNotDisposedOnExceptionTests() : RentalTest("PG0102")
{
    [Theory]
    [InlineData("""
        void M(Stream s)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            s.ReadExactly(packet);
            packet.Dispose();
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            var owner = [|PacketBuffer.RentOwner(5)|];
            await s.ReadExactlyAsync(owner.Memory);
            owner.Dispose();
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            if (n > 5) throw new IOException();
            packet.Dispose();
        }
        """)]
    [InlineData("""
        static int Parse(ReadOnlySpan<byte> text) => throw new FormatException();
        void M()
        {
            var packet = [|PacketBuffer.Rent(5)|];
            Parse(packet);
            packet.Dispose();
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            try
            {
                s.ReadExactly(packet);
                packet.Dispose();
            }
            catch (IOException) { packet.Dispose(); }
        }
        """)]
    [InlineData("""
        PooledOwner<byte> M(Stream s)
        {
            var owner = [|PacketBuffer.RentOwner(5)|];
            s.ReadExactly(owner.Span);
            return owner;
        }
        """)]
    [InlineData("""
        string M(Stream s)
        {
            var text = [|TextBuffer.CreateWriter()|];
            text.Append((char)s.ReadByte());
            string result = text.ToString();
            text.Dispose();
            return result;
        }
        """)]
    public Task DisposeThatAnExceptionSkips_IsDiagnosedAtTheRent(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesVariableAndType() => Diagnosed("""
        void M(Stream s)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            s.ReadExactly(packet);
            packet.Dispose();
        }
        """,
        "If the code after its rent throws, 'packet', a 'PacketBuffer', is lost; declare it with 'using', or dispose it in a finally block");

    [Theory]
    [InlineData("void M(Stream s) { using var packet = PacketBuffer.Rent(5); s.ReadExactly(packet); }")]
    [InlineData("""
        void M(Stream s)
        {
            var packet = PacketBuffer.Rent(5);
            try { s.ReadExactly(packet); }
            finally { packet.Dispose(); }
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            var packet = PacketBuffer.Rent(5);
            try
            {
                s.ReadExactly(packet);
            }
            catch
            {
                packet.Dispose();
                throw;
            }
            packet.Dispose();
        }
        """)]
    [InlineData("""
        void M()
        {
            var packet = PacketBuffer.Rent(5);
            packet.Clear();
            packet[0] = 5;
            packet.Slice(1).Fill(3);
            packet.Dispose();
        }
        """)]
    [InlineData("void M() { var text = TextBuffer.CreateWriter(); text.Append('a'); text.Dispose(); }")]
    [InlineData("""
        PooledOwner<byte> M(Stream s)
        {
            using var packet = PacketBuffer.Rent(5);
            s.ReadExactly(packet);
            return packet.Detach();
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            s.Flush();
            var packet = PacketBuffer.Rent(5);
            packet.Clear();
            packet.Dispose();
            s.Flush();
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            using var first = PacketBuffer.Rent(n);
            using var second = PacketBuffer.Rent(n);
            first.CopyTo(second);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            var first = PacketBuffer.RentOwner(n);
            var second = PacketBuffer.RentOwner(n);
            first.Dispose();
            second.Dispose();
        }
        """)]
    public Task DisposeThatNothingSkips_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task LeakOnAnOrdinaryPath_IsAnotherRules() => Diagnosed(
        """
        void M(Stream s)
        {
            var packet = {|PG0101:PacketBuffer.Rent(5)|};
            s.ReadExactly(packet);
        }
        void N(Stream s)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            s.ReadExactly(packet);
            packet.Dispose();
        }
        """);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M(Stream s)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            s.ReadExactly(packet);
            packet.Dispose();
        }
        """);
}
