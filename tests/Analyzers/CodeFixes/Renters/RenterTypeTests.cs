namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>Which renter is rented from: a struct that the code sees and that fits, or else the shared one.</summary>
public class RenterTypeTests() : FixTest(new UseRenterFixer(), "PG0210")
{
    private const string Raw = "var array = [|ArrayPool<byte>.Shared.Rent(n)|]; array[0] = 1; ArrayPool<byte>.Shared.Return(array);";

    [Theory]
    [InlineData("(int, int)", "default")]
    [InlineData("string", "\"\"")]
    [InlineData("string?", "null")]
    [InlineData("Hidden", "default")]
    [InlineData("T", "default!")]
    [InlineData("System.Collections.Generic.List<T>", "[]")]
    public Task ElementWithoutAStruct_IsRentedFromTheSharedBuffer(string element, string value) => Fixed(
        $"static class C {{ struct Hidden {{ }} static void M<T>(int n) {{ "
            + $"var a = [|ArrayPool<{element}>.Shared.Rent(n)|]; a[0] = {value}; ArrayPool<{element}>.Shared.Return(a); }} }}\n",
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
    [InlineData("string", "class", "true")]
    [InlineData("T", "notnull", "System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<T>()")]
    public Task References_AreClearedByTheRenterItself(string element, string constraint, string clear) => Fixed(
        $"static class C {{ static void M<T>(int n) where T : {constraint} {{ "
            + $"var a = [|ArrayPool<{element}>.Shared.Rent(n)|]; a[0] = default!; ArrayPool<{element}>.Shared.Return(a, {clear}); }} }}\n",
        $"static class C {{ static void M<T>(int n) where T : {constraint} {{ using var a = SharedBuffer<{element}>.Rent(n); a[0] = default!; }} }}\n");

    // The shared buffer would leave an int as it is.
    [Theory]
    [InlineData("T")]
    [InlineData("(int, int)")]
    [InlineData("byte")]
    public Task ElementThatARenterDoesNotClear_IsLeftAlone(string element) => Silent(
        $"static class C {{ static void M<T>(int n) {{ var a = ArrayPool<{element}>.Shared.Rent(n); a[0] = default!; "
            + $"ArrayPool<{element}>.Shared.Return(a, true); }} }}\n");

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
    [InlineData("n", "[PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.OnReturn)] internal partial struct Secret;", null)]
    [InlineData("n", "[PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.OnRent)] internal partial struct Zeroed;", null)]
    [InlineData("n", "partial class Other { [PooledBuffer<byte>(MaxLength = 64)] partial struct Inner; }", null)]
    public Task Struct_IsUsedWhereItFits(string length, string declaration, string? name) => Fixed(
        $"static class C {{ static void M(int n) {{ {Raw.Replace("Rent(n)", $"Rent({length})", StringComparison.Ordinal)} }} }}\n{declaration}\n",
        $"static class C {{ static void M(int n) {{ using var array = {name ?? "SharedBuffer<byte>"}.Rent({length}); array[0] = 1; }} }}\n{declaration}\n");

    [Fact]
    public Task AnnotatedElement_BringsItsRenter() => Fixed(
        "static class C { static void M(int n) { var a = [|ArrayPool<Point>.Shared.Rent(n)|]; a[0].X = 1; ArrayPool<Point>.Shared.Return(a); } }\n"
            + "[PooledBuffer(MaxLength = 64)] partial struct Point { public int X; }\n",
        "static class C { static void M(int n) { using var a = Point.Buffer.Rent(n); a[0].X = 1; } }\n"
            + "[PooledBuffer(MaxLength = 64)] partial struct Point { public int X; }\n");

    // The second rental of the try waits for the first.
    [Fact]
    public Task FixAll_OfRentalsThatShareATry_TakesTheTryAway() => AllFixed(
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
                using var one = SharedBuffer<byte>.Rent(n);
                using var two = SharedBuffer<byte>.Rent(n);
                one[0] = two[0];
            }
        }

        """);

    [Fact]
    public Task FixAll_InTheProject_ChangesEachFile() => AllFixed(
        [
            $"static class C {{ static void M(int n) {{ {Raw} }} static void N(int n) {{ {Raw} }} }}\n",
            $"static class D {{ static void M(int n) {{ {Raw} }} }}\n",
        ],
        [
            "static class C { static void M(int n) { using var array = SharedBuffer<byte>.Rent(n); array[0] = 1; } "
                + "static void N(int n) { using var array = SharedBuffer<byte>.Rent(n); array[0] = 1; } }\n",
            "static class D { static void M(int n) { using var array = SharedBuffer<byte>.Rent(n); array[0] = 1; } }\n",
        ]);
}
