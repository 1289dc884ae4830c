using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class ReferencesAreReturnedUnclearedTests() : RawPoolTest("PG0206")
{
    // A pool that lives as long as the process.
    protected override string Wrap(string snippet)
        => base.Wrap(snippet) + "static class Kept<T> { public static readonly ArrayPool<T> Pool = ArrayPool<T>.Create(); }";

    [Theory]
    [InlineData("string", "[|Kept<string>.Pool.Return(a)|];")]
    [InlineData("KeyValuePair<int, string>", "[|Kept<KeyValuePair<int, string>>.Pool.Return(a)|];")]
    [InlineData("byte[]", "[|Kept<byte[]>.Pool.Return(a)|];")]
    [InlineData("(int, Task)", "[|Kept<(int, Task)>.Pool.Return(array: a)|];")]
    [InlineData("object", """
        var l = new List<object>();
        l.CopyTo(a);
        l.Clear();
        [|Kept<object>.Pool.Return(a)|];
        """)]
    [InlineData("object", "Array.Clear(new int[5]); [|Kept<object>.Pool.Return(a)|];")]
    [InlineData("(int, string)", "new int[5].AsSpan().Clear(); [|Kept<(int, string)>.Pool.Return(a)|];")]
    [InlineData("object", "Array.Fill(new int[5], 1); [|Kept<object>.Pool.Return(a)|];")]
    public Task UnclearedReferences_AreHinted(string element, string end) => Diagnosed(Body(element, end));

    [Theory]
    [InlineData("string", "Kept<string>.Pool.Return(a, true);")]
    [InlineData("object", "Kept<object>.Pool.Return(clearArray: true, array: a);")]
    [InlineData("object", "Kept<object>.Pool.Return(a, false);")]
    [InlineData("object", "Kept<object>.Pool.Return(a, clearArray: false);")]
    [InlineData("object", "const bool Clear = false; Kept<object>.Pool.Return(a, Clear);")]
    [InlineData("object", "a.AsSpan(0, n).Clear(); Kept<object>.Pool.Return(a);")]
    [InlineData("object", "Array.Clear(a, 0, n); Kept<object>.Pool.Return(a);")]
    [InlineData("object?", "for (int i = 0; i < n; i++) a[i] = null; Kept<object?>.Pool.Return(a);")]
    [InlineData("object", "for (int i = 0; i < n; i++) a[i] = default!; Kept<object>.Pool.Return(a);")]
    [InlineData("int", "Kept<int>.Pool.Return(a);")]
    [InlineData("(int, DateTime)", "Kept<(int, DateTime)>.Pool.Return(a);")]
    [InlineData("object", "Kept<object>.Pool.Return(a, clearArray: n > 5);")]
    [InlineData("object", "Array all = a; Array.Clear(all); Kept<object>.Pool.Return(a);")]
    [InlineData("object", "a.AsMemory().Span.Clear(); Kept<object>.Pool.Return(a);")]
    [InlineData("string?", "Array.Fill(a, null); Kept<string?>.Pool.Return(a);")]
    public Task ClearedOrPlainElements_AreSilent(string element, string end) => Silent(Body(element, end));

    [Theory]
    [InlineData("""
        Empty(a, n);
        Kept<object>.Pool.Return(a);
        """, "void Empty(object[] a, int n) { a.AsSpan(0, n).Clear(); }")]
    [InlineData("""
        this.Empty(a, 3);
        Kept<object>.Pool.Return(a);
        """, "void Empty<T>(T[] a, int n) => Array.Clear(a, 0, n);")]
    [InlineData("""
        new Cleaner().Clear(a);
        Kept<object>.Pool.Return(a);
        """, "class Cleaner { public void Clear(object[] a) => a.AsSpan().Clear(); }")]
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
    public Task ElementsThatALoopResets_AreSilent(string reset) => Silent(Entry + Body("Entry", reset + "Kept<Entry>.Pool.Return(a);"));

    [Theory]
    [InlineData("a[0].Reset();")]
    [InlineData("foreach (Entry e in a.AsSpan(0, n)) e.Reset();")]
    [InlineData("for (int i = 0; i < n; i++) a[i].ResetCount();")]
    [InlineData("for (int i = 0; i < n; i++) Entry.Forget(ref a[i]);")]
    [InlineData("for (int i = 0; i < n; i++) a[i].Count = default;")]
    [InlineData("var other = new Name[5]; for (int i = 0; i < n; i++) other[i].Reset();")]
    public Task ElementsThatNoLoopResets_AreHinted(string use) => Diagnosed(Entry + Body("Entry", use + "[|Kept<Entry>.Pool.Return(a)|];"));

    // The objects forget their texts, and the array still has the objects.
    [Theory]
    [InlineData("for (int i = 0; i < n; i++) a[i].Reset();")]
    [InlineData("for (int i = 0; i < n; i++) a[i].Text = null;")]
    public Task ObjectsThatALoopResets_AreHinted(string use) => Diagnosed(Entry + Body("Name", use + "[|Kept<Name>.Pool.Return(a)|];"));

    [Fact]
    public Task ObjectsThatALoopReplacesByNull_AreSilent()
        => Silent(Entry + Body("Name", """
            foreach (ref Name? x in a.AsSpan(0, n)) x = null;
            Kept<Name>.Pool.Return(a);
            """));

    [Theory]
    [InlineData("First(a); [|Kept<object>.Pool.Return(a)|];", "object First(object[] a) => a[0];")]
    [InlineData("Other.Empty(this); [|Kept<object>.Pool.Return(a)|];",
        "static class Other { public static void Empty(object o) { new List<int>().Clear(); } }")]
    [InlineData("""
        Empty();
        [|Kept<object>.Pool.Return(a)|];
        """, """
        int[] _buckets = new int[5];
        void Empty() => Array.Clear(_buckets);
        """)]
    public Task ArrayThatNoHelperOfTheTypeClears_IsHinted(string end, string helper) => Diagnosed($"{helper} {Body("object", end)}");

    [Theory]
    [InlineData("void M<T>(int n) { T[] a = Kept<T>.Pool.Rent(n); Kept<T>.Pool.Return(a); }")]
    [InlineData("""
        public class Outer<T>
        {
            internal void M(int n)
            {
                T[] a = Kept<T>.Pool.Rent(n);
                Kept<T>.Pool.Return(a);
            }
        }
        """)]
    public Task ElementOfATypeParameterThatTheProjectChooses_IsSilent(string source) => Silent(source);

    // The array must not go to that pool at all, cleared or not.
    [Theory]
    [InlineData("""
        void M(int n)
        {
            object[] a = ArrayPool<string>.Shared.Rent(n);
            a[0] = a;
            ArrayPool<object>.Shared.Return(a);
        }
        """)]
    [InlineData("""
        static readonly ArrayPool<string> s_own = ArrayPool<string>.Create();

        void M(int n)
        {
            string[] a = s_own.Rent(n);
            a[0] = "";
            Kept<string>.Pool.Return(a);
        }
        """)]
    public async Task ArrayThatGoesToAnotherPool_IsLeftToTheRuleAboutThat(string source)
    {
        string[] ids = [.. (await Analyze(Compile(Wrap(source)), AllRules)).Select(diagnostic => diagnostic.Id)];

        Assert.Contains("PG0214", ids);
        Assert.DoesNotContain(Id, ids);
    }

    // Nothing was stored in the array.
    [Theory]
    [InlineData("void M(int n) { string[] a = Kept<string>.Pool.Rent(n); Kept<string>.Pool.Return(a); }")]
    [InlineData("""
        public class Bag<T> where T : class
        {
            T[] _items = []; int _count;
            public void Trim()
            {
                T[] smaller = Kept<T>.Pool.Rent(_count);
                if (smaller.Length >= _items.Length) { Kept<T>.Pool.Return(smaller); return; }
                Array.Copy(_items, smaller, _count);
                T[] old = _items;
                _items = smaller;
                Kept<T>.Pool.Return(old, clearArray: true);
            }
        }
        """)]
    [InlineData("""
        string[]? M(int n)
        {
            string[] a = Kept<string>.Pool.Rent(n);
            if (n > a.Length / 2) return a;
            Kept<string>.Pool.Return(a);
            return null;
        }
        """)]
    public Task ArrayThatGoesBackAsItCame_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        void M(string s)
        {
            string[] a = Kept<string>.Pool.Rent(9);
            if (s.Length > 3) a[0] = s;
            [|Kept<string>.Pool.Return(a)|];
        }
        """)]
    [InlineData("""
        void M(string s, int n)
        {
            string[] a = Kept<string>.Pool.Rent(9);
            while (true)
            {
                if (n > 9)
                {
                    [|Kept<string>.Pool.Return(a)|];
                    return;
                }
                a[n++] = s;
            }
        }
        """)]
    [InlineData("void M(string[] a) { [|Kept<string>.Pool.Return(a)|]; }")]
    public Task ArrayThatMayHoldSomething_IsHinted(string markup) => Diagnosed(markup);

    private static string Batch(string fill, string end) => $$"""
        string[]? M(IEnumerable<string> items, int n)
        {
            string[] a = Kept<string>.Pool.Rent(n);
            int count = 0;
            foreach (string item in items)
            {
                {{fill}}
            }
            {{end}}
            return a;
        }
        """;

    // Each element makes the count larger, so that a count of 0 means an array without elements.
    [Theory]
    [InlineData("a[count++] = item;", "if (count == 0) { Kept<string>.Pool.Return(a); return null; }")]
    [InlineData("a[count++] = item;", "if (count <= 0) { Kept<string>.Pool.Return(a); return null; }")]
    [InlineData("a[count++] = item;", "if (count > 0) return a; Kept<string>.Pool.Return(a); return null;")]
    [InlineData("a[count++] = item;", "if (count != 0) return a; else { Kept<string>.Pool.Return(a); return null; }")]
    [InlineData("a[count++] = item ?? Console.ReadLine()!;", "if (count == 0) { Kept<string>.Pool.Return(a); return null; }")]
    [InlineData("a.AsSpan()[count++] = item;", "if (count == 0) { Kept<string>.Pool.Return(a); return null; }")]
    [InlineData("a[count++] = item; if (item == null) continue;", "if (!(count > 0)) { Kept<string>.Pool.Return(a); return null; }")]
    public Task ArrayWhoseCountIsZero_IsSilent(string fill, string end) => Silent(Batch(fill, end));

    [Theory]
    [InlineData("a[0] = item;", "if (count == 0) { [|Kept<string>.Pool.Return(a)|]; return null; }")]
    [InlineData("a[count++] = item;", "if (count == 1) { [|Kept<string>.Pool.Return(a)|]; return null; }")]
    [InlineData("a[count++] = item;", "if (count > 0) { [|Kept<string>.Pool.Return(a)|]; return null; }")]
    [InlineData("a[count++] = item;", "count = 0; if (count == 0) { [|Kept<string>.Pool.Return(a)|]; return null; }")]
    [InlineData("a[count++] = item;", "count--; if (count == 0) { [|Kept<string>.Pool.Return(a)|]; return null; }")]
    [InlineData("a[n++] = item;", "if (count == 0) { [|Kept<string>.Pool.Return(a)|]; return null; }")]
    [InlineData("a[++count] = item;", "if (count == 0) { [|Kept<string>.Pool.Return(a)|]; return null; }")]
    [InlineData("a[count++] = item; count = Ask() ? 0 : 1;", "if (count == 0) { [|Kept<string>.Pool.Return(a)|]; return null; }")]
    public Task ArrayWhoseCountMayBeZero_IsHinted(string fill, string end) => Diagnosed(Batch(fill, end));

    // Where the index is another one, nothing is known of its sign: a first element has the count -1.
    [Fact]
    public Task CountThatBeginsBelowZero_IsNoAnswer() => Diagnosed("""
        void M(Dictionary<int, string> names, string s)
        {
            string[] a = Kept<string>.Pool.Rent(9);
            a[0] = s;
            int count = -1;
            names[count++] = s;
            if (count == 0) [|Kept<string>.Pool.Return(a)|];
            else Kept<string>.Pool.Return(a, true);
        }
        """);

    [Fact]
    public Task ElementOfAClassParameter_IsHinted() => Diagnosed("""
        void M<T>(int n) where T : class
        {
            T[] a = Kept<T>.Pool.Rent(n);
            Put(a, n);
            [|Kept<T>.Pool.Return(a)|];
        }

        void Put<T>(T[] a, int n) { }
        """,
        "'a' is returned with its references, which the pool then keeps alive; pass clearArray: true, or clear the used part before");

    [Fact]
    public Task Message_NamesTheVariableThatIsReturned() => Diagnosed("""
        string[] M(int n)
        {
            var rented = Kept<string>.Pool.Rent(n);
            var scratch = rented;
            rented = new string[n];
            scratch[0] = rented[0];
            [|Kept<string>.Pool.Return(scratch)|];
            return rented;
        }
        """,
        "'scratch' is returned with its references, which the pool then keeps alive; pass clearArray: true, or clear the used part before");

    private const string Queue = "public class Queue<T>%1 { private T[] _items = Kept<T>.Pool.Rent(5); public void Clear() { %2; _items = new T[0]; } }";

    // The class of the snippet is internal: these stand beside it.
    [Theory]
    [InlineData("", "[|Kept<T>.Pool.Return(_items)|]")]
    [InlineData("", "Kept<T>.Pool.Return(_items, System.Runtime.CompilerServices.RuntimeHelpers.IsReferenceOrContainsReferences<T>())")]
    [InlineData(" where T : struct", "Kept<T>.Pool.Return(_items)")]
    [InlineData(" where T : unmanaged", "Kept<T>.Pool.Return(_items)")]
    public Task ElementOfATypeParameterThatOthersChoose_IsHintedUnlessItIsAsked(string constraint, string end)
    {
        string source = "} " + Queue.Replace("%1", constraint, StringComparison.Ordinal).Replace("%2", end, StringComparison.Ordinal) + " class D {";
        return end.Contains("[|", StringComparison.Ordinal) ? Diagnosed(source) : Silent(source);
    }

    // The type of a package that is missing may be a struct.
    [Fact]
    public Task UnknownElement_IsSilent() => Diagnosed(
        "void M(int n) { {|CS0246:Vector|}[] a = Kept<{|CS0246:Vector|}>.Pool.Rent(n); Kept<{|CS0246:Vector|}>.Pool.Return(a); } "
            + Body("string", "[|Kept<string>.Pool.Return(a)|];").Replace("void M", "void N", StringComparison.Ordinal));

    [Theory]
    [InlineData("""
        string[]? _a;

        public void Dispose()
        {
            var a = Interlocked.Exchange(ref _a, null);
            if (a is not null) [|Kept<string>.Pool.Return(a)|];
        }
        """)]
    [InlineData("""
        string[]? _a;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _a, null) is { } a) [|Kept<string>.Pool.Return(a)|];
        }
        """)]
    [InlineData("""
        string[] _a = [];
        public void Dispose() => [|Kept<string>.Pool.Return(Interlocked.Exchange(ref _a, []))|];
        """)]
    public Task ArrayTakenOutOfItsFieldByAnExchange_IsHinted(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        string[]? _a;

        public void Dispose()
        {
            var a = Interlocked.Exchange(ref _a, null);
            if (a is not null) Kept<string>.Pool.Return(a, true);
        }
        """)]
    [InlineData("""
        byte[]? _a;

        public void Dispose()
        {
            var a = Interlocked.Exchange(ref _a, null);
            if (a is not null) Pool.Return(a);
        }
        """)]
    public Task ArrayTakenOutOfItsFieldByAnExchange_IsSilentIfCleared(string source) => Silent(source);

    [Fact]
    public Task ClearingOfAnotherFieldOfTheTable_IsHinted() => Diagnosed("""
        struct Entry { public string Key; }
        int[] _buckets = Kept<int>.Pool.Rent(5);
        Entry[] _entries = Kept<Entry>.Pool.Rent(5);
        void Empty() { Array.Clear(_buckets); [|Kept<Entry>.Pool.Return(_entries)|]; _entries = []; }
        """);

    // In an editor a project refers to another one by its compilation, which has sources of its own.
    [Fact]
    public async Task ElementsThatAMethodOfAnotherProjectResets_AreHinted()
    {
        var entries = new Consumer("""
            public struct Entry
            {
                public string? Text;
                public void Reset() => Text = null;
            }
            """);
        CSharpCompilation compilation = Compile(Wrap(Body("Entry", """
            for (int i = 0; i < n; i++) a[i].Reset();
            Kept<Entry>.Pool.Return(a);
            """)))
            .AddReferences(entries.Compile().WithAssemblyName("Entries").ToMetadataReference());

        ImmutableArray<Diagnostic> diagnostics = await Analyze(compilation, AllRules);

        Assert.Contains(Id, diagnostics.Select(static diagnostic => diagnostic.Id));
        Assert.DoesNotContain("AD0001", diagnostics.Select(static diagnostic => diagnostic.Id));
    }

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible(Body("string", "[|Kept<string>.Pool.Return(a)|];"));

    // Shared drops what nobody rents for a while, and the next renter overwrites the rest.
    [Fact]
    public Task NamesInTheSharedPool_AreSilent() => Silent("""
        static int Count(string text)
        {
            string[] parts = ArrayPool<string>.Shared.Rent(1);
            parts[0] = text;
            ArrayPool<string>.Shared.Return(parts);
            return 1;
        }
        """);

    [Theory]
    [InlineData("private readonly ArrayPool<string> _pool = ArrayPool<string>.Create();")]
    [InlineData("private ArrayPool<string> _pool => ArrayPool<string>.Shared;")]
    [InlineData("private static ArrayPool<string> _pool { get; } = ArrayPool<string>.Shared;")]
    public Task NamesInAPoolOfTheObjectOrTheSharedOne_AreSilent(string pool) => Silent($$"""
        {{pool}}
        void End(string[] names)
        {
            _pool.Return(names);
        }
        """);

    // Other code rents from these pools, too, and they live as long as it wants.
    [Theory]
    [InlineData("""
        public class Reader
        {
            public static readonly ArrayPool<string> Names = ArrayPool<string>.Create();
            void End(string[] names) { [|Names.Return(names)|]; }
        }
        """)]
    [InlineData("""
        public class Reader
        {
            protected ArrayPool<string> Names { get; } = ArrayPool<string>.Create();
            void End(string[] names) { [|Names.Return(names)|]; }
        }
        """)]
    [InlineData("public class Reader { public static void End(string[] names, ArrayPool<string> pool) { [|pool.Return(names)|]; } }")]
    [InlineData("""
        class Reader
        {
            static ArrayPool<string> s_names = ArrayPool<string>.Create();

            void End(string[] names)
            {
                var pool = s_names;
                [|pool.Return(names)|];
            }
        }
        """)]
    public Task NamesInAPoolOfOthers_AreHinted(string markup) => Diagnosed($"}} {markup} class D {{");

    // The array of an object[] may hold anything that the process has.
    [Fact]
    public Task ObjectsInTheSharedPool_AreHinted() => Diagnosed("""
        static void Call(object argument, Action<object[]> handler)
        {
            object[] arguments = ArrayPool<object>.Shared.Rent(1);
            arguments[0] = argument;
            handler(arguments);
            [|ArrayPool<object>.Shared.Return(arguments)|];
        }
        """);

    // If the array were cleared here, the caller would read nulls.
    [Fact]
    public async Task ArrayThatIsUsedAfterItsReturn_IsLeftToTheRuleAboutThat()
    {
        string[] ids = [.. (await Analyze(Compile(Wrap("""
            static object First(object[] source)
            {
                object[] rented = ArrayPool<object>.Shared.Rent(source.Length);
                source.CopyTo(rented, 0);
                ArrayPool<object>.Shared.Return(rented);
                return rented[0];
            }
            """)), AllRules)).Select(diagnostic => diagnostic.Id)];

        Assert.Contains("PG0202", ids);
        Assert.DoesNotContain(Id, ids);
    }

    [Theory]
    [InlineData("static readonly Unpooled s_none = new();")]
    [InlineData("static readonly ArrayPool<object> s_none = new Unpooled();")]
    public Task PoolThatKeepsNothing_IsSilent(string pool) => Silent($$"""
        sealed class Unpooled : ArrayPool<object>
        {
            public override object[] Rent(int minimumLength) => new object[minimumLength];
            public override void Return(object[] array, bool clearArray = false)
            {
            }
        }

        {{pool}}
        void End(object[] items)
        {
            s_none.Return(items);
        }
        """);

    private static string Body(string element, string end)
        => $"void M(int n) {{ {element}[] a = Kept<{element}>.Pool.Rent(n); Use(a[0]); {end} }} "
            + "static void Use(object? o) { }";
}
