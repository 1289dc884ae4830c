namespace PooledGen.Analyzers.Tests.Rentals;

public class RentalIsThrownAwayTests() : RentalTest("PG0103")
{
    [Theory]
    [InlineData("void M() { [|PacketBuffer.Rent(5)|]; }")]
    [InlineData("void M() { _ = [|PacketBuffer.RentOwner(5)|]; }")]
    [InlineData("void M() { [|Particle.Buffer.Rent(5)|].Clear(); }")]
    [InlineData("int M() => [|PacketBuffer.Rent(5)|].Length;")]
    [InlineData("void M() { Span<byte> span = [|PacketBuffer.Rent(5)|]; span.Clear(); }")]
    [InlineData("void M(Stream stream) { stream.Write([|PacketBuffer.Rent(5)|]); }")]
    [InlineData("void M(Stream stream) { stream.Read([|PacketBuffer.RentOwner(5)|].Span); }")]
    [InlineData("async Task M(Stream stream) => await stream.ReadExactlyAsync([|PacketBuffer.RentOwner(5)|].Memory);")]
    [InlineData("void M() { foreach (byte b in [|PacketBuffer.Rent(5)|]) Console.Write(b); }")]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(5); [|packet.Detach()|]; }")]
    [InlineData("void M() { using var owner = PacketBuffer.RentOwner(5); _ = [|owner.DetachSlice(0, 3)|]; }")]
    [InlineData("void M() { using var owner = PacketBuffer.RentOwner(5); [|owner.Share()|].Span.Clear(); }")]
    [InlineData("void M() { [|TextBuffer.CreateWriter(64)|].Append(\"a\"); }")]
    [InlineData("void M() { _ = [|new PooledTextWriter(TextBuffer.Pool, new char[5])|]; }")]
    [InlineData("void M() { Action rent = () => [|PacketBuffer.RentOwner(5)|]; rent(); }")]
    [InlineData("""
        static PacketBuffer Helper(in RentalScope scope = default)
            => PacketBuffer.Rent(5, in scope);

        void M() { [|Helper()|]; }
        """)]
    [InlineData("static void Look(in PacketBuffer packet) { } void M() { Look([|PacketBuffer.Rent(5)|]); }")]
    [InlineData("PooledOwner<byte> _owner; void M() { [|_owner.Resize(10)|]; }")]
    [InlineData("void M(PooledBufferWriter<byte> writer) { [|writer.Detach()|]; }")]
    [InlineData("byte[] M() => [|PacketBuffer.RentOwner(5)|].DangerousGetArray().Array;")]
    public Task RentalThatNoVariableHolds_IsDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesTheCall() => Diagnosed(
        "void M() { [|Particle.Buffer.Rent(5)|]; }",
        "Nothing can dispose the rental that 'Particle.Buffer.Rent' returns, because no variable holds it; "
            + "write 'using var name = Particle.Buffer.Rent(…)' and use the variable");

    [Theory]
    [InlineData("""
        PooledOwner<byte> _owner;
        void M() { [|_owner.Resize(10)|]; }
        """, "Resize", "_owner = _owner.Resize(…)")]
    [InlineData("""
        void M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            [|owner.Resize(10)|];
        }
        """, "Resize", "using var name = owner.Resize(…)")]
    [InlineData("void M(PooledOwner<byte> owner) { [|owner.DetachSlice(1)|]; }", "DetachSlice", "using var name = owner.DetachSlice(…)")]
    public Task Message_OnAnOwner_NamesTheOwner(string members, string method, string remedy) => Diagnosed(
        members,
        $"Nothing can dispose the rental that 'PooledOwner<byte>.{method}' returns, because no variable holds it; write '{remedy}' and use the variable");

    [Theory]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(5); }")]
    [InlineData("void M() { using (PacketBuffer.RentOwner(5)) { } }")]
    [InlineData("void M() { PacketBuffer.Rent(5).Dispose(); }")]
    [InlineData("PooledOwner<byte> M() => PacketBuffer.Rent(5).Detach();")]
    [InlineData("PooledOwner<byte> M() => PacketBuffer.RentOwner(5).DetachSlice(0, 3);")]
    [InlineData("IMemoryOwner<byte> M() => PacketBuffer.RentOwner(5);")]
    [InlineData("Func<PooledOwner<byte>> M() => () => PacketBuffer.RentOwner(5);")]
    [InlineData("void M(Queue<PooledOwner<byte>> queue) { queue.Enqueue(PacketBuffer.RentOwner(5)); }")]
    [InlineData("""
        static void Send(PacketBuffer packet) => packet.Dispose();
        void M() { Send(PacketBuffer.Rent(5)); }
        """)]
    [InlineData("""
        PooledOwner<byte> _owner;

        void M()
        {
            _owner.Dispose();
            _owner = PacketBuffer.RentOwner(5);
        }
        """)]
    [InlineData("""
        static PooledOwner<byte> s_owner;
        static PooledOwner<byte> Shared() => s_owner;
        void M() { _ = Shared(); }
        """)]
    [InlineData("""
        void M()
        {
            _ = default(PooledOwner<byte>);
            _ = new PooledOwner<byte>();
            _ = default(PooledTextWriter).Length;
        }
        """)]
    [InlineData("void M(ArrayPool<byte> pool) { pool.Rent(5); _ = MemoryPool<byte>.Shared.Rent(5); }")]
    [InlineData("bool M() => PacketBuffer.Rent(0).IsEmpty;")]
    [InlineData("PooledOwner<byte> M(PooledBufferWriter<byte> writer) => writer.Detach();")]
    public Task RentalThatSomebodyHolds_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("void M() { [|PacketBuffer.Rent(5)|]; }");
}
