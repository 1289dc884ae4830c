namespace PooledGen.Analyzers.Tests.CodeFixes;

public class SetMaxLengthTests() : FixTest(new SetMaxLengthFixer(), "PG0003")
{
    private const string NoMaxLength = "PG0003";
    private const string OutOfRange = "PG0004";

    [Theory]
    [InlineData("[[|PooledBuffer<byte>|]] public partial struct Packet;", "[PooledBuffer<byte>(MaxLength = 1024 * 1024)] public partial struct Packet;")]
    [InlineData("[[|PooledBuffer<byte>()|]] public partial struct Packet;", "[PooledBuffer<byte>(MaxLength = 1024 * 1024)] public partial struct Packet;")]
    [InlineData(
        "[[|PooledBuffer(typeof(byte))|]] public partial struct Packet;",
        "[PooledBuffer(typeof(byte), MaxLength = 1024 * 1024)] public partial struct Packet;")]
    [InlineData(
        "[Serializable, [|PooledBuffer(MaxBuffersPerThread = 4 /* few */)|]] public partial struct Particle { public float X; }",
        "[Serializable, PooledBuffer(MaxBuffersPerThread = 4, MaxLength = 1024 * 1024 /* few */)] public partial struct Particle { public float X; }")]
    public Task MissingMaxLength_IsAdded(string markup, string expected) => Fixed(markup, expected, NoMaxLength);

    [Theory]
    [InlineData("MaxLength = 0")]
    [InlineData("MaxLength = -1")]
    [InlineData("MaxLength = 5 - 6")]
    public Task MaxLengthBelowOne_IsReplaced(string option) => Fixed(
        $"[PooledBuffer<byte>([|{option}|])] public partial struct Packet;",
        "[PooledBuffer<byte>(MaxLength = 1024 * 1024)] public partial struct Packet;",
        OutOfRange);

    [Theory]
    [InlineData("""
        static class C { public const int None = 0; }
        [PooledBuffer<byte>([|MaxLength = C.None|])] public partial struct Packet;
        """)]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 0)] [[|PooledBuffer<byte>|]] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>([|MaxLength = int.MaxValue|])] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>([|MaxLength = 2147483647|])] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>([|Length = 0|])] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64, [|MaxBuffersPerThread = 0|])] public partial struct Packet;")]
    public Task OptionThatMeansSomethingElse_IsRefused(string markup) => Refused(markup, OutOfRange);

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed("""
        [[|PooledBuffer<byte>|]] public partial struct Packet;
        [[|PooledBuffer<char>|]] public partial struct Text;
        """,
        """
        [PooledBuffer<byte>(MaxLength = 1024 * 1024)] public partial struct Packet;
        [PooledBuffer<char>(MaxLength = 1024 * 1024)] public partial struct Text;
        """);
}
