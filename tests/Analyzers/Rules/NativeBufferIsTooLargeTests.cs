namespace PooledGen.Analyzers.Tests;

public class NativeBufferIsTooLargeTests() : DefinitionTest("PG0029")
{
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
    public Task BufferAboveTwoGigabytes_IsDiagnosedAtTheLength(string markup, int length, long bytes)
        => Diagnosed(markup, $"A buffer of 'Packet' with {length} elements has at least {bytes} bytes; a native one has at most 2147483648 (2 GB)");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 0x7FFFFFC7, Storage = BufferStorage.Native)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<int>(MaxLength = 1 << 29, Storage = BufferStorage.Native)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<int>(MaxLength = 1 << 30, Storage = BufferStorage.Pinned)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 1 << 30, Storage = BufferStorage.Native)] public partial struct Column<T>;")]
    public Task BufferOfTwoGigabytes_IsAccepted(string source) => Accepted(source);
}
