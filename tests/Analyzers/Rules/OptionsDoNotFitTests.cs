using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class OptionsDoNotFitTests() : DefinitionTest("PG0021")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(Length = 64, [|MaxLength = 64|])] public partial struct Packet;", "MaxLength")]
    [InlineData("[PooledBuffer<byte>([|MinLength = 16|], Length = 64)] public partial struct Packet;", "MinLength")]
    [InlineData("[PooledBuffer(Length = 64, [|MaxLength = 64|], MinLength = 16)] public partial struct Packet;", "MaxLength")]
    [InlineData("[PooledBuffer(Length = 64, [|SizeClassesPerDoubling = 2|])] public partial struct Packet;", "SizeClassesPerDoubling")]
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
            "[assembly: PooledBufferDefaults(MaxLength = 640, MinLength = 32, SizeClassesPerDoubling = 2)] " + type, Consumer);

        Assert.Equal(alone.Files["Packet.g.cs"], generated.Files["Packet.g.cs"]);
    }

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Alignment = 64|])] public partial struct Packet;", 64)]
    [InlineData("[PooledBuffer(Length = 64, [|Alignment = 4096|])] public partial struct Packet;", 4096)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Array, [|Alignment = 16|])] public partial struct Packet;", 16)]
    [InlineData("[assembly: PooledBufferDefaults(Alignment = 32)] [[|PooledBuffer<byte>(MaxLength = 64)|]] public partial struct Packet;", 32)]
    public Task AlignmentOfArraysThatMove_IsDiagnosedAtTheArgument(string markup, int alignment) => Diagnosed(
        markup,
        $"'Packet' has an Alignment of {alignment}, but the garbage collector moves its arrays; add Storage = BufferStorage.Pinned or BufferStorage.Native");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, Alignment = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Native, Alignment = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Alignment = 0)] public partial struct Packet;")]
    [InlineData("""
        [assembly: PooledBufferDefaults(Storage = BufferStorage.Pinned)]
        [PooledBuffer<byte>(MaxLength = 64, Alignment = 64)] public partial struct Packet;
        """)]
    // A type that asks for ordinary arrays leaves the alignment of the defaults to the others.
    [InlineData("""
        [assembly: PooledBufferDefaults(Storage = BufferStorage.Pinned, Alignment = 64)]
        [PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Array)] public partial struct Packet;
        """)]
    public Task AlignmentOfMemoryThatStays_IsAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[PooledBuffer<int>([|MaxLength = 536870913|], Storage = BufferStorage.Native)] public partial struct Packet;", 536870913, 2147483652)]
    [InlineData("[PooledBuffer<Guid>([|Length = 1 << 30|], Storage = BufferStorage.Native)] public partial struct Packet;", 1 << 30, 4294967296)]
    [InlineData(
        "[PooledBuffer([|MaxLength = 1 << 28|], Storage = BufferStorage.Native)] public partial struct Packet { public double X, Y; }",
        1 << 28,
        4294967296)]
    [InlineData(
        "[assembly: PooledBufferDefaults(Storage = BufferStorage.Native, MaxLength = 1 << 30)] [[|PooledBuffer<long>|]] public partial struct Packet;",
        1 << 30,
        8589934592)]
    public Task BufferAboveTwoGigabytes_IsDiagnosedAtTheLength(string markup, int length, long bytes) => Diagnosed(
        markup, $"'Packet' has native buffers of {length} elements, which have at least {bytes} bytes; a native one has at most 2147483648 (2 GB)");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 0x7FFFFFC7, Storage = BufferStorage.Native)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<int>(MaxLength = 1 << 29, Storage = BufferStorage.Native)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<int>(MaxLength = 1 << 30, Storage = BufferStorage.Pinned)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 1 << 30, Storage = BufferStorage.Native)] public partial struct Column<T>;")]
    public Task BufferOfTwoGigabytes_IsAccepted(string source) => Accepted(source);
}
