namespace PooledGen.Analyzers.Tests;

public class MemoryOwnerIsNotDisposedTests() : RawPoolTest("PG0209")
{
    [Theory]
    [InlineData("int M(int n) { var owner = [|MemoryPool<byte>.Shared.Rent(n)|]; return owner.Memory.Length; }")]
    [InlineData("int M(int n) => [|MemoryPool<byte>.Shared.Rent(n)|].Memory.Length;")]
    [InlineData("void M(int n) { var owner = [|MemoryPool<byte>.Shared.Rent(n)|]; if (Ask()) return; owner.Dispose(); }")]
    [InlineData("void M(MemoryPool<char> pool) { IMemoryOwner<char> owner = [|pool.Rent()|]; owner.Memory.Span.Clear(); }")]
    [InlineData("async Task M(Stream s) { var owner = [|MemoryPool<byte>.Shared.Rent(5)|]; if (await s.ReadAsync(owner.Memory) > 0) owner.Dispose(); }")]
    [InlineData("Memory<byte> M(int n) { var owner = [|MemoryPool<byte>.Shared.Rent(n)|]; Read(owner.Memory.Span[..n]); owner = null; return default; }")]
    public Task OwnerThatIsDropped_IsDiagnosedAtTheRent(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("int M(int n) { using var owner = MemoryPool<byte>.Shared.Rent(n); return owner.Memory.Length; }")]
    [InlineData("int M(int n) { using (var owner = MemoryPool<byte>.Shared.Rent(n)) { return owner.Memory.Length; } }")]
    [InlineData("int M(int n) { var owner = MemoryPool<byte>.Shared.Rent(n); using (owner) return owner.Memory.Length; }")]
    [InlineData("void M(int n) { var owner = MemoryPool<byte>.Shared.Rent(n); try { Read(owner.Memory.Span[..n]); } finally { owner.Dispose(); } }")]
    [InlineData("IMemoryOwner<byte> M(int n) { var owner = MemoryPool<byte>.Shared.Rent(n); owner.Memory.Span.Clear(); return owner; }")]
    [InlineData("IMemoryOwner<byte>? _f; void M(int n) { _f?.Dispose(); _f = MemoryPool<byte>.Shared.Rent(n); }")]
    [InlineData("void M(int n) { Keep(MemoryPool<byte>.Shared.Rent(n)); } void Keep(IMemoryOwner<byte> owner) { }")]
    [InlineData("void M(int n) { IMemoryOwner<byte>? owner = n > 5 ? MemoryPool<byte>.Shared.Rent(n) : null; owner?.Memory.Span.Clear(); owner?.Dispose(); }")]
    [InlineData("void M(int n) { IDisposable owner = MemoryPool<byte>.Shared.Rent(n); owner.Dispose(); }")]
    [InlineData("void M(List<IMemoryOwner<byte>> all, int n) { var owner = MemoryPool<byte>.Shared.Rent(n); all.Add(owner); }")]
    [InlineData("async Task M(Stream s) { using var owner = MemoryPool<byte>.Shared.Rent(5); await s.ReadAsync(owner.Memory[..5]); }")]
    public Task OwnerThatIsDisposedOrHandedOn_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("class D { IMemoryOwner<byte> _o = [|MemoryPool<byte>.Shared.Rent(64)|]; int R(Stream s) => s.Read(_o.Memory.Span); void Dispose() { } }")]
    [InlineData("class D { IMemoryOwner<byte> _o; D(MemoryPool<byte> p) => _o = [|p.Rent(4)|]; Memory<byte> All => _o.Memory; void Dispose() { } }")]
    public Task FieldThatNoMemberDisposes_IsDiagnosedAtTheRent(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("class D { IMemoryOwner<byte> _o = MemoryPool<byte>.Shared.Rent(64); int R() => _o.Memory.Span[0]; void Dispose() => _o.Dispose(); }")]
    [InlineData("class D { IMemoryOwner<byte> _o; D(MemoryPool<byte> p) => _o = p.Rent(4); Memory<byte> All => _o.Memory; void Dispose() => _o?.Dispose(); }")]
    [InlineData("class D { IMemoryOwner<byte> _o; D(MemoryPool<byte> p) => _o = p.Rent(4); void Dispose() { using (_o) Read(_o.Memory.Span); } }")]
    [InlineData("class D { IMemoryOwner<byte> _o; D(MemoryPool<byte> p, List<IDisposable> all) { _o = p.Rent(4); all.Add(_o); } void Dispose() { } }")]
    [InlineData("class D { IMemoryOwner<byte> _o; D(MemoryPool<byte> p) => _o = p.Rent(4); IMemoryOwner<byte> Take() => _o; void Dispose() { } }")]
    public Task FieldThatMayBeDisposed_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_NamesTheVariable() => Diagnosed(
        "int M(int n) { var owner = [|MemoryPool<byte>.Shared.Rent(n)|]; return owner.Memory.Length; }",
        "'owner' is not disposed on every path; declare it with 'using'");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("int M(int n) { var owner = [|MemoryPool<byte>.Shared.Rent(n)|]; return owner.Memory.Length; }");
}
