using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Analyzers.Tests;

public class ColumnIsMalformedTests() : DefinitionTest("PG0034")
{
    [Theory]
    [InlineData("public partial int [|X|] { get; }", "its type is not Span<T>")]
    [InlineData("public partial ReadOnlySpan<int> [|X|] { get; }", "its type is not Span<T>")]
    [InlineData("public partial Span<int> [|X|] { get; set; }", "it has a setter")]
    [InlineData("public static partial Span<int> [|X|] { get; }", "it is static")]
    [InlineData("public Span<int> [|X|] { get; }", "it is not partial")]
    [InlineData("private struct Layout { int [|X|]; public int M() => X++; }", "it is private; give it the accessibility of its column")]
    [InlineData("private struct Layout { public readonly int [|X|]; public Layout(int x) => X = x; }", "it is read-only")]
    [InlineData("private struct Layout { public Layout(int x) => X = x; public int [|X|] { get; } }", "it is read-only")]
    public Task MemberThatCannotBeAColumn_IsDiagnosedAtItsName(string member, string problem) => Diagnosed(
        $"[PooledColumns(MaxLength = 64)] public partial struct Points {{ {member} public partial Span<float> Y {{ get; }} }}",
        $"'X' cannot be a column of 'Points': {problem}");

    [Theory]
    [InlineData("public int X => Y.Length;")]
    [InlineData("public Span<float> X => Y;")]
    [InlineData("public static Span<float> X => default;")]
    [InlineData("public static int X { get; set; }")]
    public Task MemberThatComputes_IsAccepted(string member)
        => Accepted($"[PooledColumns(MaxLength = 64)] public partial struct Points {{ {member} public partial Span<float> Y {{ get; }} }}");

    [Fact]
    public Task Fields_InAnOldLanguage_AreAccepted() => Accepted(
        "[PooledColumns(MaxLength = 64)] public partial struct Points { private struct Layout { public int X; } }",
        Consumer with { LanguageVersion = LanguageVersion.CSharp8 });
}
