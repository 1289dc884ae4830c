namespace PooledGen.Analyzers.Tests;

public class ThreadDepthIsOutOfRangeTests() : DefinitionTest("PG0006")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|ThreadDepth = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|ThreadDepth = 33|])] public partial struct Packet;", 33)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|ThreadDepth = -1|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer(typeof(byte), [|ThreadDepth = int.MaxValue|], MaxLength = 64)] public partial struct Packet;", int.MaxValue)]
    [InlineData("[assembly: PooledBufferDefaults([|ThreadDepth = 64|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", 64)]
    public Task DepthThatNoThreadCanHave_IsDiagnosedAtTheArgument(string markup, int depth)
        => Diagnosed(markup, $"The ThreadDepth of 'Packet' is {depth}; it must be 1 to 32");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, ThreadDepth = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, ThreadDepth = 32)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(ThreadDepth = 2)] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(ThreadDepth = 0)] [PooledBuffer<byte>(MaxLength = 64, ThreadDepth = 4)] public partial struct Packet;")]
    public Task DepthInRange_IsAccepted(string source) => Accepted(source);
}
