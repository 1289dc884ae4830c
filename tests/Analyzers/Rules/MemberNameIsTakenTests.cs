namespace PooledGen.Analyzers.Tests;

public class MemberNameIsTakenTests() : DefinitionTest("PG0010")
{
    private const string RenameMember = "rename your own member";

    [Theory]
    [InlineData("public void [|Rent|]() { }", "Rent", RenameMember)]
    [InlineData("public static int [|Pool|] => 0;", "Pool", RenameMember)]
    [InlineData("public static int [|Capacity|];", "Capacity", RenameMember)]
    [InlineData("public const int [|Length|] = 8;", "Length", RenameMember)]
    [InlineData("public class [|Span|];", "Span", RenameMember)]
    [InlineData("private static event Action [|Clear|] { add { } remove { } }", "Clear", RenameMember)]
    [InlineData("private delegate void [|DebugView|]();", "DebugView", RenameMember)]
    [InlineData("private static int [|_span|] => 0;", "_span", RenameMember)]
    [InlineData("public override string [|ToString|]() => \"\";", "ToString", "remove your own, or give it another name")]
    [InlineData("public byte [|this|][string name] => 0;", "this[]", "declare a method in place of your own indexer")]
    [InlineData("public static int [|Item|] => 0;", "Item", RenameMember)]
    [InlineData("public class [|Item|];", "Item", RenameMember)]
    [InlineData("public int [|get_Length|]() => 0;", "get_Length", RenameMember)]
    [InlineData("public void [|set_Item|](int index, byte value) { }", "set_Item", RenameMember)]
    [InlineData("public static void [|op_Implicit|](Packet packet) { }", "op_Implicit", RenameMember)]
    [InlineData("public static implicit operator [|Span<byte>|](Packet packet) => default;", "implicit operator Span", "remove your own conversion")]
    [InlineData(
        "public static explicit operator [|ReadOnlySpan<byte>|](Packet packet) => default;",
        "implicit operator ReadOnlySpan",
        "remove your own conversion")]
    public Task MemberOfAGeneratedName_IsDiagnosedAtTheMember(string member, string name, string advice) => Diagnosed(
        $"[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet {{ {member} }}",
        $"The generator declares '{name}' in 'Packet'; {advice}");

    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Span|];", "Span", "Span", "rename the type")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Rent|] { }", "Rent", "Rent", "rename the type")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet<[|Span|]>;", "Span", "Packet", "rename the type parameter")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet<[|Item|]>;", "Item", "Packet", "rename the type parameter")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct [|Buffer|];", "Buffer", "Buffer", "rename the type")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle<[|Buffer|]>;", "Buffer", "Particle", "rename the type parameter")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle { public int [|Buffer|]; }", "Buffer", "Particle", RenameMember)]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial record struct Particle(int [|Buffer|]);", "Buffer", "Particle", RenameMember)]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Particle { public struct [|Buffer|]; }", "Buffer", "Particle", RenameMember)]
    public Task TypeOrElementOfAGeneratedName_IsDiagnosedAtTheName(string markup, string name, string type, string advice)
        => Diagnosed(markup, $"The generator declares '{name}' in '{type}'; {advice}");

    [Theory]
    [InlineData("public nint [|DangerousGetAddress|]() => 0;", "DangerousGetAddress")]
    [InlineData("public class [|Pointer|];", "Pointer")]
    [InlineData("public int [|get_Pointer|]() => 0;", "get_Pointer")]
    public Task MemberOfAGeneratedNameOfAStableAddress_IsDiagnosedAtTheMember(string member, string name) => Diagnosed(
        $"[PooledBuffer<byte>(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct Packet {{ {member} }}",
        $"The generator declares '{name}' in 'Packet'; {RenameMember}");

    [Fact]
    public Task AddressOfABufferInOrdinaryArrays_IsAccepted() => Accepted("""
        [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet
        {
            public nint DangerousGetAddress() => Pointer;
            public nint Pointer => 0;
        }
        """);

    [Fact]
    public Task TwoMembersOfGeneratedNames_AreBothDiagnosed() => Diagnosed(
        "[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet { public void [|Rent|](string s) { } public void [|Rent|](char c) { } }",
        "The generator declares 'Rent' in 'Packet'; rename your own member",
        "The generator declares 'Rent' in 'Packet'; rename your own member");

    [Theory]
    [InlineData(": IDisposable { void IDisposable.Dispose() => Dispose(); }")]
    [InlineData(": IIndexed { byte IIndexed.this[int index] => Span[index]; int IIndexed.Length => Length; }")]
    [InlineData("{ public ushort Port => Span[0]; }")]
    [InlineData("{ public int length => Length; public int Lengths => 1; public byte[] ToArrays() => ToArray(); }")]
    [InlineData("{ public void Local() { int Span = 0; _ = Span; } }")]
    [InlineData("{ public override int GetHashCode() => 0; public override bool Equals(object? other) => false; }")]
    [InlineData("""
        {
            public static explicit operator Span<int>(Packet packet) => default;
            public static implicit operator int(Packet packet) => packet.Length;
        }
        """)]
    [InlineData("""
        {
            public static int operator +(Packet packet) => packet.Length;
            public static bool operator true(Packet p) => true;
            public static bool operator false(Packet p) => false;
        }
        """)]
    public Task OtherMember_IsAccepted(string body) => Accepted(
        $"public interface IIndexed {{ byte this[int index] {{ get; }} int Length {{ get; }} }} "
            + $"[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet {body}");

    // The generated part names the type parameter; that of another container is none of its business.
    [Fact]
    public Task TypeParameterOfAContainerThatANestedTypeWouldHide_IsDiagnosed() => Diagnosed(
        "public partial class Outer<[|DebugView|]> { [PooledBuffer(nameof(DebugView), MaxLength = 64)] public partial struct Packet; }",
        "The generator declares 'DebugView' in 'Packet'; rename the type parameter");

    [Theory]
    [InlineData("public partial class Outer<DebugView> { [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet; }")]
    [InlineData("public partial class Outer<Pool> { [PooledBuffer(nameof(Pool), MaxLength = 64)] public partial struct Packet; }")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Item;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public partial struct Buffer;")]
    [InlineData("""
        [PooledBuffer(MaxLength = 64)] public partial struct Particle
        {
            public int Span;
            public int Rent() => Span;
        }
        """)]
    [InlineData("public partial class Span<Length> { [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet; }")]
    public Task NameThatIsFreeHere_IsAccepted(string source) => Accepted(source);
}
