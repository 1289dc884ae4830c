namespace PooledGen.Analyzers.Tests.Owners;

public class StructOwnerIsNotEndedTests() : OwnerTest("PG0203")
{
    [Theory]
    [InlineData("void M() { var o = [|SpanOwner<byte>.Allocate(5)|]; Read(o.Span); }")]
    [InlineData("int M() => Read([|SpanOwner<byte>.Allocate(5)|].Span);")]
    [InlineData("int M() { var o = [|SpanOwner<byte>.Allocate(5)|]; if (Ask()) return 0; o.Dispose(); return 1; }")]
    [InlineData("void M() { var o = [|MemoryOwner<byte>.Allocate(5)|]; Read(o.Span); }")]
    [InlineData("void M() { var o = [|new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5)|]; Read(o.Span); }")]
    [InlineData("void M(D.MemoryAllocator<byte> a) { var o = [|D.Memory.AllocateAtLeast(a, 5)|]; Read(o.Span); }")]
    [InlineData("void M() { var o = [|new D.SpanOwner<byte>(5)|]; Read(o.Span); }")]
    [InlineData("int M() { var b = [|new TextBuilder(5)|]; b.Append('a'); return ReadText(b.AsSpan()); }")]
    [InlineData("int M() { var b = [|new TextBuilder(stackalloc char[5])|]; b.Append('a'); return ReadText(b.AsSpan()); }")]
    [InlineData("int M() { var b = [|new TextBuilder(5)|]; Add(ref b); return b.Length; } static void Add(ref TextBuilder b) => b.Append('a');")]
    [InlineData("void M() { var l = [|Lease.Take(5)|]; Read(l.Span); }")]
    [InlineData("string M() { var h = [|new DefaultInterpolatedStringHandler(5, 1)|]; h.AppendFormatted(5); return h.ToString(); }")]
    public Task OwnerThatAPathDoesNotEnd_IsDiagnosedAtItsRent(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("void M() { using var o = SpanOwner<byte>.Allocate(5); Read(o.Span); }")]
    [InlineData("SpanOwner<byte> M() => SpanOwner<byte>.Allocate(5);")]
    [InlineData("SpanOwner<byte> M() { var o = SpanOwner<byte>.Allocate(5); Read(o.Span); return o; }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); var moved = o; moved.Dispose(); }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); Take(o); } static void Take(SpanOwner<byte> o) { Read(o.Span); o.Dispose(); }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Allocate(5); Take(ref o); } static void Take(ref SpanOwner<byte> o) { o.Dispose(); o = default; }")]
    [InlineData("void M() { var o = SpanOwner<byte>.Empty; Read(o.Span); }")]
    [InlineData("void M(byte[] a) { var o = new D.MemoryOwner<byte>(a); Read(o.Span); }")]
    [InlineData("void M(Span<byte> s) { var o = new D.SpanOwner<byte>(s); Read(o.Span); }")]
    [InlineData("D.MemoryOwner<byte> _kept; void M() { _kept = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); }")]
    [InlineData("void M(List<D.MemoryOwner<byte>> list) { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); list.Add(o); }")]
    [InlineData("Action M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); return () => o.Dispose(); }")]
    [InlineData("IDisposable M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); return o; }")]
    [InlineData("MemoryOwner<byte> M() => MemoryOwner<byte>.Allocate(9).Slice(0, 5);")]
    [InlineData("void M() { var b = new TextBuilder(5); if (!b.TryFinish()) b.Dispose(); }")]
    [InlineData("char[]? M() { var b = new TextBuilder(5); b.Append('a'); return b.Detach(); }")]
    [InlineData("char[]? M() { var b = new TextBuilder(5); b.Append('a'); return b.Take(); }")]
    [InlineData("string? M() { var b = new TextBuilder(stackalloc char[5]); if (Ask()) return null; b.Append('a'); return b.ToString(); }")]
    [InlineData("void M(Span<char> s) { var b = new TextBuilder(5); b.TryCopyTo(s, out _); }")]
    [InlineData("string M() { var b = Ask() ? new TextBuilder(stackalloc char[5]) : new TextBuilder(5); b.Append('a'); return b.ToString(); }")]
    [InlineData("bool M(ref D.BufferWriterSlim<byte> w, out D.MemoryOwner<byte> c) => w.TryDetachBuffer(out c);")]
    [InlineData("string M() => $\"{5}\"; void N() { Log($\"{5}\"); } void Log(DefaultInterpolatedStringHandler h) { }")]
    public Task EndedOrHandedOn_IsSilent(string markup) => Silent(markup);

    [Theory]
    [InlineData("Holder M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); return new Holder(o); } "
        + "sealed class Holder(D.MemoryOwner<byte> owner) : IDisposable { public void Dispose() => owner.Dispose(); }")]
    [InlineData("Holder M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); return new Holder(o); } "
        + "sealed record Holder(D.MemoryOwner<byte> Owner) : IDisposable { public void Dispose() => Owner.Dispose(); }")]
    [InlineData("Action M() { var o = new D.MemoryOwner<byte>(ArrayPool<byte>.Shared, 5); return Later(o); } "
        + "static Action Later(D.MemoryOwner<byte> o) => () => o.Dispose();")]
    [InlineData("struct Again { byte[] _array; public Again(int n) => _array = ArrayPool<byte>.Shared.Rent(n); "
        + "public void Reset(int n) { Dispose(); this = new Again(n); } public void Dispose() => ArrayPool<byte>.Shared.Return(_array); }")]
    public Task OwnerInAnObject_IsSilent(string markup) => Silent(markup);

    [Theory]
    [InlineData("string? M() { var h = new DefaultInterpolatedStringHandler(5, 1, null, stackalloc char[9]); "
        + "if (Ask()) return null; return h.ToStringAndClear(); }")]
    [InlineData("void M() { var w = new D.BufferWriterSlim<byte>(stackalloc byte[5]); if (Ask()) return; w.Add(1); w.Dispose(); }")]
    [InlineData("void M() { var l = new Lazily(5); if (Ask()) return; l.Add(1); l.Dispose(); } "
        + "struct Lazily { byte[]? _array; int _step; public Lazily(int step) { _array = null; _step = step; } "
        + "public void Add(byte b) { if (_array == null) _array = ArrayPool<byte>.Shared.Rent(_step); _array[0] = b; } "
        + "public void Dispose() { if (_array != null) ArrayPool<byte>.Shared.Return(_array); _array = null; } }")]
    [InlineData("int M() { var l = Either.Of([1, 2]); return l.Length; } "
        + "readonly struct Either { readonly byte[] _array; readonly bool _isRented; Either(byte[] a, bool r) { _array = a; _isRented = r; } "
        + "public static Either Of(byte[] array) => new(array, false); public int Length => _array.Length; "
        + "public void Dispose() { if (_isRented) ArrayPool<byte>.Shared.Return(_array); } }")]
    [InlineData("int M(byte[] data) { var l = new Either(data, false); return l.Length; } "
        + "readonly struct Either { readonly byte[] _array; readonly bool _isRented; public Either(byte[] a, bool r) { _array = a; _isRented = r; } "
        + "public int Length => _array.Length; "
        + "public void Dispose() { if (_isRented) ArrayPool<byte>.Shared.Return(_array); } }")]
    [InlineData("int M() { var l = Either.Empty(); return l.Length; } "
        + "readonly struct Either { readonly byte[]? _array; Either(int n) => _array = ArrayPool<byte>.Shared.Rent(n); "
        + "public static Either Empty() => default; public static Either Take(int n) => new(n); public int Length => 0; "
        + "public void Dispose() { if (_array != null) ArrayPool<byte>.Shared.Return(_array); } }")]
    public Task OwnerWithoutAnArray_IsSilent(string markup) => Silent(markup);

    [Fact]
    public Task OwnerOfASharedArray_IsSilent() => Silent(
        "int M() { var l = Part.Take(9); var half = Part.HalfOf(l); int n = half.Length; l.Dispose(); return n; } "
            + "readonly struct Part { readonly byte[] _array; Part(byte[] a) => _array = a; public int Length => _array.Length; "
            + "public static Part Take(int n) => new(ArrayPool<byte>.Shared.Rent(n)); public static Part HalfOf(Part p) => new(p._array); "
            + "public void Dispose() => ArrayPool<byte>.Shared.Return(_array); }");

    [Fact]
    public Task MemberOfAnExtensionBlockThatEndsItsReceiver_IsAnEnd() => Silent(
        "void M() { var l = Lease.Take(5); l.Free(); } void N() { var l = Lease.Take(5); E.Free(l); } } "
            + "static class E { extension(Lease l) { public void Free() { Console.WriteLine(l.Length); l.Dispose(); } } ");

    [Theory]
    [InlineData(
        "void M() { var o = [|SpanOwner<byte>.Allocate(5)|]; Read(o.Span); }",
        "'o' is not ended on every path, and its array is lost; declare it with 'using'")]
    [InlineData(
        "string M() { var h = [|new DefaultInterpolatedStringHandler(5, 1)|]; return h.ToString(); }",
        "'h' is not ended on every path, and its array is lost; call its 'ToStringAndClear' before every exit from the method")]
    [InlineData(
        "void M() { var s = [|new Segment(5)|]; s.Fill(); }",
        "'s' is not ended on every path, and its array is lost; call its 'Dispose' before every exit from the method")]
    public Task Message_SaysHowItEnds(string markup, string message) => Diagnosed(markup, message);
}
