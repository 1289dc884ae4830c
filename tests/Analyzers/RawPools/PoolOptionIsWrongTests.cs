using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>The marks are in the option, because a configuration file is no source.</summary>
public class PoolOptionIsWrongTests() : RuleTest("PG0220")
{
    private const string Source = """
        namespace Net
        {
            static class CryptoPool
            {
                internal static byte[] Rent(int length) => new byte[length];
                internal static void Return(byte[] array) { }
                internal static void Clear() { }
            }

            class Outer<T> { internal class Pool<U> { internal T Take() => default!; internal void Put(T item) { } internal int Count() => 0; } }
            class Derived : Outer<string>.Pool<int>;
        }
        """;

    [Theory]
    [InlineData("[|Net.CryptoPool.Rent|]")]
    [InlineData("[|Net.CryptoPool.Rent:|] | Net.CryptoPool.Rent:Return")]
    [InlineData("Net.CryptoPool.Rent:Return | [|Net.CryptoPool.Rent,Return|]")]
    [InlineData("[|Net.CryptoPool.Rents:Return|] | [|Net.CryptoPool.Rent:Returns|]")]
    [InlineData("[|Net.Cryptopool.Rent:Return|]")]
    [InlineData("[|CryptoPool.Rent:Return|]")]
    [InlineData("[|Net.Outer.Pool.Take:Put|]")]
    [InlineData("[|Net.Outer<T>.Pool<U>.Count:Put|]")]
    [InlineData("[|Net.CryptoPool.Clear:Return|]")]
    public Task Entry_ThatNamesNoPool_IsDiagnosed(string option) => Diagnosed(option);

    [Theory]
    [InlineData("Net.CryptoPool.Rent:Return")]
    [InlineData("Net.CryptoPool.Rent : Return|Net.Outer<T>.Pool<U>.Take:Put")]
    [InlineData("Net.Outer<A>.Pool<B>.Take:Put |")]
    [InlineData("Net.Derived.Take:Put")]
    [InlineData("System.Text.StringBuilder.Append:Clear")]
    public Task Entry_ThatNamesAPool_IsSilent(string option) => Diagnosed(option);

    [Theory]
    [InlineData("Net.Pool.Rent", "which does not have the form Namespace.Type.Rent:Return")]
    [InlineData("Net.Pool.Rent:Return", "but the compilation has no type 'Net.Pool'")]
    [InlineData("Net.CryptoPool.Get:Return", "but 'Net.CryptoPool' has no method 'Get' that gives an object")]
    [InlineData("Net.CryptoPool.Rent:Put", "but 'Net.CryptoPool' has no method 'Put'")]
    public async Task Message_SaysWhatIsWrong(string option, string problem)
        => Assert.Equal($"The option pooledgen_pools lists '{option}', {problem}", Assert.Single(await Analyze(option)).GetMessage());

    private static async Task Diagnosed(string option)
    {
        Markup markup = Markup.Parse(option, "PG0220");
        ImmutableArray<Diagnostic> diagnostics = await Analyze(markup.Source);

        Assert.Equal(
            markup.Marks.Select(mark => markup.Source.Substring(mark.Span.Start, mark.Span.Length)),
            diagnostics.Select(diagnostic => diagnostic.GetMessage().Split('\'')[1]));
        Assert.All(diagnostics, diagnostic => Assert.Equal(("PG0220", Location.None), (diagnostic.Id, diagnostic.Location)));
    }

    private static Task<ImmutableArray<Diagnostic>> Analyze(string option)
    {
        CSharpCompilation compilation = new Consumer(Source).Compile();
        return Analyze(compilation, AllRules, options: new EditorConfig($"pooledgen_pools = {option}").Options);
    }
}
