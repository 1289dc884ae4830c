using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Rentals;

public class LengthIsInvalidTests() : RentalTest("PG0110")
{
    [Theory]
    [InlineData("void M() { using var packet = PacketBuffer.Rent([|-1|]); }")]
    [InlineData("const int Length = -5; void M() { using var packet = PacketBuffer.RentOwner([|Length|]); }")]
    [InlineData("void M() { using var text = TextBuffer.CreateWriter([|-1|]); }")]
    [InlineData("void M() { using var text = TextBuffer.Rent([|1025|]); }")]
    [InlineData("void M() { using var text = TextBuffer.RentOwner([|2 * 1024|]); }")]
    [InlineData("void M() { using var text = TextBuffer.CreateWriter(capacity: [|4096|]); }")]
    [InlineData("void M() { using var text = TextBuffer.Rent([|-1|], stackalloc char[8]); }")]
    [InlineData("void M() { using var particles = Particle.Buffer.Rent([|int.MinValue|]); }")]
    public Task LengthThatAlwaysThrows_IsDiagnosedAtTheArgument(string members) => Diagnosed(members);

    [Fact]
    public Task NegativeLength_IsNamed() => Diagnosed(
        "void M() { using var packet = PacketBuffer.Rent([|-1|]); }",
        "'PacketBuffer.Rent' throws on every call: the length is -1; ask for 0 or more elements");

    [Fact]
    public Task LengthAboveMaxLength_IsNamedWithIt() => Diagnosed(
        "void M() { using var text = TextBuffer.RentOwner([|2000|]); }",
        "'TextBuffer.RentOwner' throws on every call: the length is 2000, the MaxLength of 'TextBuffer' is 1024, and its Oversize is Throw; "
            + "ask for less, or raise MaxLength");

    [Theory]
    [InlineData("void M() { using var packet = PacketBuffer.Rent(0); }")]
    [InlineData("void M() { using var text = TextBuffer.Rent(1024); }")]
    [InlineData("void M(int length) { using var text = TextBuffer.Rent(length); }")]
    [InlineData("""
        void M()
        {
            int length = -1;
            length = Math.Abs(length);
            using var text = TextBuffer.Rent(length);
        }
        """)]
    [InlineData("void M() { using var text = TextBuffer.Rent(2000, stackalloc char[2000]); }")]
    [InlineData("void M() { using var text = TextBuffer.RentOwner(5).DetachSlice(0, 0); }")]
    [InlineData("void M(ArrayPool<byte> pool) => pool.Return(pool.Rent(-1));")]
    public Task LengthThatCanBeServed_IsAccepted(string members) => Silent(members);

    [Fact]
    public async Task RenterOfAReferencedAssembly_HasTheDefaultsOfItsOwn()
    {
        var image = new MemoryStream();
        GeneratedConsumer library = new Consumer(
            """
            using PooledGen;
            [assembly: PooledBufferDefaults(MaxLength = 64, Oversize = OversizePolicy.Throw)]
            namespace Library { [PooledBuffer<byte>] public partial struct Frame; }
            """).Generate();
        Assert.True(library.Compilation.Emit(image).Success);
        CSharpCompilation compilation = new Consumer("""
            [assembly: PooledGen.PooledBufferDefaults(MaxLength = 4096)]
            static class Test
            {
                static void Wrong() { using var frame = Library.Frame.Rent(65); }
                static void Right() { using var frame = Library.Frame.Rent(64); }
            }
            """).Compile().AddReferences(MetadataReference.CreateFromImage(image.ToArray()));

        Assert.Equal(
            "'Frame.Rent' throws on every call: the length is 65, the MaxLength of 'Frame' is 64, and its Oversize is Throw; ask for less, or raise MaxLength",
            Assert.Single(await Analyze(compilation, AllRules)).GetMessage());
    }

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("void M() { using var packet = PacketBuffer.Rent([|-1|]); }");
}
