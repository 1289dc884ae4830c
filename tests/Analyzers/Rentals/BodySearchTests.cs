using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>Which code the rules look at: snippets are whole files, and a handle gets into the code under test in every possible way.</summary>
public class BodySearchTests() : RentalTest("PG0105")
{
    private const string DisposedTwice = """
        class Test
        {
            void M()
            {
                var packet = PacketBuffer.Rent(5);
                packet.Dispose();
                [|packet.Dispose()|];
            }
        }
        """;
    private const string Taker
        = "class Taker(System.Action<PooledGen.PooledOwner<byte>> take) { public void Give(PooledGen.PooledOwner<byte> owner) => take(owner); }";

    protected override string Wrap(string snippet) => snippet;

    [Theory]
    [InlineData("// PacketBuffer and its Rent are spoken of here.\nnamespace App;\n")]
    [InlineData("// PacketBuffer and its Rent are spoken of here.\nnamespace App\n{\n", "}")]
    [InlineData("namespace Shop.Rent;\n")]
    [InlineData("namespace App; using Alias = PacketBuffer;\n")]
    [InlineData("/// <summary>Of a PacketBuffer.</summary>\n")]
    [InlineData("[System.Obsolete(nameof(PacketBuffer))]\n")]
    [InlineData("enum Words { Rent, PacketBuffer }\n")]
    [InlineData("delegate void PacketBufferAction(PacketBuffer packet);\n")]
    public Task WordOutsideOfMembers_HidesNoMember(string before, string after = "") => Diagnosed(before + DisposedTwice + after);

    [Theory]
    [InlineData("""
        class Test(PooledGen.PooledOwner<byte> owned)
        {
            void M()
            {
                owned.Dispose();
                [|owned.Dispose()|];
            }
        }
        """)]
    [InlineData("""
        class Source { public event System.Action<PooledGen.PooledOwner<byte>>? Came; public void Raise(PooledGen.PooledOwner<byte> owner) => Came!.Invoke(owner); }
        class Test { void M(Source source) => source.Came += o => { o.Dispose(); [|o.Dispose()|]; }; }
        """)]
    [InlineData(Taker + "class Test : Taker { Test() : base(o => { o.Dispose(); [|o.Dispose()|]; }) { } }")]
    [InlineData(Taker + "class Test() : Taker(o => { o.Dispose(); [|o.Dispose()|]; });")]
    [InlineData(Taker + """
        class Test
        {
            object M()
            {
                Holder h = new();
                h.Any = new(o => { o.Dispose(); [|o.Dispose()|]; });
                return h;
            }
        }
        class Holder { public Taker? Any; }
        """)]
    [InlineData("""
        using Alias = PacketBuffer;

        class Test
        {
            void M()
            {
                var a = Alias.Rent(5);
                a.Dispose();
                [|a.Dispose()|];
            }
        }
        """)]
    [InlineData("""
        using static PacketBuffer;

        class Test
        {
            void M()
            {
                var a = Rent(5);
                a.Dispose();
                [|a.Dispose()|];
            }
        }
        """)]
    public Task HandleUnderAnotherName_IsFound(string source) => Diagnosed(source);
}

/// <summary>The same where the compiler calls a member whose name nobody writes.</summary>
public class PatternSearchTests() : RentalTest("PG0106")
{
    protected override string Wrap(string snippet) => snippet;

    [Theory]
    [InlineData("""
        class Pair { public void Deconstruct(out PacketBuffer first, out int second) { first = default; second = 0; } }
        class Test { void M(Pair pair) { var (a, n) = pair; var b = [|a|]; b[n] = 1; a.Dispose(); } }
        """)]
    [InlineData("""
        class Many { public Each GetEnumerator() => default; public ref struct Each { public PacketBuffer Current => default; public bool MoveNext() => false; } }
        class Test { void M(Many many) { foreach (var a in many) { var b = [|a|]; b.Clear(); a.Dispose(); } } }
        """)]
    public Task HandleOfAPattern_IsFound(string source) => Diagnosed(source);
}

/// <summary>The same where another file says that there is a handle, and none of the words in that file stands in the code under test.</summary>
public class FileSearchTests() : RentalTest("PG0105")
{
    private string[] _others = [];

    protected override string Wrap(string snippet) => snippet;

    protected override CSharpCompilation Compile(string source)
        => base.Compile(source).AddSyntaxTrees(_others.Select(other => CSharpSyntaxTree.ParseText(other, Consumer.ParseOptions)));

    [Theory]
    [InlineData(
        "class Test { void M() => Source.Run(o => { o.Dispose(); [|o.Dispose()|]; }); }",
        "class Source { public static void Run(Take take) { } }", "delegate void Take(PooledGen.PooledOwner<byte> owner);")]
    [InlineData(
        "class Test { void M(Source source) => source.Came += o => { o.Dispose(); [|o.Dispose()|]; }; }",
        """
        class Source
        {
            public event System.Action<Bytes>? Came;
            public void Raise(Bytes owner) => Came!.Invoke(owner);
        }
        """,
        "global using Bytes = PooledGen.PooledOwner<byte>;")]
    [InlineData(
        "class Test { void M() { var a = Source.Make(); a.Dispose(); [|a.Dispose()|]; } }",
        "partial class Source { public static Mine Make(PooledGen.RentalScope scope = default!) => default; }",
        "[Pooled] ref struct Mine { public void Dispose() { } }", "global using Pooled = PooledGen.PooledBufferAttribute<byte>;")]
    [InlineData(
        "class Test { void M() { var a = Source.Make(); a.Dispose(); [|a.Dispose()|]; } }",
        "class Source { public static PooledGen.SharedBuffer<byte> Make(PooledGen.RentalScope scope = default!) => default; }")]
    public Task HandleOfAnotherFile_IsFound(string source, params string[] others)
    {
        _others = others;
        return Diagnosed(source);
    }
}
