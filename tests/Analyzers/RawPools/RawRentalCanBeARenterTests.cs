using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>Where it speaks and where not. That the fix keeps its promise is in tests/Analyzers/CodeFixes.</summary>
public class RawRentalCanBeARenterTests() : FlowTest("PG0210")
{
    private const string Rented = "void M(int n) { var a = [|ArrayPool<byte>.Shared.Rent(n)|]; a[0] = 1; ArrayPool<byte>.Shared.Return(a); }";

    [Theory]
    [InlineData(Rented)]
    [InlineData("void M<T>(int n, T value) { var a = [|ArrayPool<T>.Shared.Rent(n)|]; a[0] = value; ArrayPool<T>.Shared.Return(a); }")]
    [InlineData("void M(int n) { byte[] a = [|ArrayPool<byte>.Shared.Rent(n)|]; try { a[0] = 1; } finally { ArrayPool<byte>.Shared.Return(a); } }")]
    [InlineData("int M(Stream s) { var a = [|ArrayPool<byte>.Shared.Rent(64)|]; int read = s.Read(a, 0, 64); ArrayPool<byte>.Shared.Return(a); return read; }")]
    [InlineData("void M(int n) { if (n > 0) { var a = [|ArrayPool<int>.Shared.Rent(n)|]; a.AsSpan(0, n).Sort(); ArrayPool<int>.Shared.Return(a); } }")]
    [InlineData("Action M(int n) => () => { var a = [|ArrayPool<byte>.Shared.Rent(n)|]; a[0] = 1; ArrayPool<byte>.Shared.Return(a, clearArray: false); };")]
    [InlineData("async Task M(int n) { var a = [|ArrayPool<byte>.Shared.Rent(n)|]; a[0] = 1; ArrayPool<byte>.Shared.Return(a); await Task.Yield(); }")]
    [InlineData("""
        void M(int n)
        {
            byte[]? a = null;
            Span<byte> s = n < 9 ? stackalloc byte[8] : (a = [|ArrayPool<byte>.Shared.Rent(n)|]);
            s = s[..n];
            s.Clear();
            if (a != null) ArrayPool<byte>.Shared.Return(a);
        }
        """)]
    public Task RentalThatStaysInItsBlock_IsDiagnosedAtTheRent(string members) => Diagnosed(members);

    [Fact]
    public Task RenterMessage_SaysWhatItIsGoodFor()
        => Diagnosed(Rented, "'a' can be a renter, which has exactly the requested length and returns its array at the end of its block");

    [Fact]
    public Task OwnerMessage_SaysOwner() => Diagnosed(
        "async Task M(int n) { var a = [|ArrayPool<byte>.Shared.Rent(n)|]; await Task.Yield(); a[0] = 1; ArrayPool<byte>.Shared.Return(a); }",
        "'a' can be an owner, which has exactly the requested length and returns its array at the end of its block");

    [Theory]
    [InlineData("void M(int n) { var a = ArrayPool<byte>.Shared.Rent(n); Fill(a); ArrayPool<byte>.Shared.Return(a); }")]
    [InlineData("int M(int n) { var a = ArrayPool<byte>.Shared.Rent(n); n = a.Length; ArrayPool<byte>.Shared.Return(a); return n; }")]
    [InlineData("byte[]? _field; void M(int n) { _field = ArrayPool<byte>.Shared.Rent(n); ArrayPool<byte>.Shared.Return(_field); _field = null; }")]
    [InlineData("byte[] M(int n) { var a = ArrayPool<byte>.Shared.Rent(n); a[0] = 1; return a; }")]
    [InlineData("void M<T>(int n, T value) { var a = ArrayPool<T>.Shared.Rent(n); a[0] = value; ArrayPool<T>.Shared.Return(a, true); }")]
    [InlineData("void M(int n) { using var a = MemoryPool<byte>.Shared.Rent(n); a.Memory.Span.Clear(); }")]
    [InlineData("void M(int n) { var a = ArrayPool<byte>.Shared.Rent(n); var b = ArrayPool<byte>.Shared.Rent(n); ArrayPool<byte>.Shared.Return(a); a = b; "
        + "ArrayPool<byte>.Shared.Return(a); }")]
    [InlineData("void M(ArrayPool<byte> own, int n) { var pool = own; var a = pool.Rent(n); a[0] = 1; pool.Return(a); }")]
    [InlineData("byte[] M(int n) { var a = new byte[n]; a[0] = 1; return a; }")]
    public Task RentalThatAFixCouldNotRewrite_IsSilent(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible(Rented);

    [Fact]
    public async Task ProjectWithoutPooledGen_IsLeftAlone()
    {
        var consumer = new Consumer($"using System.Buffers; class C {{ {Markup.Parse(Rented, Id).Source} }}");
        CSharpCompilation compilation = consumer.Compile();

        Assert.Single(await Analyze(compilation, AllRules), diagnostic => diagnostic.Id == Id);
        Assert.DoesNotContain(await Analyze(compilation.RemoveReferences(consumer.Framework.Runtime), AllRules), diagnostic => diagnostic.Id == Id);
    }

    protected override string Wrap(string snippet) => $$"""
        using System; using System.Buffers; using System.IO; using System.Threading.Tasks; using PooledGen;
        class C
        {
            static void Fill(byte[] array) { array[0] = 1; }
        {{snippet}}
        }
        """;
}
