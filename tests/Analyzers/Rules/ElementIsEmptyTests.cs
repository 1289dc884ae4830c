namespace PooledGen.Analyzers.Tests;

public class ElementIsEmptyTests() : FlowTest("PG0018")
{
    protected override string Wrap(string snippet) => $"using System; using System.Runtime.InteropServices; using PooledGen;\n#pragma warning "
        + $"disable CS0169, CS0649\n{snippet}";

    [Theory]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet;")]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet { public const int HeaderLength = 8; }")]
    [InlineData("""
        [[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet
        {
            public static int Count { get; set; }
        }
        """)]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet { public int Port => 5; public void Send() { } }")]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public partial record struct Packet;")]
    [InlineData("[assembly: PooledBufferDefaults(MaxLength = 64)] [[|PooledBuffer|]] public partial struct Packet;")]
    public Task ElementWithoutFields_IsDiagnosed(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_NamesTheOtherForm() => Diagnosed(
        "[[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet;",
        "'Packet' is the element of its own buffers, and it has no fields; to make it a buffer of another type, name that type: [PooledBuffer<byte>(…)]");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(typeof(byte), MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle { private float _x; }")]
    [InlineData("""
        [PooledBuffer(MaxLength = 64)] public partial struct Particle
        {
            public float X { get; set; }
        }
        """)]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial record struct Particle(float X);")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle(float x) { public float X => x; }")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle { public event Action Moved { add { } remove { } } private int _x; }")]
    [InlineData("#pragma warning disable CS0067\n[PooledBuffer(MaxLength = 64)] public partial struct Particle { public event Action Moved; }")]
    [InlineData("""
        [PooledBuffer(MaxLength = 64)] public partial struct Particle;
        public partial struct Particle { public float X; }
        """)]
    [InlineData("[PooledBuffer(MaxLength = 64)] [StructLayout(LayoutKind.Sequential, Size = 8)] public partial struct Particle;")]
    public Task BufferOfAnElementWithState_IsAccepted(string source) => Silent(source);

    [Fact]
    public async Task BrokenDeclaration_HasItsErrorOnly()
        => Assert.Equal(
            ["PG0003"],
            (await Analyze(Compile(Wrap("[PooledBuffer] public partial struct Packet;")), AllRules)).Select(diagnostic => diagnostic.Id));

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("[[|PooledBuffer(MaxLength = 64)|]] public partial struct Packet;");
}
