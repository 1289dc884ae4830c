namespace PooledGen.Analyzers.Tests;

public class LengthIsOutOfRangeTests() : DefinitionTest("PG0022")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>([|Length = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer([|Length = -1|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer<byte>([|Length = (1 << 30) + 1|])] public partial struct Packet;", (1 << 30) + 1)]
    [InlineData("[assembly: PooledBufferDefaults([|Length = int.MinValue|])] [PooledBuffer<byte>] public partial struct Packet;", int.MinValue)]
    public Task LengthThatNoSizeClassHas_IsDiagnosedAtTheArgument(string markup, int length)
        => Diagnosed(markup, $"The Length of 'Packet' is {length}; it must be 1 to 1073741824");

    [Theory]
    [InlineData("[PooledBuffer<byte>(Length = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(Length = 1 << 30)] public partial struct Packet;")]
    public Task LengthInRange_IsAccepted(string source) => Accepted(source);
}
