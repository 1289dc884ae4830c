using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class ElementCannotBePooledTests() : DefinitionTest("PG0007")
{
    private const string Pointers = "pointers need an unsafe context, which the generated code does not have; use nint";
    private const string Renters = "a pooled buffer is a ref struct, and arrays cannot hold ref structs";

    protected override Consumer Consumer => new("") { AllowUnsafe = true };

    [Theory]
    [InlineData("typeof(Span<byte>)", "System.Span<byte>", "arrays cannot hold ref structs")]
    [InlineData("typeof(TypedReference)", "System.TypedReference", "arrays cannot hold ref structs")]
    [InlineData("typeof(ArgIterator)", "System.ArgIterator", "arrays cannot hold ref structs")]
    [InlineData("typeof(RuntimeArgumentHandle)", "System.RuntimeArgumentHandle", "arrays cannot hold ref structs")]
    [InlineData("typeof(int*)", "int*", Pointers)]
    [InlineData("typeof(void*)", "void*", Pointers)]
    [InlineData("typeof(int*[])", "int*[]", Pointers)]
    [InlineData("typeof(List<int*[]>)", "System.Collections.Generic.List<int*[]>", Pointers)]
    [InlineData("typeof(delegate*<void>)", "delegate*<void>", Pointers)]
    [InlineData("typeof(Math)", "System.Math", "a static class has no instances")]
    [InlineData("typeof(void)", "void", "void has no values")]
    [InlineData("typeof(List<>)", "System.Collections.Generic.List<>", "an open generic type has no instances; give it type arguments")]
    [InlineData("typeof(Dictionary<,>.KeyCollection)", "System.Collections.Generic.Dictionary<,>.KeyCollection", "an open generic type has no "
        + "instances; give it type arguments")]
    [InlineData("(Type)null!", "null", "name a type, or leave the argument out to make the struct itself the element")]
    [InlineData("elementType: null!", "null", "name a type, or leave the argument out to make the struct itself the element")]
    [InlineData("elementTypeParameter: null!", "null", "name a type, or leave the argument out to make the struct itself the element")]
    public Task TypeThatTheAttributeTakesButNoArrayHolds_IsDiagnosed(string argument, string element, string reason)
        => Diagnosed($"[[|PooledBuffer({argument}, MaxLength = 64)|]] public unsafe partial struct Packet;", $"'{element}' cannot be the element "
            + $"type of 'Packet': {reason}");

    // In the generated code 'global::Lib.Item' may be another type.
    [Theory]
    [InlineData("Item", "Lib.Item")]
    [InlineData("Item.Inner", "Lib.Item.Inner")]
    [InlineData("List<(int, Item[])>", "System.Collections.Generic.List<(int, Lib.Item[])>")]
    public Task TypeBehindAnExternAlias_IsDiagnosed(string element, string display) => Diagnosed(
        $"[[|PooledBuffer<{element}>(MaxLength = 64)|]] public partial struct Packet;",
        ConsumerOfALibrary("lib"),
        $"'{display}' cannot be the element type of 'Packet': code can name it by an extern alias only, and the generated code has none; give the reference "
            + "the alias 'global', too");

    [Fact]
    public Task TypeThatHasAnExternAliasToo_IsAccepted() => Accepted(
        "[PooledBuffer<List<(int, Item.Inner[])>>(MaxLength = 64)] public partial struct Packet;", ConsumerOfALibrary("lib", "global"));

    private static Consumer ConsumerOfALibrary(params string[] aliases) => new("")
    {
        OtherSources = ["extern alias lib; global using Item = lib::Lib.Item;"],
        OtherReferences =
        [
            new Consumer("namespace Lib { public class Item { public class Inner; } }").Compile().WithAssemblyName("Library").ToMetadataReference([.. aliases]),
        ],
    };

    /// <summary>Its reference assembly does not say that they are ref structs.</summary>
    [Theory]
    [InlineData("MaxLength = 64", "TypedReference")]
    [InlineData("MaxLength = 64, MaxRetainedBytes = 10", "TypedReference")]
    [InlineData("MaxLength = 64", "RuntimeArgumentHandle")]
    [InlineData("MaxLength = 64", "Span<byte>")]
    public Task RefStructOfNetStandard20_IsDiagnosed(string options, string element)
        => Diagnosed(
            $"[[|PooledBuffer(typeof({element}), {options})|]] public partial struct Packet {{ }}",
            new Consumer("") { Framework = ConsumerFramework.NetStandard20 },
            $"'System.{element}' cannot be the element type of 'Packet': arrays cannot hold ref structs");

    [Theory]
    [InlineData("[[|PooledBuffer<int*[]>(MaxLength = 64)|]] public unsafe partial struct Packet;", "int*[]", Pointers)]
    [InlineData("[[|PooledBuffer<Packet>(MaxLength = 64)|]] public partial struct Packet;", "Packet", Renters)]
    [InlineData("[[|PooledBuffer<Packet[]>(MaxLength = 64)|]] public partial struct Packet;", "Packet[]", Renters)]
    [InlineData("[[|PooledBuffer<List<Packet>>(MaxLength = 64)|]] public partial struct Packet;", "System.Collections.Generic.List<Packet>", Renters)]
    [InlineData("[[|PooledBuffer(typeof(Packet), MaxLength = 64)|]] public partial struct Packet;", "Packet", Renters)]
    [InlineData("[[|PooledBuffer(MaxLength = 64)|]] public ref partial struct Packet;", "Packet", "arrays cannot hold ref structs")]
    public Task ElementThatTheGeneratedPartMakesImpossible_IsDiagnosed(string markup, string element, string reason)
        => Diagnosed(markup, $"'{element}' cannot be the element type of 'Packet': {reason}");

    [Theory]
    [InlineData("[[|PooledBuffer(nameof(T), MaxLength = 64)|]] public partial struct Block<T> where T : allows ref struct;")]
    [InlineData("[[|PooledBuffer(nameof(T), MaxLength = 64)|]] public partial struct Block<U, T> where U : struct where T : notnull, IDisposable, "
        + "allows ref struct;")]
    [InlineData("public partial class Outer<T> where T : allows ref struct { [[|PooledBuffer(nameof(T), MaxLength = 64)|]] public partial struct Block<U>; }")]
    public Task TypeParameterThatAllowsRefStructs_IsDiagnosed(string markup) => Diagnosed(
        markup, "'T' cannot be the element type of 'Block': arrays cannot hold ref structs, and its constraint allows them; remove 'allows ref struct'");

    [Theory]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct Block<T, U> where U : allows ref struct;")]
    [InlineData("public partial class Outer<U> where U : allows ref struct { [PooledBuffer(nameof(T), MaxLength = 64)] public partial struct "
        + "Block<T> where T : unmanaged; }")]
    public Task TypeParameterBesideOneThatAllowsRefStructs_IsAccepted(string source) => Accepted(source);

    // The runtime throws a TypeLoadException for an array of it (ElementSizeTests).
    [Theory]
    [InlineData("[System.Runtime.CompilerServices.InlineArray(70_000)] public struct Big { byte _first; }", "70,000")]
    [InlineData("[System.Runtime.CompilerServices.InlineArray(40_000)] public struct Big { short _first; }", "80,000")]
    [InlineData("[System.Runtime.CompilerServices.InlineArray(20_000)] public struct Big { string _first; }", "80,000")]
    [InlineData("""
        [System.Runtime.CompilerServices.InlineArray(300)] public struct Inner { byte _first; }
        [System.Runtime.CompilerServices.InlineArray(300)] public struct Big { Inner _first; }
        """, "90,000")]
    [InlineData("public unsafe struct Big { public fixed byte Data[65_536]; }", "65,536")]
    [InlineData("""
        public unsafe struct Big
        {
            public fixed long Data[8_000];
            public fixed int More[1_000];
        }
        """, "68,000")]
    [InlineData("""
        public unsafe struct Half { public fixed byte Data[40_000]; }
        public struct Big { public Half First, Second; }
        """, "80,000")]
    [InlineData("[StructLayout(LayoutKind.Sequential, Size = 100_000)] public struct Big { public byte First; }", "100,000")]
    [InlineData("[StructLayout(LayoutKind.Explicit, Size = 100_000)] public struct Big { [FieldOffset(0)] public byte First; }", "100,000")]
    [InlineData("""
        [StructLayout(LayoutKind.Explicit)] public unsafe struct Big
        {
            [FieldOffset(0)] public fixed byte One[70_000];
            [FieldOffset(0)] public byte Two;
        }
        """, "70,000")]
    [InlineData("""
        public struct Box<T> { public T One, Two; }
        [System.Runtime.CompilerServices.InlineArray(40_000)] public struct Part { byte _first; }
        public struct Big { public Box<Part> Parts; }
        """, "80,000")]
    public async Task ElementAbove64KB_IsDiagnosed(string type, string bytes)
    {
        string message = $"it has at least {bytes} bytes, and the runtime has no arrays of elements above 65,535";
        string fields = "#pragma warning disable CS0169, CS0649, CS8981\n";

        await Diagnosed($"{fields}{type} [[|PooledBuffer<Big>(MaxLength = 4)|]] public partial struct Packet;", $"'Big' cannot be the element "
            + $"type of 'Packet': {message}");
    }

    [Theory]
    [InlineData("[System.Runtime.CompilerServices.InlineArray(65_535)] public struct Big { byte _first; }")]
    [InlineData("public unsafe struct Big { public fixed byte Data[65_535]; }")]
    [InlineData("""
        [StructLayout(LayoutKind.Explicit)] public unsafe struct Big
        {
            [FieldOffset(0)] public fixed byte One[40_000];
            [FieldOffset(0)] public fixed byte Two[40_000];
        }
        """)]
    [InlineData("""
        [System.Runtime.CompilerServices.InlineArray(70_000)] public struct Part { byte _first; }
        public class Big { public Part Field; }
        """)]
    [InlineData("""
        [System.Runtime.CompilerServices.InlineArray(70_000)] public struct Part { byte _first; }

        public struct Big
        {
            public static Part Field;
            public Part[] Array;
        }
        """)]
    public Task ElementOfAtMost64KB_IsAccepted(string type)
        => Accepted($"#pragma warning disable CS0169, CS0649, CS8618\n{type} [PooledBuffer<Big>(MaxLength = 4)] public partial struct Packet;");

    // The size of such an element is not known, and the compiler says why.
    [Theory]
    [InlineData("[{|CS1729:StructLayout|}] public struct Big { public byte First; }")]
    [InlineData("[{|CS7036:System.Runtime.CompilerServices.InlineArray|}] public struct Big { public byte First; }")]
    [InlineData("public struct Big { public Big {|CS0523:Self|}; }")]
    public Task ElementThatIsHalfTyped_IsLeftToTheCompiler(string type)
        => Verify($"{type} [PooledBuffer<Big>(MaxLength = 4)] public partial struct Packet;", Consumer);

    [Fact]
    public Task RentersOfEachOther_AreBothDiagnosed() => Diagnosed("""
        [[|PooledBuffer<Other>(MaxLength = 64)|]] public partial struct Packet;
        [[|PooledBuffer<Packet>(MaxLength = 64)|]] public partial struct Other;
        """,
        $"'Other' cannot be the element type of 'Packet': {Renters}",
        $"'Packet' cannot be the element type of 'Other': {Renters}");

    [Theory]
    [InlineData("[[|PooledBuffer(typeof(Other), MaxLength = 64)|]] public partial struct Packet;")]
    [InlineData("[PooledBuffer<{|CS9244:Other|}>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<{|CS0611:Other|}[]>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<List<{|CS9244:Other|}>>(MaxLength = 64)] public partial struct Packet;")]
    public async Task AnotherRenterAsElement_IsSaidOnceAndLeavesTheOtherAlone(string markup)
    {
        (GeneratedConsumer generated, _) = await Verify(markup + " [PooledBuffer<byte>(MaxLength = 64)] public partial struct Other;", Consumer);

        Assert.Equal(["Other.g.cs"], generated.Files.Keys);
    }

    [Theory]
    [InlineData("[PooledBuffer<{|CS9244:Span<byte>|}>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<List<{|CS9244:Span<byte>|}>>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<{|CS0306:int*|}>(MaxLength = 64)] public unsafe partial struct Packet;")]
    [InlineData("[PooledBuffer<List<{|CS0306:int*|}>>(MaxLength = 64)] public unsafe partial struct Packet;")]
    [InlineData("[PooledBuffer<{|CS0718:Math|}>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer(typeof({|CS0246:Missing|}), MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer<List<{|CS0246:Missing|}[]>>(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[{|CS8970:PooledBuffer<dynamic>|}(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[{|CS8970:PooledBuffer<List<dynamic>>|}(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[{|CS8970:PooledBuffer<dynamic[]>|}(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[PooledBuffer({|CS1962:typeof(dynamic)|}, MaxLength = 64)] public partial struct Packet;")]
    public Task ElementThatTheCompilerRejects_IsLeftToIt(string markup) => LeftToTheCompiler(markup);

    // The element is clear to the generator, so it goes on: the file's other uses of the renter stay free of errors.
    [Theory]
    [InlineData("[{|CS8970:PooledBuffer<(int a, string b)>|}(MaxLength = 64)] public partial struct Packet;")]
    [InlineData("[{|CS8970:PooledBuffer<string?>|}(MaxLength = 64)] public partial struct Packet;")]
    public async Task ElementThatAnAttributeCannotSay_DoesNotStopTheGenerator(string markup)
    {
        (GeneratedConsumer generated, _) = await Verify(markup, Consumer);

        Assert.Single(generated.Files);
    }

    [Theory]
    [InlineData("byte[]")]
    [InlineData("byte[,]")]
    [InlineData("byte[][,]")]
    [InlineData("int?")]
    [InlineData("nint")]
    [InlineData("(int, string)")]
    [InlineData("List<int?[]>")]
    [InlineData("Action<Span<byte>>")]
    [InlineData("DayOfWeek")]
    [InlineData("object")]
    [InlineData("KeyValuePair<string, List<byte[]>>")]
    public Task TypeThatAnArrayHolds_IsAccepted(string element) => Accepted($"[PooledBuffer<{element}>(MaxLength = 64)] public partial struct Packet;");

    // The compiler lets typeof say it, so there is a renter of it. Its members say object, which converts.
    [Theory]
    [InlineData("List<dynamic>", "List<dynamic> first = packet[0]; first[0].AnyMember();")]
    [InlineData("dynamic[]", "dynamic[] first = packet[0]; first[0].AnyMember();")]
    [InlineData("KeyValuePair<string, dynamic[]>", "dynamic first = packet[0].Value[0]; first.AnyMember();")]
    public Task TypeThatHoldsDynamic_IsAccepted(string element, string use) => Accepted(
        $"[PooledBuffer(typeof({element}), MaxLength = 64)] public partial struct Packet; "
        + $"class User {{ void M() {{ using var packet = Packet.Rent(1); {use} }} }}");

    [Theory]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Cell { } [PooledBuffer<Cell>(MaxLength = 64)] public partial struct Row;")]
    [InlineData("""
        [PooledBuffer<byte>(MaxLength = 64)] public partial struct Row;
        [PooledBuffer<Action<Row>>(MaxLength = 64)] public partial struct Rows;
        """)]
    [InlineData("""
        public static class Shapes { public struct Point; }
        [PooledBuffer<Shapes.Point>(MaxLength = 64)] public partial struct Points;
        """)]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct Pair<T> { public T First; }")]
    [InlineData("[PooledBuffer(MaxLength = 64)] public unsafe partial struct Node { public Node* Next; }")]
    public Task ElementThatLooksLikeARefStruct_IsAccepted(string source) => Accepted(source);

    // The user's pragma does not reach the generated file, which must not warn again.
    [Theory]
    [InlineData("[Obsolete] public class Old;", "CS0612", "Old")]
    [InlineData("[Obsolete] public class Old;", "CS0612", "List<Old[]>")]
    [InlineData("[Obsolete(\"Use New.\")] public class Old;", "CS0618", "Old[]")]
    [InlineData("[Obsolete(\"Use New.\", DiagnosticId = \"OLD1\")] public class Old;", "OLD1", "Old")]
    [InlineData("[System.Diagnostics.CodeAnalysis.Experimental(\"NEW1\")] public class New;", "NEW1", "(int, New)")]
    public Task ElementThatWarns_IsAcceptedWhereTheUserSilencedIt(string type, string warning, string element)
        => Accepted($"{type}\n#pragma warning disable {warning}\n[PooledBuffer<{element}>(MaxLength = 64)] public partial struct Packet;");
}
