namespace PooledGen.Analyzers.Tests;

public class MemoryPressureLacksNativeStorageTests() : DefinitionTest("PG0030")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MemoryPressure = true|])] public partial struct Packet;")]
    [InlineData("[PooledBuffer(Length = 64, [|MemoryPressure = true|])] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Array, [|MemoryPressure = true|])] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned, [|MemoryPressure = true|])] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(Length = 64, Storage = BufferStorage.Pinned, Alignment = 64, [|MemoryPressure = true|])] public partial struct Packet;")]
    public Task PressureOfArrays_IsDiagnosedAtTheArgument(string markup) => Diagnosed(
        markup,
        "'Packet' has MemoryPressure, but its buffers lie in the garbage collector's heap; add Storage = BufferStorage.Native, or remove the option");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Native, MemoryPressure = true)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Native, Alignment = 64, MemoryPressure = true)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MemoryPressure = false)] public partial struct Packet;")]
    [InlineData("""
        [assembly: PooledBufferDefaults(Storage = BufferStorage.Native)]
        [PooledBuffer<byte>(MaxLength = 64, MemoryPressure = true)] public partial struct Packet;
        """)]
    // The defaults speak to the native types of the assembly.
    [InlineData("[assembly: PooledBufferDefaults(MemoryPressure = true)] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    public Task PressureOfNativeMemory_IsAccepted(string source) => Accepted(source);
}
