namespace PooledGen.Analyzers.Tests.Rentals;

public class RentalIsRepeatedInALoopTests() : RentalTest("PG0112")
{
    [Theory]
    [InlineData("void M(Stream s) { for (int i = 0; i < 9; i++) { using var packet = [|PacketBuffer.Rent(512)|]; s.ReadExactly(packet); } }")]
    [InlineData("void M(Stream s, int length) { while (s.Position < s.Length) { using var packet = [|PacketBuffer.Rent(length)|]; s.ReadExactly(packet); } }")]
    [InlineData("""
        void M(List<string> names)
        {
            foreach (string name in names)
            {
                using var packet = [|PacketBuffer.Rent(256)|];
                packet[0] = (byte)name.Length;
            }
        }
        """)]
    [InlineData("""
        readonly int _length = 5;
        void M()
        {
            int i = 0;
            do
            {
                using (var packet = [|PacketBuffer.Rent(_length)|]) { packet.Clear(); }
            }
            while (++i < 9);
        }
        """)]
    [InlineData("""
        void M(byte[] data)
        {
            int half = data.Length / 2;
            for (int i = 0; i < half; i++)
            {
                using var packet = [|PacketBuffer.Rent(data.Length + half)|];
                packet.CopyFrom(data);
            }
        }
        """)]
    [InlineData("void M() { for (int i = 0; i < 9; i++) { if (i == 3) continue; using var particles = [|Particle.Buffer.Rent(50)|]; particles.Clear(); } }")]
    [InlineData("""
        static void Fill(in PacketBuffer packet) { }
        void M()
        {
            for (int i = 0; i < 9; i++)
            {
                using var packet = [|PacketBuffer.Rent(5)|];
                Fill(packet);
                foreach (byte b in packet) Console.Write(b);
            }
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            await s.FlushAsync();
            for (int i = 0; i < 9; i++)
            {
                using var packet = [|PacketBuffer.Rent(5)|];
                s.Write(packet);
            }
        }
        """)]
    public Task SameLengthEachRound_IsDiagnosedAtTheRent(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesVariableAndType() => Diagnosed(
        "void M() { for (int i = 0; i < 9; i++) { using var packet = [|PacketBuffer.Rent(5)|]; packet.Clear(); } }",
        "Each round rents 'packet' from 'PacketBuffer' with the same length; rent it once before the loop");

    [Theory]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(5); for (int i = 0; i < 9; i++) { packet.Clear(); } }")]
    [InlineData("void M() { for (int i = 0; i < 9; i++) { using var packet = PacketBuffer.Rent(i); packet.Clear(); } }")]
    [InlineData("void M(int n) { while (n > 0) { using var packet = PacketBuffer.Rent(n); n -= packet.Length; } }")]
    [InlineData("void M(List<string> names) { foreach (string name in names) { using var packet = PacketBuffer.Rent(name.Length); packet.Clear(); } }")]
    [InlineData("int Next() => 5; void M() { for (int i = 0; i < 9; i++) { using var packet = PacketBuffer.Rent(Next()); packet.Clear(); } }")]
    [InlineData("int _length; void M() { for (int i = 0; i < 9; i++) { using var packet = PacketBuffer.Rent(_length); packet.Clear(); } }")]
    [InlineData("void M(Queue<PooledOwner<byte>> q) { for (int i = 0; i < 9; i++) { using var packet = PacketBuffer.Rent(5); q.Enqueue(packet.Detach()); } }")]
    [InlineData("""
        async Task M(Stream s)
        {
            for (int i = 0; i < 9; i++)
            {
                {
                    using var packet = PacketBuffer.Rent(5);
                    s.Write(packet);
                }
                await s.FlushAsync();
            }
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            for (int i = 0; i < 9; i++)
            {
                using (var packet = PacketBuffer.Rent(5)) { s.Write(packet); }
                await s.FlushAsync();
            }
        }
        """)]
    [InlineData("""
        IEnumerable<int> M()
        {
            for (int i = 0; i < 9; i++)
            {
                int sum;
                using (var packet = PacketBuffer.Rent(5)) { sum = packet[0]; }
                yield return sum;
            }
        }
        """)]
    [InlineData("void M() { for (int i = 0; i < 9; i++) { if (i == 5) { using var packet = PacketBuffer.Rent(5); packet.Clear(); } } }")]
    [InlineData("void M() { for (int i = 0; i < 9; i++) { using var words = WordBuffer.Rent(5); words[0] ??= i.ToString(); } }")] // starts with nulls
    [InlineData("void M(List<Action> all) { foreach (int i in new[] { 1 }) all.Add(() => { using var packet = PacketBuffer.Rent(5); }); }")]
    [InlineData("""
        void Resize(ref int n) => n++;
        void M()
        {
            int n = 5;
            for (int i = 0; i < 9; i++)
            {
                using var packet = PacketBuffer.Rent(n);
                Resize(ref n);
            }
        }
        """)]
    [InlineData("void M(string[] names) { for (int i = 0; i < 9; i++) { names = new string[i]; using var packet = PacketBuffer.Rent(names.Length); } }")]
    [InlineData("void M() { for (int i = 0; i < 9; i++) { using var packet = PacketBuffer.RentOwner(5); packet.Span.Clear(); } }")]
    public Task OtherLoop_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced()
        => Suppressible("void M() { for (int i = 0; i < 9; i++) { using var packet = [|PacketBuffer.Rent(5)|]; packet.Clear(); } }");
}
