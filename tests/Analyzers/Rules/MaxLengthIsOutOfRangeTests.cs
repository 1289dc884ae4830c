namespace PooledGen.Analyzers.Tests;

public class MaxLengthIsOutOfRangeTests() : DefinitionTest("PG0004")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>([|MaxLength = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer<byte>([|MaxLength = -1|])] public partial struct Packet;", -1)]
    [InlineData("[PooledBuffer(MinLength = 8, [|MaxLength = int.MinValue|])] public partial struct Packet;", int.MinValue)]
    [InlineData("[PooledBuffer(typeof(byte), [|MaxLength = int.MaxValue|])] public partial struct Packet;", int.MaxValue)]
    [InlineData("[PooledBuffer<byte>([|MaxLength = 2147483592|])] public partial struct Packet;", 2147483592)]
    [InlineData("[assembly: PooledBufferDefaults([|MaxLength = 0|])] [PooledBuffer<byte>] public partial struct Packet;", 0)]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [PooledBuffer<byte>([|MaxLength = 0|])] public partial struct Packet;", 0)]
    public Task MaxLengthThatNoArrayCanHave_IsDiagnosedAtTheArgument(string markup, int maxLength)
        => Diagnosed(markup, $"The MaxLength of 'Packet' is {maxLength}; it must be 1 to 2147483591, the length of the longest array");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 3)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<string>(MaxLength = 1000)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 2147483591)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = (1 << 30) + 1)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 0)] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    public Task MaxLengthOfAnArray_IsAccepted(string source) => Accepted(source);

    [Fact]
    public Task NumberThatIsNoInt_IsLeftToTheCompiler()
        => LeftToTheCompiler("[PooledBuffer<byte>(MaxLength = {|CS0182:{|CS0266:3000000000|}|})] public partial struct Packet;");
}
