using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>Where the rule keeps silent, because its fix could not be right.</summary>
public class UseRenterRefusalTests() : FixTest(new UseRenterFixer(), "PG0210")
{
    private const string Return = "ArrayPool<byte>.Shared.Return(array);";

    [Theory]
    [InlineData("Take(array);")]
    [InlineData("_ = array.Length;")]
    [InlineData("array.AsSpan().Clear();")]
    [InlineData("array.AsSpan(1).Clear();")]
    [InlineData("array.AsSpan().Slice(1).Clear();")]
    [InlineData("array.AsSpan(1..).Clear();")]
    [InlineData("array.AsSpan(1..2).Clear();")]
    [InlineData("Array.Clear(array, 0, n);")]
    [InlineData("s_array.AsSpan().CopyTo(array);")]
    [InlineData("Span<byte> all = array; all.Clear();")]
    [InlineData("foreach (byte b in array) n += b;")]
    [InlineData("array[^1] = 1;")]
    [InlineData("_ = array[1..3];")]
    [InlineData("array[1L] = 1;")]
    [InlineData("_ = array.AsMemory(0, n);")]
    [InlineData("_ = new ArraySegment<byte>(array, 0, n);")]
    [InlineData("byte[] other = array; other[0] = 1;")]
    [InlineData("s_array = array;")]
    [InlineData("Change(ref array);")]
    [InlineData("array = new byte[n];")]
    [InlineData("Action act = () => array[0] = 1; act();")]
    [InlineData("void Act() => array[0] = 1; Act();")]
    [InlineData("_ = array?[0];")]
    [InlineData("(byte[], int) pair = (array, n); Take(pair.Item1);")]
    [InlineData("object[] objects = [array]; Take((byte[])objects[0]);")]
    [InlineData("Mine.Read(array, 0, n);")]
    [InlineData("_ = BitConverter.ToString(array, 0, n);")]
    [InlineData("Array.Clear(array);")]
    [InlineData("new MemoryStream().ReadAsync(array, 0, n).Wait();")]
    [InlineData("if (n > 3) goto end; n++; end: n--;")]
    public Task UseThatSeesMoreOrLetsItOut_IsRefused(string use) => Silent(Method($"var array = ArrayPool<byte>.Shared.Rent(n); array[0] = 1; {use} {Return}"));

    [Theory]
    [InlineData("Span<byte> outer = default; { var array = ArrayPool<byte>.Shared.Rent(n); outer = array.AsSpan(0, n); outer[0] = 1; " + Return + " }")]
    [InlineData("Span<byte> rest = default; var array = ArrayPool<byte>.Shared.Rent(n); rest = array.AsSpan(0, n); rest[0] = 1; " + Return)]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); var reader = new Reader(); reader.Set(array.AsSpan(0, n)); " + Return)]
    [InlineData("Span<byte> rest = default; var array = ArrayPool<byte>.Shared.Rent(n); Skip(array.AsSpan(0, n), ref rest); " + Return)]
    [InlineData("Span<byte> rest = default; var array = ArrayPool<byte>.Shared.Rent(n); "
        + "Span<byte> part = array.AsSpan(0, n); rest = part; rest[0] = 1; " + Return)]
    public Task SpanThatLeavesTheBlock_IsRefused(string body) => Silent(Method(body));

    [Theory]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); array[0] = 1;")]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); " + Return + " array[0] = 1;")]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); if (n > 3) { " + Return + " } array[0] = 1; " + Return)]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); while (n-- > 0) { array[0] = 1; if (n == 3) { " + Return + " } }")]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); try { array[0] = 1; " + Return + " } finally { array[0] = 2; }")]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); ArrayPool<byte>.Shared.Return(array, n > 3);")]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); ArrayPool<byte>.Shared.Return(array, clearArray: true);")]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); ArrayPool<byte>.Create().Return(array);")]
    [InlineData("var pool = ArrayPool<byte>.Create(); var array = pool.Rent(n); pool.Return(array);")]
    [InlineData("byte[] array, other; array = ArrayPool<byte>.Shared.Rent(n); other = array; " + Return)]
    [InlineData("switch (n) { case 1: var array = ArrayPool<byte>.Shared.Rent(n); " + Return + " break; }")]
    [InlineData("var array = ArrayPool<byte>.Shared.Rent(n); try { int i = 0; array[i] = 1; } finally { " + Return + " } { int i = 1; n = i; }")]
    public Task RentalOfAnotherForm_IsRefused(string body) => Silent(Method(body));

    [Theory]
    [InlineData("static System.Collections.Generic.IEnumerable<int> M(int n) { var array = ArrayPool<byte>.Shared.Rent(n); "
        + "yield return array[0]; " + Return + " }")]
    [InlineData("static ref byte M(int n) { var array = ArrayPool<byte>.Shared.Rent(n); " + Return + " return ref s_array[0]; }")]
    [InlineData("static Span<byte> M(int n) { var array = ArrayPool<byte>.Shared.Rent(n); Span<byte> part = array.AsSpan(0, n); " + Return + " return part; }")]
    public Task MethodThatCannotHoldARenter_IsRefused(string method)
        => Silent($"static class C {{ static byte[] s_array = new byte[1]; {method} static byte Use() => s_array[0]; }}");

    // The overload with a span would be the method itself, which would then call itself for ever. An older target may have only this method.
    [Theory]
    [InlineData("abstract class Mine : Stream", "public override int Read(Span<byte> target)", "Read")]
    [InlineData("static class Missing", "public static int Read(this Stream stream, Span<byte> target)", "stream.Read")]
    [InlineData(
        "static class Missing",
        "public static int Read(this Stream source, Span<byte> all) { return Core(source, all); static int Core(Stream stream, Span<byte> target)",
        "stream.Read",
        "}")]
    public Task SpanOverloadThatCallsTheOneWithAnArray_IsRefused(string type, string method, string read, string end = "") => Silent(
        $$"""
        {{type}}
        {
            {{method}}
            {
                var array = ArrayPool<byte>.Shared.Rent(target.Length);
                int count = {{read}}(array, 0, target.Length);
                array.AsSpan(0, count).CopyTo(target);
                {{Return}}
                return count;
            }
            {{end}}
        }
        """);

    [Fact]
    public Task LanguageWithoutUsingDeclarations_IsRefused()
        => Silent(
            Method($"var array = ArrayPool<byte>.Shared.Rent(n); array[0] = 1; {Return}"),
            Consumer with { LanguageVersion = LanguageVersion.CSharp7_3, Nullable = default });

    // Its overloads may mean different things.
    [Fact]
    public Task MethodOfTheProjectInANamespaceOfTheFramework_IsRefused()
        => Silent(
            "namespace System.Extras { static class Mine { public static int Read(byte[] array, int start, int count) => 0; "
                + "public static int Read(Span<byte> other) => 1; } static class C { static int M(int n) { byte[] array = ArrayPool<byte>.Shared.Rent(n); "
                + $"try {{ return Mine.Read(array, 0, n); }} finally {{ {Return} }} }} }} }}");

    [Fact]
    public Task CallWithoutAnOverloadForSpansOnNetStandard_IsRefused()
        => Silent(
            "static class C { static int M(Stream stream, int n) { byte[] array = ArrayPool<byte>.Shared.Rent(n); "
                + $"try {{ return stream.Read(array, 0, n); }} finally {{ {Return} }} }} }}",
            Consumer with { Framework = ConsumerFramework.NetStandard20 });

    private static string Method(string body) => """
        static class C
        {
            static byte[] s_array = new byte[1];
            static void Take(byte[] array) { }
            static void Change(ref byte[] array) { }
            static void Skip(Span<byte> from, ref Span<byte> rest) { rest = from; }
            static void M(int n) { BODY }
        }
        static class Mine { public static int Read(byte[] array, int start, int count) => 0; public static int Read(Span<byte> other) => 1; }
        ref struct Reader { Span<byte> _span; public void Set(Span<byte> span) { _span = span; } public int Length => _span.Length; }
        """.Replace("BODY", body, StringComparison.Ordinal);
}
