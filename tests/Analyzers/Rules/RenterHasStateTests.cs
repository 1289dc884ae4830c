namespace PooledGen.Analyzers.Tests;

public class RenterHasStateTests() : DefinitionTest("PG0011")
{
    [Theory]
    [InlineData("public int [|Port|];", "the instance field 'Port'")]
    [InlineData("public readonly string? [|Name|];", "the instance field 'Name'")]
    [InlineData("public int [|Port|] { get; set; }", "'Port', which is stored in an instance field")]
    [InlineData("public int [|Port|] { get => field; }", "'Port', which is stored in an instance field")]
    [InlineData("""
        public event Action? [|Changed|];
        public void Change() => Changed?.Invoke();
        """, "'Changed', which is stored in an instance field")]
    [InlineData("public required int [|Port|] { get => 1; init { } }", "the required property 'Port'")]
    [InlineData("public [|Packet|](int port) { }", "a constructor")]
    [InlineData("public [|Packet|]() { }", "a constructor")]
    public Task StateOfItsOwn_IsDiagnosedAtTheMember(string member, string description)
        => Diagnosed($"[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet {{ {member} }}", MessageFor(description));

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Packet|](int port) { public int Port => port; }", "a constructor")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] [[|StructLayout(LayoutKind.Explicit)|]] public partial struct Packet;", "the layout of its fields")]
    public Task StateInTheDeclaration_IsDiagnosedThere(string markup, string description) => Diagnosed(markup, MessageFor(description));

    [Theory]
    [InlineData("private static int s_count; public static int Count => ++s_count;")]
    [InlineData("public static int Count { get; set; }")]
    [InlineData("public const int HeaderLength = 8;")]
    [InlineData("public int Port { get => Span[0]; set => Span[0] = (byte)value; }")]
    [InlineData("public event Action Changed { add { } remove { } }")]
    [InlineData("public static event Action? Changed; public static void Change() => Changed?.Invoke();")]
    [InlineData("static Packet() { }")]
    [InlineData("private readonly record struct Header(int Port, int Size);")]
    public Task MemberWithoutInstanceState_IsAccepted(string member)
        => Accepted($"[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet {{ {member} }}");

    [Theory]
    [InlineData("""
        [PooledBuffer(MaxLength = 64)]
        public partial struct Particle
        {
            public float X;
            public float Y { get; set; }
            public Particle(float x) => X = x;
        }
        """)]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle(float x) { public float X => x; }")]
    [InlineData("[PooledBuffer(MaxLength = 64)] [StructLayout(LayoutKind.Explicit)] public partial struct Particle { [FieldOffset(0)] public int X; }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] [StructLayout(LayoutKind.Auto)] public partial struct Packet;")]
    public Task StateOfAnElement_IsAccepted(string source) => Accepted(source);

    private static string MessageFor(string description)
        => $"'Packet' declares {description}; a renter may have methods, computed properties and static members of its own, "
            + "but the generator declares its fields";
}
