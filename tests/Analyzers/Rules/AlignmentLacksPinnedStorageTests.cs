namespace PooledGen.Analyzers.Tests;

public class AlignmentLacksPinnedStorageTests() : DefinitionTest("PG0027")
{
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
}
