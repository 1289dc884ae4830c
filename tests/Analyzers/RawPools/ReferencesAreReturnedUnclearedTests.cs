using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

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
    [InlineData("object", "var l = new List<object>(); l.CopyTo(a); l.Clear(); [|ArrayPool<object>.Shared.Return(a)|];")]
    [InlineData("object", "Array.Clear(new int[5]); [|ArrayPool<object>.Shared.Return(a)|];")]
    [InlineData("(int, string)", "new int[5].AsSpan().Clear(); [|ArrayPool<(int, string)>.Shared.Return(a)|];")]
    [InlineData("object", "Array.Fill(new int[5], 1); [|ArrayPool<object>.Shared.Return(a)|];")]
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
    [InlineData("object", "Array all = a; Array.Clear(all); ArrayPool<object>.Shared.Return(a);")]
    [InlineData("object", "a.AsMemory().Span.Clear(); ArrayPool<object>.Shared.Return(a);")]
    [InlineData("string?", "Array.Fill(a, null); ArrayPool<string?>.Shared.Return(a);")]
    public Task ClearedOrPlainElements_AreSilent(string element, string end) => Silent(Body(element, end));

    [Theory]
    [InlineData("Empty(a, n); ArrayPool<object>.Shared.Return(a);", "void Empty(object[] a, int n) { a.AsSpan(0, n).Clear(); }")]
    [InlineData("this.Empty(a, 3); ArrayPool<object>.Shared.Return(a);", "void Empty<T>(T[] a, int n) => Array.Clear(a, 0, n);")]
    [InlineData("new Cleaner().Clear(a); ArrayPool<object>.Shared.Return(a);", "class Cleaner { public void Clear(object[] a) => a.AsSpan().Clear(); }")]
    public Task ArrayThatAHelperOfTheTypeClears_IsSilent(string end, string helper) => Silent($"{helper} {Body("object", end)}");

    private const string Entry = """
        class Name { public string? Text; public void Reset() => Text = null; }
        struct Entry
        {
            static string? s_last;
            public string? Text; public int Count; public Name? Owner;
            public string? Key { get; set; }
            public void Reset() { Text = null; Count = 0; }
            public void ResetAll() { this = default; }
            public void ResetKey() => this.Key = default;
            public void ResetCount() { Count = default; s_last = null; }
            public static void Empty(ref Entry entry) { entry.Text = null!; }
            public static void Forget(ref Entry entry) { s_last = null; }
        }
        static void Empty<T>(ref T item) => item = default!;
        """;

    // A loop over the elements sets their references to null.
    [Theory]
    [InlineData("for (int i = 0; i < n; i++) a[i].Reset();")]
    [InlineData("for (int i = 0; i < n; i++) { ref var e = ref a[i]; e.ResetAll(); }")]
    [InlineData("foreach (ref Entry e in a.AsSpan(0, n)) e.ResetKey();")]
    [InlineData("for (int i = 0; i < n; i++) Entry.Empty(ref a[i]);")]
    [InlineData("Span<Entry> all = a; while (n-- > 0) Empty(ref all[n]);")]
    [InlineData("for (int i = 0; i < n; i++) a[i].Text = null;")]
    [InlineData("foreach (ref Entry e in a.AsSpan(0, n)) e = default;")]
    public Task ElementsThatALoopResets_AreSilent(string reset) => Silent(Entry + Body("Entry", reset + "ArrayPool<Entry>.Shared.Return(a);"));

    [Theory]
    [InlineData("a[0].Reset();")]
    [InlineData("foreach (Entry e in a.AsSpan(0, n)) e.Reset();")]
    [InlineData("for (int i = 0; i < n; i++) a[i].ResetCount();")]
    [InlineData("for (int i = 0; i < n; i++) Entry.Forget(ref a[i]);")]
    [InlineData("for (int i = 0; i < n; i++) a[i].Count = default;")]
    [InlineData("var other = new Name[5]; for (int i = 0; i < n; i++) other[i].Reset();")]
    public Task ElementsThatNoLoopResets_AreHinted(string use) => Diagnosed(Entry + Body("Entry", use + "[|ArrayPool<Entry>.Shared.Return(a)|];"));

    // The objects forget their texts, and the array still has the objects.
    [Theory]
    [InlineData("for (int i = 0; i < n; i++) a[i].Reset();")]
    [InlineData("for (int i = 0; i < n; i++) a[i].Text = null;")]
    public Task ObjectsThatALoopResets_AreHinted(string use) => Diagnosed(Entry + Body("Name", use + "[|ArrayPool<Name>.Shared.Return(a)|];"));

    [Fact]
    public Task ObjectsThatALoopReplacesByNull_AreSilent()
        => Silent(Entry + Body("Name", "foreach (ref Name? x in a.AsSpan(0, n)) x = null; ArrayPool<Name>.Shared.Return(a);"));

    [Theory]
    [InlineData("First(a); [|ArrayPool<object>.Shared.Return(a)|];", "object First(object[] a) => a[0];")]
    [InlineData("Other.Empty(this); [|ArrayPool<object>.Shared.Return(a)|];",
        "static class Other { public static void Empty(object o) { new List<int>().Clear(); } }")]
    [InlineData("Empty(); [|ArrayPool<object>.Shared.Return(a)|];", "int[] _buckets = new int[5]; void Empty() => Array.Clear(_buckets);")]
    public Task ArrayThatNoHelperOfTheTypeClears_IsHinted(string end, string helper) => Diagnosed($"{helper} {Body("object", end)}");

    [Theory]
    [InlineData("void M<T>(int n) { T[] a = ArrayPool<T>.Shared.Rent(n); ArrayPool<T>.Shared.Return(a); }")]
    [InlineData("public class Outer<T> { internal void M(int n) { T[] a = ArrayPool<T>.Shared.Rent(n); ArrayPool<T>.Shared.Return(a); } }")]
    public Task ElementOfATypeParameterThatTheProjectChooses_IsSilent(string source) => Silent(source);

    // The array must not go to that pool at all, cleared or not.
    [Theory]
    [InlineData("void M(int n) { object[] a = ArrayPool<string>.Shared.Rent(n); a[0] = a; ArrayPool<object>.Shared.Return(a); }")]
    [InlineData("static readonly ArrayPool<string> s_own = ArrayPool<string>.Create(); "
        + "void M(int n) { string[] a = s_own.Rent(n); a[0] = \"\"; ArrayPool<string>.Shared.Return(a); }")]
    public async Task ArrayThatGoesToAnotherPool_IsLeftToTheRuleAboutThat(string source)
    {
        string[] ids = [.. (await Analyze(Compile(Wrap(source)), AllRules)).Select(diagnostic => diagnostic.Id)];

        Assert.Contains("PG0214", ids);
        Assert.DoesNotContain(Id, ids);
    }

    // Nothing was stored in the array.
    [Theory]
    [InlineData("void M(int n) { string[] a = ArrayPool<string>.Shared.Rent(n); ArrayPool<string>.Shared.Return(a); }")]
    [InlineData("""
        public class Bag<T> where T : class
        {
            T[] _items = []; int _count;
            public void Trim()
            {
                T[] smaller = ArrayPool<T>.Shared.Rent(_count);
                if (smaller.Length >= _items.Length) { ArrayPool<T>.Shared.Return(smaller); return; }
                Array.Copy(_items, smaller, _count);
                T[] old = _items;
                _items = smaller;
                ArrayPool<T>.Shared.Return(old, clearArray: true);
            }
        }
        """)]
    [InlineData("string[]? M(int n) { string[] a = ArrayPool<string>.Shared.Rent(n); if (n > a.Length / 2) return a; "
        + "ArrayPool<string>.Shared.Return(a); return null; }")]
    public Task ArrayThatGoesBackAsItCame_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("void M(string s) { string[] a = ArrayPool<string>.Shared.Rent(9); if (s.Length > 3) a[0] = s; [|ArrayPool<string>.Shared.Return(a)|]; }")]
    [InlineData("void M(string s, int n) { string[] a = ArrayPool<string>.Shared.Rent(9); "
        + "while (true) { if (n > 9) { [|ArrayPool<string>.Shared.Return(a)|]; return; } a[n++] = s; } }")]
    [InlineData("void M(string[] a) { [|ArrayPool<string>.Shared.Return(a)|]; }")]
    public Task ArrayThatMayHoldSomething_IsHinted(string markup) => Diagnosed(markup);

    [Fact]
    public Task ElementOfAClassParameter_IsHinted() => Diagnosed(
        "void M<T>(int n) where T : class { T[] a = ArrayPool<T>.Shared.Rent(n); Put(a, n); [|ArrayPool<T>.Shared.Return(a)|]; } void Put<T>(T[] a, int n) { }",
        "'a' is returned with its references, which the pool then keeps alive; pass clearArray: true, or clear the used part before");

    [Fact]
    public Task Message_NamesTheVariableThatIsReturned() => Diagnosed(
        "string[] M(int n) { var rented = ArrayPool<string>.Shared.Rent(n); var scratch = rented; rented = new string[n]; scratch[0] = rented[0]; "
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

    private const string Scratch = "internal readonly struct Scratch<T> : IDisposable { readonly T[] _a; "
        + "public Scratch(int n) => _a = ArrayPool<T>.Shared.Rent(n); "
        + "void IDisposable.Dispose() => %; } ";

    // The project uses the internal type with a class, or not.
    [Theory]
    [InlineData("static int M() { using IDisposable s = new Scratch<string>(5); return 1; }")]
    [InlineData("static void M<T>(T x) where T : class { IDisposable s = new Scratch<T>(5); s.Dispose(); }")]
    [InlineData("Scratch<KeyValuePair<int, object>> _s;")]
    [InlineData("static void M(int x) => N(\"\"); static void N<U>(U x) { IDisposable s = new Scratch<U>(5); s.Dispose(); }")]
    public Task ElementThatTheProjectChooses_IsHintedIfItIsAClass(string use)
        => Diagnosed(Scratch.Replace("%", "[|ArrayPool<T>.Shared.Return(_a)|]", StringComparison.Ordinal) + use);

    [Theory]
    [InlineData("static int M() { using IDisposable s = new Scratch<int>(5); return 1; }")]
    [InlineData("static void M<T>(T x) where T : struct { IDisposable s = new Scratch<T>(5); s.Dispose(); }")]
    [InlineData("static void M(int x) => N(5); static void N<U>(U x) { IDisposable s = new Scratch<U>(5); s.Dispose(); }")]
    [InlineData("class Other { static string Scratch<T>() => \"\"; static string M() => Scratch<string>(); }")]
    public Task ElementThatTheProjectChooses_IsSilentIfItIsPlain(string use)
        => Silent(Scratch.Replace("%", "ArrayPool<T>.Shared.Return(_a)", StringComparison.Ordinal) + use);

    [Theory]
    [InlineData("public IEnumerable<T> Each<T>(IEnumerable<T> from) => Batches(from); "
        + "static IEnumerable<T> Batches<T>(IEnumerable<T> from) { foreach (T x in from) { T[] a = ArrayPool<T>.Shared.Rent(5); a[0] = x; yield return a[0]; "
        + "[|ArrayPool<T>.Shared.Return(a)|]; } }")]
    public Task ElementOfAPrivateMethodThatAPublicOneCalls_IsHinted(string markup) => Diagnosed($"}} public class Public {{ {markup} }} class D {{");

    // The type of a package that is missing may be a struct.
    [Fact]
    public Task UnknownElement_IsSilent() => Diagnosed(
        "void M(int n) { {|CS0246:Vector|}[] a = ArrayPool<{|CS0246:Vector|}>.Shared.Rent(n); ArrayPool<{|CS0246:Vector|}>.Shared.Return(a); } "
            + Body("string", "[|ArrayPool<string>.Shared.Return(a)|];").Replace("void M", "void N", StringComparison.Ordinal));

    [Theory]
    [InlineData("string[]? _a; public void Dispose() { var a = Interlocked.Exchange(ref _a, null); if (a is not null) "
        + "[|ArrayPool<string>.Shared.Return(a)|]; }")]
    [InlineData("string[]? _a; public void Dispose() { if (Interlocked.Exchange(ref _a, null) is { } a) [|ArrayPool<string>.Shared.Return(a)|]; }")]
    [InlineData("string[] _a = []; public void Dispose() => [|ArrayPool<string>.Shared.Return(Interlocked.Exchange(ref _a, []))|];")]
    public Task ArrayTakenOutOfItsFieldByAnExchange_IsHinted(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("string[]? _a; public void Dispose() { var a = Interlocked.Exchange(ref _a, null); if (a is not null) "
        + "ArrayPool<string>.Shared.Return(a, true); }")]
    [InlineData("byte[]? _a; public void Dispose() { var a = Interlocked.Exchange(ref _a, null); if (a is not null) Pool.Return(a); }")]
    public Task ArrayTakenOutOfItsFieldByAnExchange_IsSilentIfCleared(string source) => Silent(source);

    [Fact]
    public Task ClearingOfAnotherFieldOfTheTable_IsHinted() => Diagnosed("""
        struct Entry { public string Key; }
        int[] _buckets = ArrayPool<int>.Shared.Rent(5);
        Entry[] _entries = ArrayPool<Entry>.Shared.Rent(5);
        void Empty() { Array.Clear(_buckets); [|ArrayPool<Entry>.Shared.Return(_entries)|]; _entries = []; }
        """);

    // In an editor a project refers to another one by its compilation, which has sources of its own.
    [Fact]
    public async Task ElementsThatAMethodOfAnotherProjectResets_AreHinted()
    {
        var entries = new Consumer("public struct Entry { public string? Text; public void Reset() => Text = null; }");
        CSharpCompilation compilation = Compile(Wrap(Body("Entry", "for (int i = 0; i < n; i++) a[i].Reset(); ArrayPool<Entry>.Shared.Return(a);")))
            .AddReferences(entries.Compile().WithAssemblyName("Entries").ToMetadataReference());

        ImmutableArray<Diagnostic> diagnostics = await Analyze(compilation, AllRules);

        Assert.Contains(Id, diagnostics.Select(static diagnostic => diagnostic.Id));
        Assert.DoesNotContain("AD0001", diagnostics.Select(static diagnostic => diagnostic.Id));
    }

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible(Body("string", "[|ArrayPool<string>.Shared.Return(a)|];"));

    private static string Body(string element, string end)
        => $"void M(int n) {{ {element}[] a = ArrayPool<{element}>.Shared.Rent(n); Use(a[0]); {end} }} "
            + "static void Use(object? o) { }";
}
