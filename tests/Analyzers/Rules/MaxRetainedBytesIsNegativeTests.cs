namespace PooledGen.Analyzers.Tests;

public class MaxRetainedBytesIsNegativeTests() : DefinitionTest("PG0016")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MaxRetainedBytes = -1|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|MaxRetainedBytes = long.MinValue|])] public partial struct Packet;", long.MinValue)]
    [InlineData("[PooledBuffer(typeof(byte), [|MaxRetainedBytes = -5_000_000_000|], MaxLength = 64)] public partial struct Packet;", -5_000_000_000)]
    [InlineData("[assembly: PooledBufferDefaults([|MaxRetainedBytes = -1|])] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;", -1)]
    public Task LessThanNothing_IsDiagnosedAtTheArgument(string markup, long bytes)
        => Diagnosed(markup, $"The MaxRetainedBytes of 'Packet' is {bytes}; it must be 0 or more");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = 0)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = long.MaxValue)] public partial struct Packet;")]
    [InlineData("""
        [assembly: PooledBufferDefaults(MaxRetainedBytes = -1)]
        [PooledBuffer<byte>(MaxLength = 64, MaxRetainedBytes = 0)] public partial struct Packet;
        """)]
    public Task ABudget_IsAccepted(string source) => Accepted(source);
}
