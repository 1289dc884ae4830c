namespace PooledGen.Analyzers.Tests;

public class MemoryOwnerIsUsedAfterDisposeTests() : RawPoolTest("PG0215")
{
    [Theory]
    [InlineData("int M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(64); s.Read(o.Memory.Span); o.Dispose(); return [|o|].Memory.Span[0]; }")]
    [InlineData("int M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(64); var m = o.Memory; s.Read(m.Span); o.Dispose(); return [|m|].Span[0]; }")]
    [InlineData("int M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(64); var x = o.Memory.Span; s.Read(x); o.Dispose(); return [|x|][0]; }")]
    [InlineData("int M(MemoryPool<char> pool) { Memory<char> m; using (var o = pool.Rent(64)) m = o.Memory; return [|m|].Span[0]; }")]
    [InlineData("void M(List<IMemoryOwner<byte>> all) { var o = MemoryPool<byte>.Shared.Rent(64); o.Dispose(); all.Add([|o|]); }")]
    [InlineData("IMemoryOwner<byte> _f; void M() { var n = MemoryPool<byte>.Shared.Rent(9); _f.Dispose(); [|_f|].Memory.CopyTo(n.Memory); _f = n; }")]
    public Task UseBehindDispose_IsDiagnosedAtTheUse(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("int M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(64); s.Read(o.Memory.Span); int r = o.Memory.Span[0]; o.Dispose(); return r; }")]
    [InlineData("int M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); s.Read(o.Memory.Span); return o.Memory.Span[0]; }")]
    [InlineData("int M(MemoryPool<char> pool) { using (var o = pool.Rent(64)) { Memory<char> m = o.Memory; return m.Span[0]; } }")]
    [InlineData("void M(MemoryPool<byte> p, Stream s) { var o = p.Rent(64); o.Dispose(); o = p.Rent(9); using (o) s.Read(o.Memory.Span); }")]
    [InlineData("void M(List<IMemoryOwner<byte>> all) { var o = MemoryPool<byte>.Shared.Rent(64); all.Add(o); }")]
    [InlineData("IDisposable _f; int M(int n) { _f.Dispose(); using var o = MemoryPool<byte>.Shared.Rent(n); return _f.GetHashCode(); }")]
    [InlineData("IMemoryOwner<byte> _f; int M() { _f.Dispose(); _f = MemoryPool<byte>.Shared.Rent(64); return _f.Memory.Span[0]; }")]
    public Task UseBeforeDispose_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("Memory<byte> M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); int n = s.Read(o.Memory.Span); return [|o.Memory[..n]|]; }")]
    [InlineData("IMemoryOwner<byte> M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); s.Read(o.Memory.Span); return [|o|]; }")]
    [InlineData("(int, Memory<byte>) M(int n) { using var o = MemoryPool<byte>.Shared.Rent(n); return (n, [|o.Memory|]); }")]
    [InlineData("void M(out Memory<byte> m) { var o = MemoryPool<byte>.Shared.Rent(64); m = o.Memory; [|o.Dispose()|]; }")]
    [InlineData("Memory<byte> _m; void M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(64); _m = o.Memory; s.Read(_m.Span); [|o.Dispose()|]; }")]
    public Task MemoryThatOutlivesItsOwner_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("byte[] M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); int n = s.Read(o.Memory.Span); return o.Memory[..n].ToArray(); }")]
    [InlineData("IMemoryOwner<byte> M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(64); s.Read(o.Memory.Span); return o; }")]
    [InlineData("(int, IMemoryOwner<byte>) M(int n) { var o = MemoryPool<byte>.Shared.Rent(n); return (n, o); }")]
    [InlineData("void M(out byte[] m) { using var o = MemoryPool<byte>.Shared.Rent(64); m = o.Memory[..64].ToArray(); }")]
    [InlineData("Memory<byte> _m; void M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(64); _m = o.Memory; s.Read(_m.Span); _m = default; o.Dispose(); }")]
    [InlineData("Memory<byte> _m; IMemoryOwner<byte> _o; void M() { _o?.Dispose(); _o = MemoryPool<byte>.Shared.Rent(64); _m = _o.Memory; }")]
    public Task CopyOrOwnerThatIsHandedOut_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("ValueTask<int> M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); return [|s.ReadAsync(o.Memory)|]; }")]
    [InlineData("async Task M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(64); var t = s.ReadAsync(o.Memory); o.Dispose(); await [|t|]; }")]
    [InlineData("void M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); _ = [|s.WriteAsync(o.Memory[..5])|]; }")]
    public Task TaskThatOutlivesTheOwner_IsDiagnosedAtTheTask(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("async ValueTask<int> M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); return await s.ReadAsync(o.Memory); }")]
    [InlineData("async Task M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(9); var t = s.ReadAsync(o.Memory); try { await t; } finally { o.Dispose(); } }")]
    [InlineData("void M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); s.WriteAsync(o.Memory[..5]).AsTask().Wait(); }")]
    public Task TaskThatIsAwaited_IsSilent(string source) => Silent(source);

    // The Dispose of an owner may be called again.
    [Theory]
    [InlineData("void M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); s.Read(o.Memory.Span); o.Dispose(); }")]
    [InlineData("IMemoryOwner<byte> _o; void M() { _o = MemoryPool<byte>.Shared.Rent(64); _o.Memory.Span.Clear(); _o.Dispose(); }")]
    [InlineData("void M(IMemoryOwner<byte> o) { try { o.Memory.Span.Clear(); o.Dispose(); } finally { o.Dispose(); } }")]
    public Task SecondDispose_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Messages_SayWhatStillUsesTheMemory() => Diagnosed(
        """
        int A() { var o = MemoryPool<byte>.Shared.Rent(64); o.Dispose(); return [|o|].Memory.Span[0]; }
        Memory<byte> B() { using var o = MemoryPool<byte>.Shared.Rent(64); return [|o.Memory|]; }
        ValueTask<int> D(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(64); return [|s.ReadAsync(o.Memory)|]; }
        void E(out Memory<byte> m) { var o = MemoryPool<byte>.Shared.Rent(64); m = o.Memory; [|o.Dispose()|]; }
        """,
        "'o' has been disposed before; its memory may belong to another rental by now, so dispose it after its last use",
        "'o' is disposed before the caller uses its memory; return the owner without disposing it, or a copy",
        "'o' is disposed while the task of 'ReadAsync' may still use its memory; await the task first",
        "'o' is disposed while 'm' still leads to its memory; give the caller the owner, or a copy");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("int M() { var o = MemoryPool<byte>.Shared.Rent(64); o.Dispose(); return [|o|].Memory.Span[0]; }");
}
