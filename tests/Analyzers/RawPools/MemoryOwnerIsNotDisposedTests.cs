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

    [Fact]
    public Task Message_NamesTheVariable() => Diagnosed(
        "int M(int n) { var owner = [|MemoryPool<byte>.Shared.Rent(n)|]; return owner.Memory.Length; }",
        "'owner' is not disposed on every path; declare it with 'using'");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("int M(int n) { var owner = [|MemoryPool<byte>.Shared.Rent(n)|]; return owner.Memory.Length; }");
}
