using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>The user's names are the user's: they change nothing in ours, or there is no output at all.</summary>
[Trait("Category", "Long")]
public class NameClashTests
{
    [Fact]
    public void TypesNamedLikeOurs_BesideTheRenter_DoNotBreakIt() => AssertCompiles("""
        namespace App
        {
            class System { }
            class PooledGen { class CompilerServices { } }
            class Span { }
            class Span<T> { }
            class BufferPool<T> { }
            class ThreadStack { }
            class PooledNode { }
            class IDisposable { }
            class Byte { }
            class RentalScope { }
            class DebugView { }
            class Pool { }

            [global::PooledGen.PooledBuffer<byte>(MaxLength = 100)]
            partial struct PacketBuffer { }

            [global::PooledGen.PooledBuffer(MaxLength = 100)]
            partial struct Item { string name; public string Name => name ??= ""; }
        }
        """);

    // CS0436 at each use of the name. A pragma in the user's file does not reach the emitted one.
    [Fact]
    public void TypesOfTheSameNames_InAProjectThatShowsItsInternals_DoNotWarn()
    {
        const string Types = """
            struct Item
            {
                string name;
                public string Name => name ??= "";
            }

            [PooledGen.PooledBuffer<Item>(MaxLength = 64)] partial struct Items { }
            """;
        Consumer consumer = new($"#pragma warning disable CS0436\n{Types}");
        CSharpCompilation friend = new Consumer($"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Consumer\")] {Types}").Generate().Compilation
            .WithAssemblyName("Friend");

        Assert.Empty(consumer.Generate().Compilation.AddReferences(friend.ToMetadataReference()).GetDiagnostics());
    }

    [Fact]
    public void NamespacesNamedLikeOurs_AroundTheRenter_DoNotBreakIt() => AssertCompiles("""
        namespace App.System.PooledGen.Span
        {
            [global::PooledGen.PooledBuffer<byte>(MaxLength = 100)]
            partial struct PacketBuffer { }
        }
        """);

    [Fact]
    public void GlobalAliasesNamedLikeOurs_DoNotBreakIt() => AssertCompiles("""
        global using System = App.Nothing;
        global using Span = App.Nothing;
        global using PooledNode = App.Nothing;

        namespace App
        {
            class Nothing { }

            [global::PooledGen.PooledBuffer<byte>(MaxLength = 100)]
            partial struct PacketBuffer { }
        }
        """);

    [Theory]
    [InlineData("node")]
    [InlineData("length")]
    [InlineData("stacks")]
    [InlineData("sizeClass")]
    [InlineData("initial")]
    [InlineData("scope")]
    [InlineData("Span")]
    [InlineData("Pool")]
    [InlineData("Rent")]
    [InlineData("System")]
    public void TypeParametersOfTheContainer_NamedLikeOurs_DoNotBreakIt(string name) => AssertCompiles($$"""
        partial class Cache<{{name}}>
        {
            [global::PooledGen.PooledBuffer<byte>(MaxLength = 100)]
            partial struct Line { }

            [global::PooledGen.PooledBuffer(MaxLength = 100)]
            partial struct Entry { public {{name}} Value; }
        }
        """);

    [Theory]
    [InlineData("node")]
    [InlineData("length")]
    [InlineData("sizeClass")]
    [InlineData("buffer")]
    [InlineData("Items")]
    [InlineData("value")]
    public void TheRenter_NamedLikeALocalOfOurs_DoesNotBreakIt(string name)
        => AssertCompiles($$"""[global::PooledGen.PooledBuffer<byte>(MaxLength = 100)] partial struct {{name}} { }""");

    [Theory]
    [InlineData("class var { }")]
    [InlineData("class var<T> { }")]
    [InlineData("namespace nameof { class Inner { } }")]
    [InlineData("class nameof { }")]
    [InlineData("class dynamic { }")]
    [InlineData("class nint { }")]
    [InlineData("class unmanaged { }")]
    [InlineData("class value { }")]
    public void ATypeOrNamespace_NamedLikeAContextualKeyword_DoesNotBreakIt(string declaration) => AssertCompiles($$"""
        namespace App
        {
            {{declaration}}

            [global::PooledGen.PooledBuffer<byte>(MaxLength = 100)]
            partial struct PacketBuffer { }

            [global::PooledGen.PooledBuffer<char>(MaxLength = 100)]
            partial struct TextBuffer { static string nameof(int value) => value.ToString(); }

            [global::PooledGen.PooledBuffer(MaxLength = 100)]
            partial struct Item { string name; public string Name => name ??= ""; }
        }
        """);

    // C# 14 reads "partial" before a return type as a modifier, and later versions may do so with other words.
    [Theory]
    [InlineData(LanguageVersion.CSharp8)]
    [InlineData(LanguageVersion.CSharp13)]
    [InlineData(LanguageVersion.CSharp14)]
    public void AnElement_NamedLikeAnyWordOfTheLanguage_DoesNotBreakIt(LanguageVersion version)
    {
        string[] words = [.. SyntaxFacts.GetReservedKeywordKinds().Concat(SyntaxFacts.GetContextualKeywordKinds()).Select(SyntaxFacts.GetText).Distinct()];
        Assert.Contains("partial", words);
        GeneratedConsumer generated = new Consumer("#pragma warning disable CS8981\n" + string.Concat(words.Select(static (word, index) => $$"""
            namespace N{{index}}.@{{word}}
            {
                public struct @{{word}} { public int Value; }

                [global::PooledGen.PooledBuffer(MaxLength = 64)]
                public partial struct Item { public @{{word}} Value; }
            }

            [global::PooledGen.PooledBuffer(typeof(N{{index}}.@{{word}}.@{{word}}), MaxLength = 64)]
            public partial struct Of{{index}} { }

            """)))
        {
            LanguageVersion = version,
        }.Generate();

        Assert.Equal(2 * words.Length, generated.Files.Count);
        Assert.Empty(generated.Errors);
    }

    // CS8981 is silenced where the user declares them, and there alone.
    [Theory]
    [InlineData("partial struct packet;")]
    [InlineData("partial struct packet<t>;")]
    [InlineData("partial class outer { [global::PooledGen.PooledBuffer<byte>(MaxLength = 100)] partial struct packet; }", "")]
    [InlineData("partial interface outer<t> { [global::PooledGen.PooledBuffer(MaxLength = 100)] partial record struct item(int x); }", "")]
    [InlineData("partial struct packet;", "[global::PooledGen.PooledBuffer(MaxLength = 100)]")]
    public void NamesInLowerCase_AreNotWarnedOfAgain(string declaration, string attribute = "[global::PooledGen.PooledBuffer<byte>(MaxLength = 100)]")
    {
        AssertCompiles($"namespace app {{ {attribute} {declaration} }}");
        AssertCompiles("", [$"#pragma warning disable CS8981\nnamespace app {{ {attribute} {declaration} }}"]);
        AssertCompiles($"namespace app {{ {attribute} {declaration} }}", ["#pragma warning disable CS8981\nnamespace app { partial struct packet; }"]);
    }

    [Theory]
    [InlineData("void Rent() { }")]
    [InlineData("void Dispose(bool disposing) { }")]
    [InlineData("int Length => 1;")]
    [InlineData("int this[string key] => 1;")]
    [InlineData("class Pool { }")]
    [InlineData("event System.Action Clear { add { } remove { } }")]
    [InlineData("const int Capacity = 1;")]
    [InlineData("static int t_stacks;")]
    [InlineData("int _node => 1;")]
    [InlineData("public override string ToString() => null;")]
    [InlineData("struct DebugView { }")]
    [InlineData("enum Span { }")]
    public void AMember_NamedLikeOneOfOurs_LeavesNothingEmitted(string member)
        => AssertEmitsNothing($$"""[PooledGen.PooledBuffer<byte>(MaxLength = 100)] partial struct PacketBuffer { {{member}} }""");

    [Theory]
    [InlineData("Span<T>")]
    [InlineData("Line<Pool>")]
    [InlineData("Line<DebugView>")]
    [InlineData("Dispose")]
    public void ARenter_WithANameOfOurs_LeavesNothingEmitted(string name)
        => AssertEmitsNothing($$"""[PooledGen.PooledBuffer<byte>(MaxLength = 100)] partial struct {{name}} { }""");

    [Theory]
    [InlineData("partial struct Buffer { }")]
    [InlineData("partial struct Item { class Buffer { } }")]
    [InlineData("partial struct Item { int Buffer; }")]
    [InlineData("partial struct Item<Buffer> { }")]
    [InlineData("partial struct Item<DebugView> { }")]
    public void AnElement_ThatTakesTheNestedRentersName_LeavesNothingEmitted(string element)
        => AssertEmitsNothing($"[PooledGen.PooledBuffer(MaxLength = 100)] {element}");

    [Theory]
    [InlineData("Buffer")]
    [InlineData("DebugView")]
    public void ATypeParameterOfAContainer_ThatOurNamesWouldHide_LeavesNothingEmitted(string name)
        => AssertEmitsNothing(
            $$"""partial class Cache<{{name}}> { [PooledGen.PooledBuffer(MaxLength = 100)] partial struct Entry { public {{name}} Value; } }""");

    private static void AssertCompiles(string source, params string[] others)
    {
        GeneratedConsumer generated = new Consumer("#pragma warning disable CS8981 // a lower-case type name\n" + source) { OtherSources = others }.Generate();

        Assert.NotEmpty(generated.Files);
        Assert.Empty(generated.Errors);
    }

    private static void AssertEmitsNothing(string source)
    {
        GeneratedConsumer generated = new Consumer(source).Generate();

        Assert.Null(generated.Result.Exception);
        Assert.Empty(generated.Files);
    }
}
