namespace PooledGen.Analyzers.Tests;

public class MaxLengthIsMissingTests() : DefinitionTest("PG0003")
{
    [Theory]
    [InlineData("[[|PooledBuffer<byte>|]] public partial struct Packet;", "PooledBuffer<byte>")]
    [InlineData("[[|PooledBuffer<string>()|]] public partial struct Packet;", "PooledBuffer<string>")]
    [InlineData("[[|PooledBuffer|]] public partial struct Packet;", "PooledBuffer")]
    [InlineData("[[|PooledBuffer(typeof(int))|]] public partial struct Packet;", "PooledBuffer")]
    [InlineData("[[|PooledBuffer<byte>(MinLength = 16, MaxBuffersPerThread = 4)|]] public partial struct Packet;", "PooledBuffer<byte>")]
    [InlineData("[assembly: PooledBufferDefaults(MinLength = 32)] [[|PooledBuffer<byte>|]] public partial struct Packet;", "PooledBuffer<byte>")]
    public Task NoMaxLengthAnywhere_IsDiagnosedAtTheAttribute(string markup, string attribute) => Diagnosed(
        markup,
        $"'Packet' needs a MaxLength: write [{attribute}(MaxLength = …)] here, "
            + "or set it for the assembly with [assembly: PooledBufferDefaults(MaxLength = …)]");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(typeof(int), MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [PooledBuffer<byte>] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [PooledBuffer] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MinLength = 8)] [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("""
        static class Limits { public const int Longest = 64; }
        [PooledBuffer<byte>(MaxLength = 2 * Limits.Longest)] public partial struct Packet;
        """)]
    public Task MaxLengthOfTypeOrAssembly_IsAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = {|CS0029:\"64\"|})] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = {|CS0103:Missing|})] public partial struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = {|CS0029:\"64\"|})] [PooledBuffer<byte>] public partial struct Packet;")]
    [InlineData("[{|CS1729:PooledBuffer<byte>(64)|}] public partial struct Packet;")]
    [InlineData("[PooledBuffer({|CS1503:64|})] public partial struct Packet;")]
    public Task RejectedMaxLength_IsLeftToTheCompiler(string markup) => LeftToTheCompiler(markup);
}
