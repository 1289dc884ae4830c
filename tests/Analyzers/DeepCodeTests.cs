using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// Code that is nested so deeply that a recursive reader runs out of stack, as generators of code write it. The compiler follows a long chain with
/// a loop. Of the other constructs the tests have as many levels as the compiler itself survives. A rule may be silent about such a body. It must
/// not end the compiler's process, and it must go on with the next body.
/// </summary>
public class DeepCodeTests
{
    // More levels than a stack of 1.5 MB has room for, with two calls a level.
    private const int Many = 10_000;

    public static TheoryData<string, string> Bodies => new()
    {
        { "a text of many parts", $"text = {Join(" + ", "text + name", "name")};" },
        { "a sum of many elements", $"sum = {Join(" + ", "array[0]", "array[1]")};" },
        { "a condition of many parts", $"if ({Join(" || ", "array[0] == 1", "sum == 2")}) return;" },
        { "a chain of calls", $"builder{Repeat(".Append(1)", 2_000)};" },
        { "nested parentheses", $"sum = {Repeat("(", 500)}array[0]{Repeat(")", 500)};" },
        { "nested negations", $"sum = {Repeat("- ", 500)}array[0];" },
        { "nested choices", $"sum = {Repeat("sum == 1 ? 2 : ", 500)}array[0];" },
        { "nested calls", $"sum = {Repeat("Next(", 200)}array[0]{Repeat(")", 200)};" },
        { "a ladder of conditions", $"{Repeat("if (sum == 1) sum = array[0]; else ", 500)} sum = 3;" },
        { "nested blocks", $"{Repeat("{ if (sum == 1) ", 500)} sum = array[0]; {Repeat("}", 500)}" },
        {
            "nested lambdas",
            $"Func<int> f = () => {{ {Repeat("Func<int> g = () => { ", 50, numbered: true)} return array[0]; {Repeat("}; return 1;", 50)} }};"
         },
    };

    [Theory]
    [MemberData(nameof(Bodies))]
    public async Task Rules_OverCodeThatIsNestedDeeply_EndNormally(string what, string body)
    {
        ImmutableArray<Diagnostic> diagnostics = await RuleTest.Analyze(new Consumer(Source(body)).Generate().Compilation, RuleTest.AllRules);

        Assert.DoesNotContain(diagnostics, diagnostic => diagnostic.Id == "AD0001");
        Assert.Contains(diagnostics, diagnostic => diagnostic.Id == "PG0218" && diagnostic.GetMessage().Contains("second", StringComparison.Ordinal));
        Assert.Contains(diagnostics, diagnostic => diagnostic.Id == "PG0105" && diagnostic.GetMessage().Contains("other", StringComparison.Ordinal));
        Assert.NotEmpty(what);
    }

    private static string Source(string body) => $$"""
        using System; using System.Buffers; using System.Text; using PooledGen;
        static class C
        {
            static int Next(int value) => value + 1;
            static void Raw(string name, StringBuilder builder)
            {
                string text = ""; int sum = 0;
                byte[] array = ArrayPool<byte>.Shared.Rent(16);
                {{body}}
                ArrayPool<byte>.Shared.Return(array);
            }
            static void Typed(string name, StringBuilder builder)
            {
                string text = ""; int sum = 0;
                var array = Packet.RentOwner(16);
                {{body.Replace("array[", "array.Span[")}}
                array.Dispose();
            }
            static void Next()
            {
                byte[] second = ArrayPool<byte>.Shared.Rent(16);
                ArrayPool<byte>.Shared.Return(second);
                ArrayPool<byte>.Shared.Return(second);
                var other = Packet.RentOwner(16);
                other.Dispose();
                other.Dispose();
            }
        }
        [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;
        """;

    private static string Join(string separator, string first, string other) => first + string.Concat(Enumerable.Repeat(separator + other, Many));

    private static string Repeat(string part, int count, bool numbered = false)
        => string.Concat(Enumerable.Range(0, count).Select(i => numbered ? part.Replace("g =", $"g{i} =", StringComparison.Ordinal) : part));
}
