using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Rentals;

public class LengthIsNeverPooledTests() : RentalTest("PG0111")
{
    [Theory]
    [InlineData("void M() { using var packet = PacketBuffer.Rent([|1025|]); }")]
    [InlineData("void M() { using var packet = PacketBuffer.RentOwner([|64 * 1024|]); }")]
    [InlineData("const int Length = 5000; void M() { using var packet = PacketBuffer.Rent([|Length|]); }")]
    [InlineData("void M() { using var writer = PacketBuffer.CreateWriter([|4096|]); }")]
    [InlineData("void M() { using var particles = Particle.Buffer.Rent([|65|]); }")]
    [InlineData("""
        void M()
        {
            const int length = 2000;
            using var words = WordBuffer.RentOwner(length: [|length|]);
        }
        """)]
    public Task LengthAboveMaxLength_IsDiagnosedAtTheArgument(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesBothLengths() => Diagnosed(
        "void M() { using var particles = Particle.Buffer.Rent([|65|]); }",
        "'Particle.Buffer.Rent' allocates a new array on every call: the length is 65, the MaxLength of 'Particle.Buffer' is 64; "
            + "ask for less, or raise MaxLength");

    [Theory]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(1024); }")]
    [InlineData("void M() { using var particles = Particle.Buffer.RentOwner(64); }")]
    [InlineData("void M(int length) { using var packet = PacketBuffer.Rent(length); }")]
    [InlineData("void M(bool isLarge) { using var packet = PacketBuffer.Rent(isLarge ? 4096 : 16); }")]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(2000, stackalloc byte[2000]); }")]
    [InlineData("void M() { using var writer = PacketBuffer.Pool.CreateBufferWriter(4096); }")]
    public Task LengthThatMayBePooled_IsAccepted(string members) => Silent(members);

    [Fact]
    public async Task MaxLengthBelowOne_IsReportedOnce()
    {
        CSharpCompilation compilation = new Consumer("""
            using PooledGen;

            static class Test
            {
                static int M() { using var none = None.Rent(1); return none.Length; }
            }

            [PooledBuffer<byte>(MaxLength = 0)]
            public partial struct None;
            """).Generate().Compilation;

        Assert.Equal(["PG0004"], (await Analyze(compilation, AllRules)).Select(static diagnostic => diagnostic.Id));
    }

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("void M() { using var packet = PacketBuffer.Rent([|5000|]); }");
}
