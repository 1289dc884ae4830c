namespace PooledGen.Analyzers.Tests;

public class StorageIsUndefinedTests() : DefinitionTest("PG0024")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Storage = (BufferStorage)3|])] public partial struct Packet;", 3)]
    [InlineData("[PooledBuffer<string>(MaxLength = 64, [|Storage = (BufferStorage)(-1)|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|Storage = (BufferStorage)7|])] public partial struct Packet;", 7)]
    [InlineData("[assembly: PooledBufferDefaults([|Storage = (BufferStorage)4|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", 4)]
    public Task UndefinedStorage_IsDiagnosedAtTheArgument(string markup, int value) => Diagnosed(
        markup, $"The Storage of 'Packet' is {value}, which is not a value of BufferStorage; use one of Array, Pinned, Native");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Array)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(Length = 64, Storage = BufferStorage.Pinned)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = (BufferStorage)2)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(MaxLength = 64, Storage = BufferStorage.Native)] public partial struct Particle { public float X; }")]
    [InlineData("""
        [assembly: PooledBufferDefaults(Storage = (BufferStorage)9)]
        [PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Packet;
        """)]
    public Task DefinedStorage_IsAccepted(string source) => Accepted(source);
}
