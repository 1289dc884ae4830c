using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class ColumnIsMalformedTests() : DefinitionTest("PG0034")
{
    protected override Consumer Consumer => new("") { AllowUnsafe = true };

    [Theory]
    [InlineData("public partial int [|X|] { get; }", "its type is not Span<T>")]
    [InlineData("public partial ReadOnlySpan<int> [|X|] { get; }", "its type is not Span<T>")]
    [InlineData("public partial Span<int> [|X|] { get; set; }", "it has a setter")]
    [InlineData("public partial Span<int> [|X|] { get; private set; }", "it has a setter")]
    [InlineData("internal partial Span<int> [|X|] { get; init; }", "it has a setter")]
    [InlineData("public partial ref Span<int> [|X|] { get; }", "it returns a reference")]
    [InlineData("public partial ref readonly Span<int> [|X|] { get; }", "it returns a reference")]
    [InlineData("public static partial Span<int> [|X|] { get; }", "it is static")]
    [InlineData("public Span<int> [|X|] { get; }", "it is not partial")]
    [InlineData("""
        private struct Layout
        {
            int [|X|];
            public int M() => X++;
        }
        """, "it is private; give it the accessibility of its column")]
    [InlineData("""
        private struct Layout
        {
            public readonly int [|X|];
            public Layout(int x) => X = x;
        }
        """, "it is read-only")]
    [InlineData("""
        private struct Layout
        {
            public Layout(int x) => X = x;
            public int [|X|] { get; }
        }
        """, "it is read-only")]
    [InlineData("private unsafe struct Layout { public int* {|CS0649:[|X|]|}; }", "a span cannot have elements of its type")]
    [InlineData("private unsafe struct Layout { public delegate*<void> {|CS0649:[|X|]|}; }", "a span cannot have elements of its type")]
    [InlineData("private ref struct Layout { public Span<int> {|CS0649:[|X|]|}; }", "a span cannot have elements of its type")]
    public Task MemberThatCannotBeAColumn_IsDiagnosedAtItsName(string member, string problem) => Diagnosed(
        $"[PooledColumns(MaxLength = 64)] public partial struct Points {{ {member} public partial Span<float> Y {{ get; }} }}",
        $"'X' cannot be a column of 'Points': {problem}");

    [Theory]
    [InlineData("public int X => Y.Length;")]
    [InlineData("public Span<float> X => Y;")]
    [InlineData("public static Span<float> X => default;")]
    [InlineData("public static int X { get; set; }")]
    [InlineData("public float this[int index] => Y[index];")]
    public Task MemberThatComputes_IsAccepted(string member)
        => Accepted($"[PooledColumns(MaxLength = 64)] public partial struct Points {{ {member} public partial Span<float> Y {{ get; }} }}");

    [Theory]
    [InlineData("public partial Span<{|CS0246:Missing|}> {|CS9248:X|} { get; }")]
    [InlineData("public partial Span<List<{|CS0246:Missing|}>> {|CS9248:X|} { get; }")]
    public Task ColumnThatTheCompilerRejects_IsLeftToTheCompiler(string member)
        => LeftToTheCompiler($"[PooledColumns(MaxLength = 64)] public partial struct Points {{ {member} }}");

    [Fact]
    public Task Properties_InTheFirstLanguageThatHasThem_AreAccepted() => Accepted(
        "[PooledColumns(MaxLength = 64)] public partial struct Points { public partial Span<int> X { get; } }",
        Consumer with { LanguageVersion = LanguageVersion.CSharp13 });

    [Fact]
    public Task Fields_InAnOldLanguage_AreAccepted() => Accepted(
        "[PooledColumns(MaxLength = 64)] public partial struct Points { private struct Layout { public int X; } }",
        Consumer with { LanguageVersion = LanguageVersion.CSharp8 });
}
