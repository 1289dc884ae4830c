namespace PooledGen.Analyzers.Tests;

public class MinLengthIsInvalidTests() : DefinitionTest("PG0005")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MinLength = 0|])] public partial struct Packet;", 0)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MinLength = -16|])] public partial struct Packet;", -16)]
    [InlineData("[PooledBuffer(MaxLength = 64, [|MinLength = 3|])] public partial struct Packet;", 3)]
    [InlineData("[PooledBuffer(typeof(int), [|MinLength = 24|], MaxLength = 64)] public partial struct Packet;", 24)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MinLength = int.MinValue|])] public partial struct Packet;", int.MinValue)]
    [InlineData("[PooledBuffer<byte>(MaxLength = 8, [|MinLength = 12|])] public partial struct Packet;", 12)]
    [InlineData("[assembly: PooledBufferDefaults(MinLength = 3)] [[|PooledBuffer<byte>(MaxLength = 64)|]] public partial struct Packet;", 3)]
    public Task MinLengthThatIsNoPowerOfTwo_IsDiagnosedAtTheArgument(string markup, int minLength)
        => Diagnosed(markup, $"The MinLength of 'Packet' is {minLength}; it must be a power of two, such as 16");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MinLength = 128|])] public partial struct Packet;", 128, 64)]
    [InlineData("[PooledBuffer<byte>([|MinLength = 16|], MaxLength = 15)] public partial struct Packet;", 16, 15)]
    [InlineData("[PooledBuffer(MaxLength = 1, [|MinLength = 2|])] public partial struct Packet;", 2, 1)]
    [InlineData("[assembly: PooledBufferDefaults(MinLength = 32)] [[|PooledBuffer<byte>(MaxLength = 8)|]] public partial struct Packet;", 32, 8)]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 8)] [PooledBuffer<byte>([|MinLength = 16|])] public partial struct Packet;", 16, 8)]
    public Task MinLengthAboveMaxLength_IsDiagnosedAtTheArgument(string markup, int minLength, int maxLength)
        => Diagnosed(markup, $"The MinLength of 'Packet' is {minLength}; it must be at most the MaxLength, {maxLength}");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 5)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MinLength = 1)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, MinLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 2147483591, MinLength = 1 << 30)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MinLength = 32)] [PooledBuffer<byte>(MaxLength = 8, MinLength = 4)] public partial struct Packet;")]
    public Task PowerOfTwoUpToMaxLength_IsAccepted(string source) => Accepted(source);

    [Fact]
    public Task MinLengthBesideABadMaxLength_IsNotComparedWithIt() => Diagnosed(
        "[PooledBuffer<byte>({|PG0004:MaxLength = 0|}, MinLength = 16)] public partial struct Packet;",
        "The MaxLength of 'Packet' is 0; it must be 1 to 2147483591, the length of the longest array");
}
