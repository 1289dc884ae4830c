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
    [InlineData("(int, int)", null, "default")]
    [InlineData("string?", null, "null")]
    [InlineData("Hidden", null, "default")]
    [InlineData("T", null, "default!")]
    public async Task Element_IsWhatTheStructIsNamedAfter(string element, string? name, string value)
    {
        string source = $"static class C {{ struct Hidden {{ }} "
            + $"static void M<T>(int n) {{ var a = [|ArrayPool<{element}>.Shared.Rent(n)|]; a[0] = {value}; ArrayPool<{element}>.Shared.Return(a); }} }}\n";
        if (name is null)
        {
            await Silent(source.Replace("[|", "", StringComparison.Ordinal).Replace("|]", "", StringComparison.Ordinal));
            return;
        }

        await Fixed(
            source,
            $"static class C {{ struct Hidden {{ }} static void M<T>(int n) {{ using var a = {name}.Rent(n); a[0] = {value}; }} }}\n"
                + $"\n[PooledBuffer<{element}>(MaxLength = 1024 * 1024)]\ninternal partial struct {name};\n");
    }

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
        string added = name is null ? "\n[PooledBuffer<byte>(MaxLength = 1024 * 1024)]\ninternal partial struct ByteBuffer;\n" : "";
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
}
