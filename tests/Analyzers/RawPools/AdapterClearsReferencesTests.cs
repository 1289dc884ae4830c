namespace PooledGen.Analyzers.Tests.RawPools;

/// <summary>A pool of PooledGen clears references when an array comes back, so that its adapter needs no <c>clearArray</c>.</summary>
public class AdapterClearsReferencesTests() : PooledGenPoolTest("PG0206")
{
    [Theory]
    [InlineData("void M(string[] a) { SharedBuffer<string>.Pool.AsArrayPool().Return(a); }")]
    [InlineData("void M(string[] a) { Words.Pool.AsArrayPool().Return(a); }")]
    [InlineData("""
        readonly ArrayPool<string> _pool = Words.Pool.AsArrayPool();
        void M(string[] a) { _pool.Return(a); }
        """)]
    [InlineData("""
        static ArrayPool<string> Strings => Words.Pool.AsArrayPool();
        void M(string[] a) { Strings.Return(a); }
        """)]
    [InlineData("""
        static ArrayPool<string> Strings { get; } = Words.Pool.AsArrayPool();
        void M(string[] a) { Strings.Return(a); }
        """)]
    [InlineData("""
        static ArrayPool<string> Strings { get => Words.Pool.AsArrayPool(); }
        void M(string[] a) { Strings.Return(a); }
        """)]
    [InlineData("void M(string[] a) { ArrayPool<string> pool = Words.Pool.AsArrayPool(); pool.Return(a); }")]
    [InlineData("""
        static readonly ArrayPool<string> s_p = Words.Pool.AsArrayPool();
        static ArrayPool<string> P => s_p;
        void M(string[] a) => P.Return(a);
        """)]
    [InlineData("void M(BufferPool<string> pool, string[] a) { pool.AsArrayPool().Return(a); }")]
    [InlineData("""
        static readonly ArrayPool<string> s_p = new PooledArrayPool<string>(64);
        void M(string[] a) { s_p.Return(a); }
        """)]
    [InlineData("""
        static PooledArrayPool<string> P { get; } = new PooledArrayPool<string>(64, new() { Clear = ClearPolicy.OnRent });
        void M(string[] a) { P.Return(a); }
        """)]
    public Task ReturnThroughAnAdapter_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("void M(string[] a) { [|Names.Pool.AsArrayPool().Return(a)|]; }")]
    [InlineData("void M(Entry[] a) { [|Entry.Buffer.Pool.AsArrayPool().Return(a)|]; }")]
    [InlineData("""
        static readonly ArrayPool<string> s_p = new PooledArrayPool<string>(64, new() { Clear = ClearPolicy.Never });
        void M(string[] a) { [|s_p.Return(a)|]; }
        """)]
    [InlineData("""
        static ArrayPool<string> s_pool = Words.Pool.AsArrayPool();
        void M(string[] a) { [|s_pool.Return(a)|]; }
        """)]
    [InlineData("""
        static readonly ArrayPool<string> s_p = Words.Pool.AsArrayPool();
        static C() => s_p = ArrayPool<string>.Create();
        void M(string[] a) { [|s_p.Return(a)|]; }
        """)]
    [InlineData("""
        static ArrayPool<string> Strings { get; set; } = Words.Pool.AsArrayPool();
        void M(string[] a) { [|Strings.Return(a)|]; }
        """)]
    public Task ReturnToAPoolThatMayKeepReferences_IsHinted(string markup) => Diagnosed(markup);
}
