namespace PooledGen.Analyzers.Tests;

public class AlignmentIsInvalidTests() : DefinitionTest("PG0026")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, [|Alignment = 8|])] public partial struct Packet;", 8)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Native, [|Alignment = 48|])] public partial struct Packet;", 48)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, [|Alignment = 8192|])] public partial struct Packet;", 8192)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Alignment = -64|])] public partial struct Packet;", -64)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|Alignment = int.MinValue|])] public partial struct Packet;", int.MinValue)]
    [InlineData("""
        [assembly: PooledBufferDefaults([|Alignment = 1|])]
        [PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Packet;
        """, 1)]
    public Task NumberThatNothingIsAlignedTo_IsDiagnosedAtTheArgument(string markup, int alignment)
        => Diagnosed(markup, $"The Alignment of 'Packet' is {alignment}; it must be a power of two from 16 to 4096, or 0 for none");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Alignment = 0)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, Alignment = 16)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, Alignment = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(Length = 4096, Storage = BufferStorage.Native, Alignment = 4096)] public partial struct Packet;")]
    public Task PowerOfTwo_IsAccepted(string source) => Accepted(source);
}
