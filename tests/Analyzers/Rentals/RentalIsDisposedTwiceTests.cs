namespace PooledGen.Analyzers.Tests.Rentals;

public class RentalIsDisposedTwiceTests() : RentalTest("PG0105")
{
    [Theory]
    [InlineData("void M() { var packet = PacketBuffer.Rent(5); packet.Dispose(); [|packet.Dispose()|]; }")]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(5); [|packet.Dispose()|]; }")]
    [InlineData("""
        void M()
        {
            var packet = PacketBuffer.Rent(5);
            try
            {
                packet.Clear();
                packet.Dispose();
            }
            finally
            {
                [|packet.Dispose()|];
            }
        }
        """)]
    [InlineData("""
        void M(bool isEarly)
        {
            var packet = PacketBuffer.Rent(5);
            if (isEarly) packet.Dispose();
            [|packet.Dispose()|];
        }
        """)]
    [InlineData("""
        void M()
        {
            var owner = PacketBuffer.RentOwner(5);
            var copy = owner;
            copy.Dispose();
            [|owner.Dispose()|];
        }
        """)]
    [InlineData("void M(PooledOwner<byte> owner) { owner.Dispose(); [|owner.Dispose()|]; }")]
    [InlineData("PooledOwner<byte> _owner; void M() { _owner.Dispose(); [|_owner.Dispose()|]; }")]
    [InlineData("""
        void M(int n)
        {
            var owner = PacketBuffer.RentOwner(5);
            do { [|owner.Dispose()|]; } while (n-- > 0);
        }
        """)]
    [InlineData("void M() { var packet = PacketBuffer.Rent(5); using (packet) { [|packet.Dispose()|]; } }")]
    [InlineData("""
        void M(Stream s)
        {
            var owner = PacketBuffer.RentOwner(5);
            try { s.ReadExactly(owner.Span); }
            catch (IOException) { owner.Dispose(); }
            [|owner.Dispose()|];
        }
        """)]
    [InlineData("""
        void M()
        {
            IMemoryOwner<byte> owner = PacketBuffer.RentOwner(5);
            owner.Dispose();
            [|owner.Dispose()|];
        }
        """)]
    public Task SecondDispose_IsDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesVariableAndType() => Diagnosed(
        "void M() { using var particles = Particle.Buffer.Rent(5); [|particles.Dispose()|]; }",
        "'particles', a 'Particle.Buffer', is disposed twice; the second Dispose does nothing but count as misuse, so remove this one");

    [Theory]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(5); packet.Clear(); }")]
    [InlineData("""
        void M(bool isEarly)
        {
            var packet = PacketBuffer.Rent(5);
            if (isEarly) packet.Dispose();
            else packet.Dispose();
        }
        """)]
    [InlineData("""
        void M(bool isEarly)
        {
            var packet = PacketBuffer.Rent(5);
            if (isEarly)
            {
                packet.Dispose();
                return;
            }
            packet.Dispose();
        }
        """)]
    [InlineData("""
        void M()
        {
            var packet = PacketBuffer.Rent(5);
            packet.Dispose();
            packet = PacketBuffer.Rent(6);
            packet.Dispose();
        }
        """)]
    [InlineData("PooledOwner<byte> M() { using var packet = PacketBuffer.Rent(5); return packet.Detach(); }")]
    [InlineData("""
        PooledOwner<byte> M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return owner.DetachSlice(0, 3);
        }
        """)]
    [InlineData("""
        void M()
        {
            using var text = TextBuffer.CreateWriter();
            text.Append('a');
            text.Dispose();
            text.Append('b');
        }
        """)]
    [InlineData("""
        void M(bool isRented)
        {
            PooledOwner<byte> owner = default;
            if (isRented) owner = PacketBuffer.RentOwner(5);
            owner.Dispose();
            owner = default;
            owner.Dispose();
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            while (n-- > 0)
            {
                var owner = PacketBuffer.RentOwner(5);
                owner.Dispose();
            }
        }
        """)]
    [InlineData("void M() { PooledOwner<byte> owner = default; owner.Dispose(); owner.Dispose(); }")]
    [InlineData("void M(Stream s) { s.Dispose(); s.Dispose(); IDisposable d = s; d.Dispose(); }")]
    [InlineData("""
        void M(Stream s)
        {
            var owner = PacketBuffer.RentOwner(5);
            try { s.ReadExactly(owner.Span); }
            catch
            {
                owner.Dispose();
                throw;
            }
            owner.Dispose();
        }
        """)]
    public Task OneDisposeAPath_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M()
        {
            var packet = PacketBuffer.Rent(5);
            packet.Dispose();
            [|packet.Dispose()|];
        }
        """);
}
