namespace PooledGen.Analyzers.Tests.CodeFixes;

public class MakeTypePartialTests() : FixTest(new MakeTypePartialFixer(), "PG0001")
{
    [Theory]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] public struct [|Packet|];", "[PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<byte>(MaxLength = 64)] struct [|Packet|];", "[PooledBuffer<byte>(MaxLength = 64)] partial struct Packet;")]
    [InlineData(
        "[PooledBuffer<byte>(MaxLength = 64)] readonly ref struct [|Packet|];",
        "[PooledBuffer<byte>(MaxLength = 64)] readonly ref partial struct Packet;")]
    [InlineData(
        "[PooledBuffer(MaxLength = 64)] public readonly record struct [|Point|](int X);",
        "[PooledBuffer(MaxLength = 64)] public readonly partial record struct Point(int X);")]
    public Task Struct_GetsPartialBeforeItsKeyword(string markup, string expected) => Fixed(markup, expected);

    [Fact]
    public Task Trivia_StaysWhereItIs() => Fixed(
        "/// <summary>A packet.</summary>\n[PooledBuffer<byte>(MaxLength = 64)] // small\n/* here */ struct [|Packet|]; // there\n",
        "/// <summary>A packet.</summary>\n[PooledBuffer<byte>(MaxLength = 64)] // small\n/* here */ partial struct Packet; // there\n");

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed("""
        [PooledBuffer<byte>(MaxLength = 64)] struct [|A|];
        [PooledBuffer<int>(MaxLength = 64)] struct [|B|];
        """,
        """
        [PooledBuffer<byte>(MaxLength = 64)] partial struct A;
        [PooledBuffer<int>(MaxLength = 64)] partial struct B;
        """);

    [Fact]
    public Task FixAll_InTheProject() => AllFixed(
        ["[PooledBuffer<byte>(MaxLength = 64)] struct [|A|];", "[PooledBuffer<int>(MaxLength = 64)] struct [|B|];"],
        ["[PooledBuffer<byte>(MaxLength = 64)] partial struct A;", "[PooledBuffer<int>(MaxLength = 64)] partial struct B;"]);
}

public class MakeContainerPartialTests() : FixTest(new MakeTypePartialFixer(), "PG0002")
{
    [Fact]
    public Task Containers_AllGetPartial() => Fixed(
        "public class Outer { internal interface IInner { [PooledBuffer<byte>(MaxLength = 64)] internal partial struct [|Packet|]; } }",
        "public partial class Outer { internal partial interface IInner { [PooledBuffer<byte>(MaxLength = 64)] internal partial struct Packet; } }");

    [Fact]
    public Task FixAll_OfTwoThatShareAContainer_AddsPartialOnce() => AllFixed(
        "class Outer\n{\n    [PooledBuffer<byte>(MaxLength = 64)] partial struct [|A|];\n"
            + "    class Inner { [PooledBuffer<int>(MaxLength = 64)] partial struct [|B|]; }\n}",
        "partial class Outer\n{\n    [PooledBuffer<byte>(MaxLength = 64)] partial struct A;\n"
            + "    partial class Inner { [PooledBuffer<int>(MaxLength = 64)] partial struct B; }\n}");

    // Diagnostics may be older than the text.
    [Fact]
    public Task ContainerThatIsPartialByNow_IsRefused()
        => Refused("partial class Outer { [PooledBuffer<byte>(MaxLength = 64)] internal partial struct [|Packet|]; }");

    [Fact]
    public Task PlaceThatIsNoTypesName_IsRefused()
        => Refused("class Outer { [PooledBuffer<byte>(MaxLength = 64)] internal partial struct Packet { public static int Port => [|7|]; } }");
}
