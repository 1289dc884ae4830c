using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes;

public class ClearOnReturnTests() : FixTest(new ClearOnReturnFixer(), "PG0206")
{
    [Theory]
    [InlineData("ArrayPool<object>.Shared.Return(names)", "ArrayPool<object>.Shared.Return(names, clearArray: true)")]
    [InlineData("ArrayPool<object>.Shared.Return(array: names)", "ArrayPool<object>.Shared.Return(array: names, clearArray: true)")]
    [InlineData(
        "ArrayPool<object>.Shared.Return(/* all */ names /* of them */)",
        "ArrayPool<object>.Shared.Return(/* all */ names, clearArray: true /* of them */)")]
    public Task Return_ClearsTheArray(string call, string expected) => Fixed(Method($"[|{call}|];"), Method($"{expected};"));

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed(
        Method("[|ArrayPool<object>.Shared.Return(names)|]; // one\n[|ArrayPool<object>.Shared.Return(others)|]; // two"),
        Method("ArrayPool<object>.Shared.Return(names, clearArray: true); // one\nArrayPool<object>.Shared.Return(others, clearArray: true); // two"));

    [Theory]
    [InlineData("[|ArrayPool<object>.Shared.Return(names, clear)|];")]
    [InlineData("[|ArrayPool<object>.Shared.Return(names, true)|];")]
    [InlineData("[|ArrayPool<object>.Shared.Return(names, clearArray: false)|];")]
    [InlineData("[|Array.Clear(names)|];")]
    public Task CallThatSaysItAlready_IsRefused(string call) => Refused(Method(call));

    // Clearing bytes would be needless work, and a program may rely on what a rented array still holds.
    [Theory]
    [InlineData("", "System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<T>()")]
    [InlineData("using System.Runtime.CompilerServices;", "RuntimeHelpers.IsReferenceOrContainsReferences<T>()")]
    public Task Return_OfATypeParametersArray_ClearsItIfItHoldsReferences(string use, string condition) => Fixed(
        $"{use}{Generic("", "[|ArrayPool<T>.Shared.Return(items)|]")}",
        $"{use}{Generic("", $"ArrayPool<T>.Shared.Return(items, clearArray: {condition})")}");

    [Theory]
    [InlineData("(int, T)")]
    [InlineData("System.ValueTuple<T, (T, int)>")]
    public Task Return_OfAStructOfATypeParameter_ClearsItIfItHoldsReferences(string element)
    {
        string written = element.StartsWith('(') ? element : "(T, (T, int))";
        return Fixed(
            $"public static class C {{ public static void M<T>({element}[] items) {{ [|ArrayPool<{element}>.Shared.Return(items)|]; }} }}",
            $"public static class C {{ public static void M<T>({element}[] items) {{ ArrayPool<{element}>.Shared.Return(items, "
                + $"clearArray: System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<{written}>()); }} }}");
    }

    [Fact]
    public Task Return_OfATypeParameterThatIsAClass_ClearsTheArray() => Fixed(
        Generic("where T : class", "[|ArrayPool<T>.Shared.Return(items)|]"),
        Generic("where T : class", "ArrayPool<T>.Shared.Return(items, clearArray: true)"));

    [Fact]
    public Task Return_OfATypeParameterNamedLikeAKeyword_CompilesAfterTheFix() => Fixed(
        "public static class C { public static void M<@event>(@event[] items) { [|ArrayPool<@event>.Shared.Return(items)|]; } }",
        "public static class C { public static void M<@event>(@event[] items) { ArrayPool<@event>.Shared.Return(items, "
            + "clearArray: System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<@event>()); } }");

    // netstandard2.0 has no such question to ask.
    [Fact]
    public Task Return_OfATypeParametersArrayOnNetStandard_ClearsTheArray() => Fixed(
        Generic("", "[|ArrayPool<T>.Shared.Return(items)|]"),
        Generic("", "ArrayPool<T>.Shared.Return(items, clearArray: true)"),
        Consumer with { Framework = ConsumerFramework.NetStandard20 });

    // What the fix writes has to compile in each target.
    [Theory]
    [InlineData("", "clearArray: true")]
    [InlineData("\n#if !OTHER\n", "clearArray: System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<T>()")]
    public Task Return_InAProjectThatAlsoTargetsNetStandard_ClearsTheArrayThere(string condition, string clear)
    {
        string end = condition.Length > 0 ? "\n#endif\n" : "";
        return FixedForBoth(
            $"{condition}{Generic("", "[|ArrayPool<T>.Shared.Return(items)|]")}{end}",
            $"{condition}{Generic("", $"ArrayPool<T>.Shared.Return(items, {clear})")}{end}",
            Consumer with { Framework = ConsumerFramework.NetStandard20 });
    }

    [Fact]
    public Task Return_InAProjectOfTwoNewTargets_AsksForReferences() => FixedForBoth(
        Generic("", "[|ArrayPool<T>.Shared.Return(items)|]"),
        Generic("", "ArrayPool<T>.Shared.Return(items, clearArray: System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<T>())"),
        Consumer with { Framework = ConsumerFramework.Net80 });

    private static string Generic(string constraint, string call)
        => $"public static class C {{ public static void M<T>(T[] items) {constraint} {{ {call}; }} }}";

    private static string Method(string body) => $"static class C {{ public static void M(object[] names, object[] others, bool clear) {{ {body}\n}} }}";
}
