namespace PooledGen.Analyzers.Tests.Rentals;

public class RenterIsCapturedTests() : RentalTest("PG0119")
{
    [Theory]
    [InlineData("Action M() { using var p = PacketBuffer.Rent(5); return () => [|{|CS8175:p|}|].Clear(); }")]
    [InlineData("""
        void M()
        {
            using var p = PacketBuffer.Rent(5);
            Parallel.For(0, 5, i => [|{|CS8175:p|}|][i] = 1);
        }
        """)]
    [InlineData("""
        void M()
        {
            using var p = PacketBuffer.Rent(5);
            Clear();
            void Clear() => [|{|CS8175:p|}|].Clear();
        }
        """)]
    [InlineData("""
        void M()
        {
            using var text = TextBuffer.CreateWriter(5);
            Action a = () => [|{|CS8175:text|}|].Clear();
            a();
        }
        """)]
    [InlineData("void M(PacketBuffer p) { Action a = () => [|{|CS9108:p|}|].Clear(); a(); }")]
    [InlineData("void M(in PacketBuffer p) { Action a = () => [|{|CS1628:p|}|].Clear(); a(); }")]
    public Task RenterOfTheMethodAround_IsDiagnosedBesideTheCompilersError(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_SaysWhatToDo() => Diagnosed(
        "Action M() { using var p = PacketBuffer.Rent(5); return () => [|{|CS8175:p|}|].Clear(); }",
        "'p' is a 'PacketBuffer', a ref struct, which a lambda cannot capture; call a method with its span as an argument, or capture an owner");

    [Fact]
    public Task Renter_ThatIsUsedTwice_IsDiagnosedOnce() => Diagnosed("""
        Action M()
        {
            using var p = PacketBuffer.Rent(5);
            return () =>
            {
                [|{|CS8175:p|}|].Clear();
                {|CS8175:p|}.Clear();
            };
        }
        """);

    [Theory]
    [InlineData("void M() { Action a = () => { using var p = PacketBuffer.Rent(5); p.Clear(); }; a(); }")]
    [InlineData("delegate void Use(PacketBuffer p); void M() { Use use = p => p.Clear(); }")]
    [InlineData("""
        void M()
        {
            using var p = PacketBuffer.Rent(5);
            Clear(p);
            static void Clear(Span<byte> span) => span.Clear();
        }
        """)]
    [InlineData("""
        void M()
        {
            using PooledOwner<byte> owner = PacketBuffer.RentOwner(5);
            Action a = () => owner.Span.Clear();
            a();
        }
        """)]
    [InlineData("""
        void M()
        {
            using var p = PacketBuffer.Rent(5);
            int n = p.Length;
            Func<int> length = () => n;
            length();
        }
        """)]
    public Task RenterOfTheLambdaItself_IsAccepted(string source) => Silent(source);
}
