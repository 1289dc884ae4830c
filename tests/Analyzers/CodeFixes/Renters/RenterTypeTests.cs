using Microsoft.CodeAnalysis.CSharp;
using PooledGen.CodeFixes.Renters;

namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>Which struct is rented from, and where it is put if there is none.</summary>
public class RenterTypeTests() : FixTest(new UseRenterFixer(), "PG0210")
{
    private const string Raw = "var array = [|ArrayPool<byte>.Shared.Rent(n)|]; array[0] = 1; ArrayPool<byte>.Shared.Return(array);";

    [Theory]
    [InlineData(LanguageVersion.CSharp14, "[PooledBuffer<byte>(MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer;\n")]
    [InlineData(LanguageVersion.CSharp11, "[PooledBuffer<byte>(MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer { }\n")]
    [InlineData(LanguageVersion.CSharp8, "[PooledBuffer(typeof(byte), MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer { }\n")]
    public Task NoStruct_OneIsAddedAtTheEndOfTheFile(LanguageVersion version, string added) => Fixed(
        $"static class C {{ static void M(int n) {{ {Raw} }} }}",
        $"static class C {{ static void M(int n) {{ using var array = ByteBuffer.Rent(n); array[0] = 1; }} }}\n\n{added}",
        Consumer with { LanguageVersion = version });

    [Fact]
    public Task NoStruct_OneIsAddedAtTheEndOfTheNamespace() => Fixed(
        "namespace A\n{\n    static class C { static void M(int n) { " + Raw + " } }\n}\n\nnamespace B { class ByteBuffer { } }\n",
        "namespace A\n{\n    static class C { static void M(int n) { using var array = ByteBuffer.Rent(n); array[0] = 1; } }\n\n"
            + "    [PooledBuffer<byte>(MaxLength = 1024 * 1024)]\n    internal partial struct ByteBuffer;\n}\n\nnamespace B { class ByteBuffer { } }\n");

    [Fact]
    public Task NameThatIsTaken_GetsANumber() => Fixed(
        "static class C { const int ByteBuffer2 = 2; static void M(int n) { " + Raw + " } }\nclass ByteBuffer { }\n",
        "static class C { const int ByteBuffer2 = 2; static void M(int n) { using var array = ByteBuffer3.Rent(n); array[0] = 1; } }\nclass ByteBuffer { }\n"
            + "\n[PooledBuffer<byte>(MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer3;\n");

    [Theory]
    [InlineData("string", "StringBuffer", "null!")]
    [InlineData("System.Text.Rune", "RuneBuffer", "default")]
    [InlineData("byte[]", "ByteArrayBuffer", "[1]")]
    public Task Element_IsWhatTheStructIsNamedAfter(string element, string name, string value) => Fixed(
        $"static class C {{ static void M(int n) {{ {Of(element, value)} }} }}\n",
        $"static class C {{ static void M(int n) {{ using var a = {name}.Rent(n); a[0] = {value}; }} }}\n"
            + $"\n[PooledBuffer<{element}>(MaxLength = 1024 * 1024)]\ninternal partial struct {name};\n");

    [Theory]
    [InlineData("(int, int)", "default")]
    [InlineData("string?", "null")]
    [InlineData("Hidden", "default")]
    [InlineData("T", "default!")]
    [InlineData("System.Collections.Generic.List<T>", "[]")]
    public Task ElementThatNoStructCanBeAnnotatedWith_IsRentedFromTheSharedBuffer(string element, string value) => Fixed(
        $"static class C {{ struct Hidden {{ }} static void M<T>(int n) {{ {Of(element, value)} }} }}\n",
        $"static class C {{ struct Hidden {{ }} static void M<T>(int n) {{ using var a = SharedBuffer<{element}>.Rent(n); a[0] = {value}; }} }}\n");

    [Fact]
    public Task SharedBuffer_TakesThePlaceOfTheDeclaredType() => Fixed(
        "static class C { static void M<T>(T[] source) { T[] a = [|ArrayPool<T>.Shared.Rent(source.Length)|]; "
            + "source.AsSpan().CopyTo(a.AsSpan(0, source.Length)); ArrayPool<T>.Shared.Return(a); } }\n",
        "static class C { static void M<T>(T[] source) { using SharedBuffer<T> a = SharedBuffer<T>.Rent(source.Length); "
            + "source.AsSpan().CopyTo(a.Span); } }\n");

    [Theory]
    [InlineData("T", "class", "true")]
    [InlineData("T?", "class", "true")]
    [InlineData("(string, int)", "class", "clearArray: true")]
    [InlineData("T", "notnull", "System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<T>()")]
    public Task SharedBuffer_ClearsReferencesByItself(string element, string constraint, string clear) => Fixed(
        $"static class C {{ static void M<T>(int n) where T : {constraint} {{ "
            + $"var a = [|ArrayPool<{element}>.Shared.Rent(n)|]; a[0] = default!; ArrayPool<{element}>.Shared.Return(a, {clear}); }} }}\n",
        $"static class C {{ static void M<T>(int n) where T : {constraint} {{ using var a = SharedBuffer<{element}>.Rent(n); a[0] = default!; }} }}\n");

    // The shared buffer would leave an int as it is.
    [Theory]
    [InlineData("T")]
    [InlineData("(int, int)")]
    public Task ElementThatTheSharedBufferDoesNotClear_IsLeftAlone(string element) => Silent(
        $"static class C {{ static void M<T>(int n) {{ var a = ArrayPool<{element}>.Shared.Rent(n); a[0] = default!; "
            + $"ArrayPool<{element}>.Shared.Return(a, true); }} }}\n");

    private static string Of(string element, string value)
        => $"var a = [|ArrayPool<{element}>.Shared.Rent(n)|]; a[0] = {value}; ArrayPool<{element}>.Shared.Return(a);";

    [Theory]
    [InlineData(
        "n",
        "[PooledBuffer<byte>(MaxLength = 64)] internal partial struct Small; [PooledBuffer<byte>(MaxLength = 128)] internal partial struct Large;",
        "Large")]
    [InlineData("64", "[PooledBuffer<byte>(MaxLength = 64, Oversize = OversizePolicy.Throw)] internal partial struct Strict;", "Strict")]
    [InlineData("n", "[PooledBuffer<byte>(MaxLength = 64, Oversize = OversizePolicy.Throw)] internal partial struct Strict;", null)]
    [InlineData("64", "[PooledBuffer<byte>(Length = 64)] internal partial struct Blocks;", null)]
    [InlineData("65", "[PooledBuffer<byte>(MaxLength = 64)] internal partial struct Small;", null)]
    [InlineData("n", "[PooledBuffer<sbyte>(MaxLength = 64)] internal partial struct Signed;", null)]
    [InlineData("n", "[PooledBuffer<byte>(MaxLength = 64)] internal partial struct Generic<T>;", null)]
    [InlineData("n", "class Other { [PooledBuffer<byte>(MaxLength = 64)] struct Inner; }", null)]
    public Task ExistingStruct_IsUsedWhereItFits(string length, string declaration, string? name)
    {
        string maxLength = length == "n" ? "1024 * 1024" : length;
        string added = name is null ? $"\n[PooledBuffer<byte>(MaxLength = {maxLength})]\ninternal partial struct ByteBuffer;\n" : "";
        declaration = declaration
            .Replace("struct Inner", "partial struct Inner", StringComparison.Ordinal)
            .Replace("class Other", "partial class Other", StringComparison.Ordinal);
        return Fixed(
            $"static class C {{ static void M(int n) {{ {Raw.Replace("Rent(n)", $"Rent({length})", StringComparison.Ordinal)} }} }}\n{declaration}\n",
            $"static class C {{ static void M(int n) {{ using var array = {name ?? "ByteBuffer"}.Rent({length}); array[0] = 1; }} }}\n{declaration}\n{added}");
    }

    [Fact]
    public Task AnnotatedElement_BringsItsRenter() => Fixed(
        "static class C { static void M(int n) { var a = [|ArrayPool<Point>.Shared.Rent(n)|]; a[0].X = 1; ArrayPool<Point>.Shared.Return(a); } }\n"
            + "[PooledBuffer(MaxLength = 64)] partial struct Point { public int X; }\n",
        "static class C { static void M(int n) { using var a = Point.Buffer.Rent(n); a[0].X = 1; } }\n"
            + "[PooledBuffer(MaxLength = 64)] partial struct Point { public int X; }\n");

    [Fact]
    public Task ArrayThatIsCleared_NeedsARenterThatClears() => Fixed(
        "static class C { static void M(int n) { "
            + "var key = [|ArrayPool<byte>.Shared.Rent(n)|]; key[0] = 1; ArrayPool<byte>.Shared.Return(key, clearArray: true); } }\n"
            + "[PooledBuffer<byte>(MaxLength = 64)] partial struct Plain;\n",
        "static class C { static void M(int n) { using var key = ClearedByteBuffer.Rent(n); key[0] = 1; } }\n"
            + "[PooledBuffer<byte>(MaxLength = 64)] partial struct Plain;\n"
            + "\n[PooledBuffer<byte>(MaxLength = 1024 * 1024, Clear = ClearPolicy.OnReturn)]\ninternal partial struct ClearedByteBuffer;\n");

    [Theory]
    [InlineData("OnReturn")]
    [InlineData("OnRent")]
    public Task ArrayThatIsNotCleared_NeedsARenterThatDoesNotClear(string policy) => Fixed(
        "static class C { static void M(int n) { var a = [|ArrayPool<byte>.Shared.Rent(n)|]; a[0] = 1; ArrayPool<byte>.Shared.Return(a); } }\n"
            + $"[PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.{policy})] partial struct Secret;\n",
        "static class C { static void M(int n) { using var a = ByteBuffer.Rent(n); a[0] = 1; } }\n"
            + $"[PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.{policy})] partial struct Secret;\n"
            + "\n[PooledBuffer<byte>(MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer;\n");

    [Fact]
    public Task FixAll_InTheDocument_AddsOneStruct() => AllFixed(
        """
        static class C
        {
            static void M(int n)
            {
                var one = [|ArrayPool<byte>.Shared.Rent(n)|];
                var two = [|ArrayPool<byte>.Shared.Rent(n)|];
                try
                {
                    one[0] = two[0];
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(one);
                    ArrayPool<byte>.Shared.Return(two);
                }
            }
        }

        """,
        """
        static class C
        {
            static void M(int n)
            {
                using var one = ByteBuffer.Rent(n);
                using var two = ByteBuffer.Rent(n);
                one[0] = two[0];
            }
        }

        [PooledBuffer<byte>(MaxLength = 1024 * 1024)]
        internal partial struct ByteBuffer;

        """);

    [Fact]
    public Task FixAll_InTheProject_AddsOneStruct() => AllFixed(
        [$"static class C {{ static void M(int n) {{ {Raw} }} }}\n", $"static class D {{ static void M(int n) {{ {Raw} }} }}\n"],
        [
            "static class C { static void M(int n) { using var array = ByteBuffer.Rent(n); array[0] = 1; } }\n"
                + "\n[PooledBuffer<byte>(MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer;\n",
            "static class D { static void M(int n) { using var array = ByteBuffer.Rent(n); array[0] = 1; } }\n",
        ]);

    [Fact]
    public Task FixAll_OverTwoNamespaces_SharesTheStruct() => AllFixed(
        [
            $"namespace A {{ static class C {{ static void M(int n) {{ {Raw} }} }}\n}}\n",
            $"namespace B {{ static class D {{ static void M(int n) {{ {Raw} }} }} }}\n",
        ],
        [
            "namespace A { static class C { static void M(int n) { using var array = ByteBuffer.Rent(n); array[0] = 1; } }\n"
                + "\n[PooledBuffer<byte>(MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer;\n}\n",
            "namespace B { static class D { static void M(int n) { using var array = A.ByteBuffer.Rent(n); array[0] = 1; } } }\n",
        ]);

    [Theory]
    [InlineData("100", "4000", "4000")]
    [InlineData("100", "n", "1024 * 1024")]
    [InlineData("3", "2", "3")]
    public Task MaxLength_IsTheLargestOfTheProjectWhereAllAreConstant(string first, string second, string maxLength) => AllFixed(
        [
            $"static class C {{ static void M(int n) {{ {Raw.Replace("Rent(n)", $"Rent({first})", StringComparison.Ordinal)} }} }}\n",
            $"static class D {{ static void M(int n) {{ {Raw.Replace("Rent(n)", $"Rent({second})", StringComparison.Ordinal)} }} }}\n",
        ],
        [
            $"static class C {{ static void M(int n) {{ using var array = ByteBuffer.Rent({first}); array[0] = 1; }} }}\n"
                + $"\n[PooledBuffer<byte>(MaxLength = {maxLength})]\ninternal partial struct ByteBuffer;\n",
            $"static class D {{ static void M(int n) {{ using var array = ByteBuffer.Rent({second}); array[0] = 1; }} }}\n",
        ]);

    [Fact]
    public Task MaxLength_CountsRentalsThatStay() => AllFixed(
        [
            $"static class C {{ static void M(int n) {{ {Raw.Replace("Rent(n)", "Rent(4)", StringComparison.Ordinal)} }} }}\n"
                + "static class D { static byte[] Kept(int n) => ArrayPool<byte>.Shared.Rent(n); }\n",
        ],
        [
            "static class C { static void M(int n) { using var array = ByteBuffer.Rent(4); array[0] = 1; } }\n"
                + "static class D { static byte[] Kept(int n) => ArrayPool<byte>.Shared.Rent(n); }\n"
                + "\n[PooledBuffer<byte>(MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer;\n",
        ]);

    // References are cleared without being told to; of other elements the struct's policy says it, and the code does not repeat it.
    [Theory]
    [InlineData("string", "Array.Clear(array, 0, n);", "", "StringBuffer", "")]
    [InlineData("string", "", ", clearArray: true", "StringBuffer", "")]
    [InlineData("byte", "array.AsSpan(0, n).Clear();", ", true", "ClearedByteBuffer", ", Clear = ClearPolicy.OnReturn")]
    [InlineData("byte", "Array.Clear(array);", ", true", "ClearedByteBuffer", ", Clear = ClearPolicy.OnReturn")]
    public Task ClearingByHand_IsLeftToThePolicy(string element, string clearing, string clear, string name, string policy) => Fixed(
        $$"""
        static class C
        {
            static void M(int n)
            {
                {{element}}[] array = [|ArrayPool<{{element}}>.Shared.Rent(n)|];
                try
                {
                    array[0] = default!;
                }
                finally
                {
                    {{clearing}}
                    ArrayPool<{{element}}>.Shared.Return(array{{clear}});
                }
            }
        }

        """,
        $$"""
        static class C
        {
            static void M(int n)
            {
                using {{name}} array = {{name}}.Rent(n);
                array[0] = default!;
            }
        }

        [PooledBuffer<{{element}}>(MaxLength = 1024 * 1024{{policy}})]
        internal partial struct {{name}};

        """);
}
