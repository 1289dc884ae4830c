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
