using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>Each top-level statement is a member of its own in the syntax, but the rules have to see the whole program.</summary>
public class TopLevelStatementsTests() : RawPoolTest("PG0206")
{
    [Fact]
    public Task ReferencesThatAnotherStatementClears_AreSilent() => Silent("""
        object[] a = ArrayPool<object>.Shared.Rent(5);
        Array.Clear(a);
        ArrayPool<object>.Shared.Return(a);
        """);

    [Fact]
    public Task UnclearedReferences_AreHinted() => Diagnosed("""
        object[] a = ArrayPool<object>.Shared.Rent(5);
        a[0] = a;
        [|ArrayPool<object>.Shared.Return(a)|];
        """);

    protected override string Wrap(string snippet) => "using System; using System.Buffers;\n" + snippet;

    protected override CSharpCompilation Compile(string source) => new Consumer(source) { Output = OutputKind.ConsoleApplication }.Compile();
}
