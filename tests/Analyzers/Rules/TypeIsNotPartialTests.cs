namespace PooledGen.Analyzers.Tests;

public class TypeIsNotPartialTests() : DefinitionTest("PG0001")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public struct [|Packet|];", "Packet")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public struct [|Particle|] { public float X; }", "Particle")]
    [InlineData("[PooledBuffer(typeof(int), MaxLength = 64)] internal readonly struct [|Numbers|];", "Numbers")]
    [InlineData("public partial class Outer { [PooledBuffer<byte>(MaxLength = 64)] private struct [|Inner|]; }", "Inner")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public struct [|Generic|]<T>;", "Generic")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public record struct [|Particle|](float X);", "Particle")]
    public Task StructWithoutPartial_IsDiagnosedAtItsName(string markup, string name)
        => Diagnosed(markup, $"'{name}' is not partial; declare it as a partial struct, so that the generator can add its part");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle { public float X; }")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public readonly partial record struct Particle(float X);")]
    [InlineData("""
        [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;
        public partial struct Packet { public int Port => Span[0]; }
        """)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public readonly ref partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] internal unsafe partial struct Packet;")]
    public Task PartialStruct_IsAccepted(string source) => Accepted(source, Consumer with { AllowUnsafe = true });

    [Fact]
    public Task OnePartWithoutPartial_IsLeftToTheCompiler() => Verify(
        "[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet; public struct {|CS0260:Packet|} { }", Consumer);
}
