using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class LengthHasSizeClassesTests() : DefinitionTest("PG0021")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(Length = 64, [|MaxLength = 64|])] public partial struct Packet;", "MaxLength")]
    [InlineData("[PooledBuffer<byte>([|MinLength = 16|], Length = 64)] public partial struct Packet;", "MinLength")]
    [InlineData("[PooledBuffer(Length = 64, [|MaxLength = 64|], MinLength = 16)] public partial struct Packet;", "MaxLength")]
    [InlineData("[PooledBuffer(Length = 64, [|ClassesPerDoubling = 2|])] public partial struct Packet;", "ClassesPerDoubling")]
    [InlineData("[assembly: PooledBufferDefaults(Length = 64, MaxLength = 64)] [[|PooledBuffer<byte>|]] public partial struct Packet;", "MaxLength")]
    public Task LengthBesideAnOptionOfSizeClasses_IsDiagnosedAtThatOption(string markup, string option) => Diagnosed(
        markup, $"'Packet' has a Length and a {option}: a pool of one length has no size classes; set Length alone, or MaxLength without Length");

    [Theory]
    [InlineData("[PooledBuffer<byte>(Length = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(Length = 100)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(Length = 64)] [PooledBuffer<byte>] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(Length = 64)] [PooledBuffer<byte>(MaxLength = 128)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64, MinLength = 32)] [PooledBuffer<byte>(Length = 8)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(Length = 64, MaxLength = 64)] [PooledBuffer<byte>(Length = 8)] public partial struct Packet;")]
    public Task LengthAlone_IsAccepted(string source) => Accepted(source);

    [Fact]
    public async Task LengthAlone_TakesNoSizeClassesFromTheAssembly()
    {
        const string type = "[PooledBuffer<byte>(Length = 64)] public partial struct Packet;";
        (GeneratedConsumer alone, _) = await Verify(type, Consumer);
        (GeneratedConsumer generated, _) = await Verify(
            "[assembly: PooledBufferDefaults(MaxLength = 640, MinLength = 32, ClassesPerDoubling = 2)] " + type, Consumer);

        Assert.Equal(alone.Files["Packet.g.cs"], generated.Files["Packet.g.cs"]);
    }
}
