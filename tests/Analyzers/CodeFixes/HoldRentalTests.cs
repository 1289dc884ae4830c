namespace PooledGen.Analyzers.Tests.CodeFixes;

public class HoldRentalTests() : FixTest(new HoldRentalFixer(), "PG0103")
{
    private const string Declarations
        = "\n[PooledBuffer<byte>(MaxLength = 64)] partial struct PacketBuffer; "
        + "[PooledBuffer(MaxLength = 64)] partial struct Particle { public float X; }"
        + " [PooledBuffer<byte>(MaxLength = 64)] partial struct EventBuffer;";

    [Theory]
    [InlineData("[|PacketBuffer.Rent(5)|];", "using var packet = PacketBuffer.Rent(5);")]
    [InlineData("_ = [|PacketBuffer.RentOwner(Next())|];", "using var packet = PacketBuffer.RentOwner(Next());")]
    [InlineData("[|Particle.Buffer.Rent(5)|].Clear();", "using var buffer = Particle.Buffer.Rent(5);\n        buffer.Clear();")]
    [InlineData("[|EventBuffer.Rent(n)|].Clear();", "using var eventBuffer = EventBuffer.Rent(n);\n        eventBuffer.Clear();")]
    [InlineData("stream.Write([|PacketBuffer.Rent(n)|]);", "using var packet = PacketBuffer.Rent(n);\n        stream.Write(packet);")]
    [InlineData(
        "stream.Write([|PacketBuffer.Rent(Size)|].Span); // all",
        "using var packet = PacketBuffer.Rent(Size);\n        stream.Write(packet.Span); // all")]
    [InlineData("[|PacketBuffer.CreateWriter(5)|].Append(1);", "using var packet = PacketBuffer.CreateWriter(5);\n        packet.Append(1);")]
    [InlineData(
        "int packet = n; [|PacketBuffer.Rent(packet)|].Clear();",
        "int packet = n; using var packet2 = PacketBuffer.Rent(packet);\n        packet2.Clear();")]
    [InlineData("stream.Read([|PacketBuffer.RentOwner(5)|].Span);", "using var packet = PacketBuffer.RentOwner(5);\n        stream.Read(packet.Span);")]
    [InlineData(
        "await stream.ReadExactlyAsync([|PacketBuffer.RentOwner(5)|].Memory);",
        "using var packet = PacketBuffer.RentOwner(5);\n        await stream.ReadExactlyAsync(packet.Memory);")]
    public Task RentalOfAStatement_GetsAVariable(string body, string expected) => Fixed(Method(body), Method(expected));

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed(
        Method("{ [|PacketBuffer.Rent(5)|]; }\n        { [|PacketBuffer.RentOwner(6)|]; }"),
        Method("{ using var packet = PacketBuffer.Rent(5); }\n        { using var packet = PacketBuffer.RentOwner(6); }"));

    [Theory]
    [InlineData("stream.WriteAsync([|PacketBuffer.RentOwner(5)|].Memory);")] // the task may go on behind the block
    [InlineData("s_memory = [|PacketBuffer.RentOwner(5)|].Memory;")]
    [InlineData("stream.Write([|PacketBuffer.Rent(Next())|]);")] // the order of the calls
    [InlineData("Look(n++, [|PacketBuffer.Rent(n)|]);")]
    [InlineData("Look(n > 5 ? 1 : [|PacketBuffer.Rent(n)|].Length, default);")]
    [InlineData("Action later = () => [|PacketBuffer.RentOwner(5)|];")]
    [InlineData("if (n > 5) [|PacketBuffer.Rent(5)|];")] // no block
    [InlineData("[|PacketBuffer.Rent(5)|].Clear(); await stream.FlushAsync();")]
    [InlineData("again: [|PacketBuffer.Rent(5)|].Clear(); if (n == 0) goto again;")]
    [InlineData("using var packet = PacketBuffer.Rent(5); [|packet.Detach()|];")]
    public Task RentalThatCannotMoveOrMayLiveOn_IsRefused(string body)
        => Refused(Method(body));

    private static string Method(string body)
    {
        string modifier = body.Contains("await", StringComparison.Ordinal) ? "async Task" : "void";
        return $$"""
            static class C
            {
                const int Size = 8;
                static Memory<byte> s_memory = new byte[1];
                static int Next() => s_memory.Length + Size;
                static void Look(int n, ReadOnlySpan<byte> span) { }
                static {{modifier}} M(Stream stream, int n)
                {
                    {{body}}
                }
            }{{Declarations}}
            """;
    }
}
