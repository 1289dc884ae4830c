namespace PooledGen.Analyzers.Tests;

public class ModesAreMixedTests() : DefinitionTest("PG0008")
{
    private const string Message = "'Packet' has 2 pooled-buffer attributes; "
        + "it can be a renter ([PooledBuffer<T>]) or an element ([PooledBuffer]), not both";

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64), PooledBuffer(MaxLength = 64)] public partial struct [|Packet|];")]
    [InlineData("[PooledBuffer(MaxLength = 64)] [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Packet|];")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64), PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct [|Packet|];")]
    [InlineData("""
        [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Packet|];
        [PooledBuffer(MaxLength = 64)] public partial struct Packet;
        """)]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [PooledBuffer<byte>, PooledBuffer] public partial struct [|Packet|];")]
    public Task BothAttributes_AreDiagnosedAtTheName(string markup) => Diagnosed(markup, Message);

    [Theory]
    [InlineData("""
        [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;
        [PooledBuffer(MaxLength = 64)] public partial struct Other;
        """)]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Cell { [PooledBuffer<Cell>(MaxLength = 64)] public partial struct Row; }")]
    [InlineData("[PooledBuffer(MaxLength = 64), PooledGen.CompilerServices.NonCopyable] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64), PooledGen.CompilerServices.NonCopyable] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64), System.Diagnostics.DebuggerDisplay(\"x\")] public partial struct Packet;")]
    [InlineData("""
        [PooledBuffer<byte>(MaxLength = 64), JetBrains.Annotations.MustDisposeResource] public partial struct Packet;

        namespace JetBrains.Annotations
        {
            public class MustDisposeResourceAttribute : Attribute;
        }
        """)]
    public Task OneAttribute_IsAccepted(string source) => Accepted(source);

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64), {|CS0579:PooledBuffer<byte>|}(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64), {|CS0579:PooledBuffer<int>|}(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(MaxLength = 64)] [{|CS0579:PooledBuffer|}(typeof(byte), MaxLength = 64)] public partial struct Packet;")]
    public Task SameAttributeTwice_IsLeftToTheCompiler(string markup) => LeftToTheCompiler(markup);
}
