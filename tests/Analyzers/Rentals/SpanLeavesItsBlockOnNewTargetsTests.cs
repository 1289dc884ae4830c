namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>Where the compiler confines spans, it has reported them already.</summary>
public class SpanLeavesItsBlockOnNewTargetsTests() : RentalTest("PG0113")
{
    [Fact]
    public Task SpanThatTheCompilerRefuses_IsNotDiagnosedAgain_UnlikeAnArray() => Diagnosed("""
        Span<byte> Bytes() { using var p = PacketBuffer.Rent(5); return {|CS8352:p|}.Span; }
        ReadOnlySpan<char> Text() { using var text = TextBuffer.CreateWriter(16); return {|CS8352:text|}.WrittenSpan; }
        byte[] Array() { using var p = PacketBuffer.Rent(5); return [|p.DangerousGetArray().Array|]!; }
        """);
}
