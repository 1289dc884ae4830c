namespace PooledGen.Analyzers.Tests;

public class ReferencesAreReturnedUnclearedTests() : RawPoolTest("PG0206")
{
    [Theory]
    [InlineData("string", "[|ArrayPool<string>.Shared.Return(a)|];")]
    [InlineData("object", "[|ArrayPool<object>.Shared.Return(a, false)|];")]
    [InlineData("object", "[|ArrayPool<object>.Shared.Return(a, clearArray: false)|];")]
    [InlineData("KeyValuePair<int, string>", "[|ArrayPool<KeyValuePair<int, string>>.Shared.Return(a)|];")]
    [InlineData("byte[]", "[|ArrayPool<byte[]>.Shared.Return(a)|];")]
    [InlineData("(int, Task)", "[|ArrayPool<(int, Task)>.Shared.Return(array: a)|];")]
    public Task UnclearedReferences_AreHinted(string element, string end) => Diagnosed(Body(element, end));

    [Theory]
    [InlineData("string", "ArrayPool<string>.Shared.Return(a, true);")]
    [InlineData("object", "ArrayPool<object>.Shared.Return(clearArray: true, array: a);")]
    [InlineData("object", "a.AsSpan(0, n).Clear(); ArrayPool<object>.Shared.Return(a);")]
    [InlineData("object", "Array.Clear(a, 0, n); ArrayPool<object>.Shared.Return(a);")]
    [InlineData("object?", "for (int i = 0; i < n; i++) a[i] = null; ArrayPool<object?>.Shared.Return(a);")]
    [InlineData("object", "for (int i = 0; i < n; i++) a[i] = default!; ArrayPool<object>.Shared.Return(a);")]
    [InlineData("int", "ArrayPool<int>.Shared.Return(a);")]
    [InlineData("(int, DateTime)", "ArrayPool<(int, DateTime)>.Shared.Return(a);")]
    [InlineData("object", "ArrayPool<object>.Shared.Return(a, clearArray: n > 5);")]
    public Task ClearedOrPlainElements_AreSilent(string element, string end) => Silent(Body(element, end));

    [Theory]
    [InlineData("Empty(a, n); ArrayPool<object>.Shared.Return(a);", "void Empty(object[] a, int n) { a.AsSpan(0, n).Clear(); }")]
    [InlineData("this.Empty(a, 3); ArrayPool<object>.Shared.Return(a);", "void Empty<T>(T[] a, int n) => Array.Clear(a, 0, n);")]
    public Task ArrayThatAHelperOfTheTypeClears_IsSilent(string end, string helper) => Silent($"{helper} {Body("object", end)}");

    [Theory]
    [InlineData("First(a); [|ArrayPool<object>.Shared.Return(a)|];", "object First(object[] a) => a[0];")]
    [InlineData("Other.Empty(this); [|ArrayPool<object>.Shared.Return(a)|];",
        "static class Other { public static void Empty(object o) { new List<int>().Clear(); } }")]
    public Task ArrayThatNoHelperOfTheTypeClears_IsHinted(string end, string helper) => Diagnosed($"{helper} {Body("object", end)}");

    [Theory]
    [InlineData("void M<T>(int n) { T[] a = ArrayPool<T>.Shared.Rent(n); ArrayPool<T>.Shared.Return(a); }")]
    [InlineData("public class Outer<T> { internal void M(int n) { T[] a = ArrayPool<T>.Shared.Rent(n); ArrayPool<T>.Shared.Return(a); } }")]
    public Task ElementOfATypeParameterThatTheProjectChooses_IsSilent(string source) => Silent(source);

    [Fact]
    public Task ElementOfAClassParameter_IsHinted() => Diagnosed(
        "void M<T>(int n) where T : class { T[] a = ArrayPool<T>.Shared.Rent(n); [|ArrayPool<T>.Shared.Return(a)|]; }",
        "'a' is returned with its references, which the pool then keeps alive; pass clearArray: true, or clear the used part before");

    [Fact]
    public Task Message_NamesTheVariableThatIsReturned() => Diagnosed(
        "string[] M(int n) { var rented = ArrayPool<string>.Shared.Rent(n); var scratch = rented; rented = new string[n]; "
            + "[|ArrayPool<string>.Shared.Return(scratch)|]; return rented; }",
        "'scratch' is returned with its references, which the pool then keeps alive; pass clearArray: true, or clear the used part before");

    private const string Queue = "public class Queue<T>%1 { private T[] _items = ArrayPool<T>.Shared.Rent(5); public void Clear() { %2; _items = new T[0]; } }";

    // The class of the snippet is internal: these stand beside it.
    [Theory]
    [InlineData("", "[|ArrayPool<T>.Shared.Return(_items)|]")]
    [InlineData("", "ArrayPool<T>.Shared.Return(_items, System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<T>())")]
    [InlineData(" where T : struct", "ArrayPool<T>.Shared.Return(_items)")]
    [InlineData(" where T : unmanaged", "ArrayPool<T>.Shared.Return(_items)")]
    public Task ElementOfATypeParameterThatOthersChoose_IsHintedUnlessItIsAsked(string constraint, string end)
    {
        string source = "} " + Queue.Replace("%1", constraint, StringComparison.Ordinal).Replace("%2", end, StringComparison.Ordinal) + " class D {";
        return end.Contains("[|", StringComparison.Ordinal) ? Diagnosed(source) : Silent(source);
    }

    // The type of a package that is missing may be a struct.
    [Fact]
    public Task UnknownElement_IsSilent() => Diagnosed(
        "void M(int n) { {|CS0246:Vector|}[] a = ArrayPool<{|CS0246:Vector|}>.Shared.Rent(n); ArrayPool<{|CS0246:Vector|}>.Shared.Return(a); } "
            + Body("string", "[|ArrayPool<string>.Shared.Return(a)|];").Replace("void M", "void N", StringComparison.Ordinal));

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible(Body("string", "[|ArrayPool<string>.Shared.Return(a)|];"));

    private static string Body(string element, string end) => $"void M(int n) {{ {element}[] a = ArrayPool<{element}>.Shared.Rent(n); {end} }}";
}
