using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>The search that every snapshot relies on finds what it is for.</summary>
public class RoslynReferencesTests
{
    private sealed record Model(string Name, object[] Hidden);

    [Fact]
    public void Search_OfAValueWithALocationInside_FindsIt()
        => Assert.Equal(["Model.<Hidden>k__BackingField[1] is NoLocation"], RoslynReferences.In(new Model("a", ["b", Location.None])));

    [Fact]
    public void Search_OfAValueWithASyntaxTreeInside_FindsIt()
        => Assert.Single(RoslynReferences.In(new Model("a", [CSharpSyntaxTree.ParseText("class C;")])));

    [Fact]
    public void Search_OfPlainData_FindsNothing() => Assert.Empty(RoslynReferences.In(new Model("a", [1, "b"])));
}
