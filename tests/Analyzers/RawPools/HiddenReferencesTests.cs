using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>PG0206 in a project for .NET Standard 2.0, whose reference assembly shows no private fields.</summary>
public class HiddenReferencesTests() : RawPoolTest("PG0206")
{
    protected override string Wrap(string snippet)
        => base.Wrap(snippet) + "static class Kept<T> { public static readonly ArrayPool<T> Pool = ArrayPool<T>.Create(); }";

    [Theory]
    [InlineData("KeyValuePair<string, object>")]
    [InlineData("KeyValuePair<int, object>?")]
    [InlineData("CancellationToken")]
    [InlineData("ArraySegment<byte>")]
    [InlineData("List<int>.Enumerator")]
    [InlineData("(int, CancellationToken)")]
    [InlineData("Named")]
    public Task FrameworkStructsThatHoldReferences_AreHinted(string element) => Diagnosed($$"""
        void M(int n)
        {
            var a = Kept<{{element}}>.Pool.Rent(n);
            var e = a[0];
            [|Kept<{{element}}>.Pool.Return(a)|];
        }

        {{Named}}
        """);

    [Theory]
    [InlineData("KeyValuePair<int, int>")]
    [InlineData("Guid")]
    [InlineData("DateTime?")]
    [InlineData("(int, TimeSpan)")]
    [InlineData("System.Runtime.InteropServices.GCHandle")] // Nothing is known of it.
    public Task OtherStructs_AreSilent(string element) => Silent($$"""
        void M(int n)
        {
            var a = Kept<{{element}}>.Pool.Rent(n);
            var e = a[0];
            Kept<{{element}}>.Pool.Return(a);
        }
        """);

    protected override CSharpCompilation Compile(string source)
    {
        var consumer = new Consumer(source) { Framework = ConsumerFramework.NetStandard20 };
        return consumer.Compile().RemoveReferences(consumer.Framework.Runtime);
    }

    private const string Named = "struct Named { public CancellationToken Token; }";
}
