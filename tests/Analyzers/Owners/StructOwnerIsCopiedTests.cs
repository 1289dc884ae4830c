namespace PooledGen.Analyzers.Tests.Owners;

public class StructOwnerIsCopiedTests() : OwnerTest("PG0223")
{
    [Theory]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); var copy = o; o.Dispose(); [|copy.Dispose()|]; }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); o.Dispose(); [|o.Dispose()|]; }")]
    [InlineData("void M() { using var o = SpanOwner<byte>.Allocate(5); Read(o.Span); [|o.Dispose()|]; }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); try { Read(o.Span); o.Dispose(); } finally { [|o.Dispose()|]; } }")]
    [InlineData("void M(bool b) { var o = SpanOwner<byte>.Allocate(5); if (b) o.Dispose(); [|o.Dispose()|]; }")]
    [InlineData("void M(SpanOwner<byte> o) { o.Dispose(); [|o.Dispose()|]; }")]
    [InlineData("void M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); var copy = o; o.Dispose(); [|copy.Dispose()|]; }")]
    [InlineData("void M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); IDisposable box = o; o.Dispose(); [|box.Dispose()|]; }")]
    [InlineData("void M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); ((IDisposable)o).Dispose(); [|o.Dispose()|]; }")]
    [InlineData("void M(D.MemoryAllocator<byte> a) { var o = D.Memory.AllocateExactly(a, 5); var copy = o; o.Dispose(); [|copy.Dispose()|]; }")]
    [InlineData("void M() { var o = new D.SpanOwner<byte>(5); var copy = o; o.Dispose(); [|copy.Dispose()|]; }")]
    [InlineData("void M() { var b = new D.BufferWriterSlim<byte>(5); var copy = b; b.Dispose(); [|copy.Dispose()|]; }")]
    [InlineData("""
        string M()
        {
            var h = new DefaultInterpolatedStringHandler(5, 1);
            h.AppendFormatted(5);
            var copy = h;
            string text = h.ToStringAndClear();
            return text + [|copy.ToStringAndClear()|];
        }
        """)]
    [InlineData("string M() { var b = new TextBuilder(5); var copy = b; return b.ToString() + [|copy.ToString()|]; }")]
    [InlineData("void M(Span<char> s) { var b = new TextBuilder(5); var copy = b; b.TryCopyTo(s, out _); [|copy.Dispose()|]; }")]
    [InlineData("void M() { var l = Lease.Take(5); var copy = l; l.Dispose(); [|copy.Dispose()|]; }")]
    [InlineData("void M() { var l = Lease.Take(5); l.Dispose(); [|l.Dispose()|]; }")]
    [InlineData("void M() { var l = Lease.Take(5); Free(l); [|l.Dispose()|]; } static void Free(Lease l) => l.Dispose();")]
    [InlineData(
        "void M() { using var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); [|Free(o)|]; } static void "
            + "Free(D.MemoryOwner<byte> c) { Read(c.Span); c.Dispose(); }")]
    public Task SecondEnd_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("int M() { var o = SpanOwner<byte>.Allocate(5); o.Dispose(); return Read([|o|].Span); }")]
    [InlineData("int M() { var o = SpanOwner<byte>.Allocate(5); Span<byte> s = o.Span; o.Dispose(); return Read([|s|]); }")]
    [InlineData("int M() { var o = SpanOwner<byte>.Allocate(5); var s = o.DangerousGetArray(); o.Dispose(); return Read([|s|]); }")]
    [InlineData("Span<byte> M() { using var o = SpanOwner<byte>.Allocate(5); return [|o.Span|]; }")]
    [InlineData("SpanOwner<byte> M() { using var o = SpanOwner<byte>.Allocate(5); return [|o|]; }")]
    [InlineData("int M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); var copy = o; o.Dispose(); return Read([|copy|].Span); }")]
    [InlineData("Memory<byte> M() { using var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); return [|o.Memory|]; }")]
    [InlineData("int M() { var b = new TextBuilder(5); var s = b.AsSpan(); b.Dispose(); return ReadText([|s|]); }")]
    [InlineData("int M() { var l = Lease.Take(5); l.Dispose(); return Read([|l|].Span); }")]
    [InlineData("D.MemoryOwner<byte> _kept; void M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); _kept = o; [|o.Dispose()|]; }")]
    [InlineData("Memory<byte> _kept; void M() { using var [|o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5)|]; _kept = o.Memory; }")]
    [InlineData("List<D.MemoryOwner<byte>> _kept = []; void M() { using var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); _kept.Add([|o|]); }")]
    public Task UseAfterTheEnd_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("string M() { var b = new TextBuilder(5); Add([|b|]); return b.ToString(); } static void Add(TextBuilder b) => b.Append('a');")]
    [InlineData("string M() { var b = new TextBuilder(5); Add(in [|b|]); return b.ToString(); } static void Add(in TextBuilder b) => b.Append('a');")]
    [InlineData("void M(ref TextBuilder b) => Add([|b|]); static void Add(TextBuilder b) { b.Append('a'); b.Append('b'); }")]
    [InlineData("string M() { var b = new TextBuilder(5); var c = [|b|]; c.Append('a'); return b.ToString(); }")]
    [InlineData("void M(ref TextBuilder b) { var c = [|b|]; b.Append('a'); ReadText(c.AsSpan()); }")]
    [InlineData("void M(ref D.BufferWriterSlim<byte> b) { var c = [|b|]; c.Add(1); }")]
    [InlineData("void M(ref DefaultInterpolatedStringHandler h) { var c = [|h|]; c.AppendLiteral(\"a\"); }")]
    public Task CopyOfAGrowingOwner_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("void M() { using var o = SpanOwner<byte>.Allocate(5); Read(o.Span); }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); var moved = o; moved.Dispose(); }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); var moved = o; o = default; moved.Dispose(); o.Dispose(); }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); o.Dispose(); o = SpanOwner<byte>.Allocate(6); o.Dispose(); }")]
    [InlineData("SpanOwner<byte> M() { var o = SpanOwner<byte>.Allocate(5); Read(o.Span); return o; }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); Take(o); o.Dispose(); } static void Take(SpanOwner<byte> o) => Read(o.Span);")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); Take(in o); o.Dispose(); } static void Take(in SpanOwner<byte> o) => Read(o.Span);")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); int n = o.Length; o.Dispose(); Console.WriteLine(n + o.Length); }")]
    [InlineData(
        "void M() { var o = SpanOwner<byte>.Allocate(5); o.Dispose(); Renew(ref o); o.Dispose(); } static void "
            + "Renew(ref SpanOwner<byte> o) { o = default; }")]
    [InlineData("void M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); o.Dispose(); o.Dispose(); }")]
    [InlineData("void M() { using var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); Read(o.Span); }")]
    [InlineData("byte[] M() { using var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); return o.Span.ToArray(); }")]
    [InlineData(
        "D.MemoryOwner<byte> _kept; void M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); _kept = o; "
            + "} public void Dispose() { _kept.Dispose(); _kept.Dispose(); }")]
    [InlineData(
        "D.MemoryOwner<byte> _kept; void M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); var old = "
            + "_kept; _kept = o; old.Dispose(); }")]
    [InlineData("Lease _kept; void M() { _kept.Dispose(); } void N() { _kept.Dispose(); _kept = default; _kept.Dispose(); }")]
    [InlineData("List<D.MemoryOwner<byte>> _kept = []; void M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); _kept.Add(o); }")]
    [InlineData("string M() { using var b = new TextBuilder(5); return b.ToString(); }")]
    [InlineData("string M() { var b = new TextBuilder(5); string s = b.ToString(); b.Dispose(); return s; }")]
    [InlineData("string M() { var b = new TextBuilder(5); Add(ref b); return b.ToString(); } static void Add(ref TextBuilder b) => b.Append('a');")]
    [InlineData("string M() { var b = new TextBuilder(5); Add(ref b); return b.ToString(); } static void Add(scoped ref TextBuilder b) => b.Append('a');")]
    [InlineData(
        "string M() { var b = new TextBuilder(5); string s = End(ref b); b.Dispose(); return s; } static string "
            + "End(ref TextBuilder b) => b.ToString();")]
    [InlineData(
        "int M() { var b = new TextBuilder(5); int n = Count(b); b.Dispose(); return n; } static int Count(TextBuilder "
            + "b) => b.AsSpan().Length + b.Length;")]
    [InlineData("string M(char? c, Span<char> s) { var b = new TextBuilder(5); b.Append(c ?? 'a'); b.TryCopyTo(s, out int n); b.Dispose(); return \"\"; }")]
    [InlineData("string M(char[]? s) { var b = new TextBuilder(5); b.TryCopyTo(s ?? [], out _); b.Dispose(); return \"\"; }")]
    [InlineData("string M() { var b = new TextBuilder(5); if (!b.TryFinish()) b.Dispose(); return \"\"; }")]
    [InlineData("char[]? M() { var b = new TextBuilder(5); b.Append('a'); char[]? a = b.Detach(); b.Dispose(); return a; }")]
    [InlineData("string M() { var b = new TextBuilder(5); var moved = b; moved.Append('a'); return moved.ToString(); }")]
    [InlineData("string M() { TextBuilder b = new TextBuilder(5); ref TextBuilder c = ref b; c.Append('a'); return b.ToString(); }")]
    [InlineData("string M(IFormatProvider p) => string.Create(p, $\"{5}\");")]
    [InlineData("void Log(DefaultInterpolatedStringHandler h) => Console.WriteLine(h.ToStringAndClear()); void M() { Log($\"{5}\"); Log($\"{6}\"); }")]
    [InlineData(
        "string M() { var h = new DefaultInterpolatedStringHandler(5, 1); h.AppendFormatted(5); string s = "
            + "h.ToStringAndClear(); return s + h.ToStringAndClear(); }")]
    [InlineData("void M() { var l = new CountedLease(5); var copy = l; l.Dispose(); copy.Dispose(); }")]
    [InlineData("void M(IDisposable a) { IDisposable b = a; a.Dispose(); b.Dispose(); }")]
    [InlineData("void M() { foreach (int i in new[] { 1, 2 }) { using var l = Lease.Take(i); Read(l.Span); } }")]
    [InlineData("void M() { var o = MemoryOwner<byte>.Allocate(5); var same = o; o.Dispose(); same.Dispose(); }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); Other(o); o.Dispose(); } virtual protected void Other(SpanOwner<byte> o) { o.Dispose(); }")]
    public Task MovedLentOrEndedOnce_IsSilent(string markup) => Silent(markup);

    [Theory]
    [InlineData("""
        int M(Scratch s) => s.Sum() + s.Sum();
        readonly struct Scratch(int[] cells)
        {
            private readonly int[] _cells = cells;
            public int Sum() { int[] copy = CopyOf(_cells); int first = copy[0]; ArrayPool<int>.Shared.Return(copy); return first; }
            private static int[] CopyOf(int[] cells) { int[] copy = ArrayPool<int>.Shared.Rent(cells.Length); cells.CopyTo(copy, 0); return copy; }
        }
        """)]
    [InlineData("""
        void M(Counted c) { var copy = c; c.Dispose(); copy.Dispose(); }
        sealed class Count { int _owners = 2; public bool IsLast() => --_owners == 0; }
        readonly struct Counted(byte[] array, Count count)
        {
            private readonly byte[] _array = array;
            private readonly Count _count = count;
            public void Dispose() { if (_count.IsLast()) ArrayPool<byte>.Shared.Return(_array); }
        }
        """)]
    [InlineData("""
        void M(Counted c) { var copy = c; c.Dispose(); copy.Dispose(); }
        readonly struct Counted(byte[] array, int[] owners)
        {
            private readonly byte[] _array = array;
            private readonly int[] _owners = owners;
            public void Dispose() { if (--_owners[0] == 0) ArrayPool<byte>.Shared.Return(_array); }
        }
        """)]
    [InlineData("""
        void M(Large l) { if (!l.TryReturn(5)) l.Dispose(); }
        readonly struct Large(byte[] array)
        {
            private readonly byte[] _array = array;
            public bool TryReturn(int min) { if (_array.Length < min) return false; ArrayPool<byte>.Shared.Return(_array); return true; }
            public void Dispose() => ArrayPool<byte>.Shared.Return(_array);
        }
        """)]
    public Task StructWhoseSourceShowsNoSecondEnd_IsSilent(string markup) => Silent(markup);

    [Theory]
    [InlineData("string M() { var b = new TextBuilder(5); ref TextBuilder c = ref b; string s = c.ToString(); b.Dispose(); return s; }")]
    [InlineData("string M() { var b = new TextBuilder(5); ref TextBuilder c = ref b; string s = b.ToString(); c.Dispose(); return s; }")]
    [InlineData("void M() { var b = new TextBuilder(5); try { b.Append('a'); } finally { b.Dispose(); } b.Dispose(); }")]
    [InlineData("string M() { var b = new TextBuilder(5); var c = b; c.Append('a'); b = c; return b.ToString(); }")]
    [InlineData("int M() { var n = new Named([1], 5); n.Dispose(); return n.Id; } "
        + "readonly struct Named(byte[] array, int id) { readonly byte[] _array = array; public int Id { get; } = id; "
        + "public void Dispose() => ArrayPool<byte>.Shared.Return(_array); }")]
    [InlineData("void M() { var b = new TextBuilder(5); var c = b; Renew(out b); b.Append('a'); c.Dispose(); b.Dispose(); } "
        + "static void Renew(out TextBuilder b) => b = new TextBuilder(6);")]
    public Task VariableThatIsTheSameOrAnew_IsSilent(string markup) => Silent(markup);

    // The reader of the types may be asked while the type is half typed, or is a stand-in of the project.
    [Fact]
    public Task ListedTypeWithoutAnEnd_IsNoOwner() => Silent(
        "void M() { var h = new DefaultInterpolatedStringHandler(5, 1); _ = h.Text; } } "
            + "namespace System.Runtime.CompilerServices { ref struct DefaultInterpolatedStringHandler(int a, int b) { public string Text => \"\"; } ");

    [Fact]
    public Task Message_OfASecondEnd_NamesTheCopy() => Diagnosed(
        "void M() { var o = SpanOwner<byte>.Allocate(5); var copy = o; o.Dispose(); [|copy.Dispose()|]; }",
        "'copy' returns the array of 'o' a second time, and the pool will give it to two callers at once; end it once");

    [Fact]
    public Task Message_OfAnEndBesideAUsing_SaysWhichToRemove() => Diagnosed(
        "void M() { using var o = SpanOwner<byte>.Allocate(5); [|o.Dispose()|]; }",
        "The 'using' returns the array of 'o' a second time, and the pool will give it to two callers at once; remove this end");

    [Fact]
    public Task Message_OfACopyForACall_SaysHowToPassIt() => Diagnosed(
        "string M() { var b = new TextBuilder(5); Add([|b|]); return b.ToString(); } static void Add(TextBuilder b) => b.Append('a');",
        "'Add' writes to a copy of 'b', and when the copy grows, it returns the array of 'b'; declare its parameter 'ref', and pass 'ref b'");

    [Fact]
    public Task Pragma_SilencesTheRule() => Suppressible("void M() { var o = SpanOwner<byte>.Allocate(5); o.Dispose(); [|o.Dispose()|]; }");
}
