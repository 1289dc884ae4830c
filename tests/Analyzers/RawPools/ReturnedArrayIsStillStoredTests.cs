namespace PooledGen.Analyzers.Tests;

public class ReturnedArrayIsStillStoredTests() : RawPoolTest("PG0208")
{
    [Theory]
    [InlineData("byte[]? _f; public void Dispose() { if (_f != null) [|Pool.Return(_f)|]; }")]
    [InlineData("readonly byte[] _f = Pool.Rent(5); public void Dispose() => [|Pool.Return(_f)|];")]
    [InlineData("byte[] _f = []; public void M(int n) { _f = Pool.Rent(n); Fill(_f); [|Pool.Return(_f)|]; }")]
    [InlineData("byte[] _f = []; void M(int n) { byte[] a = Pool.Rent(n); _f = a; Fill(a); [|Pool.Return(a)|]; }")]
    [InlineData("byte[] _f = []; public void M() { byte[] a = _f; if (a.Length > 0) [|Pool.Return(a)|]; }")]
    [InlineData("static byte[] s_f = []; public void M() { byte[] a = s_f; [|s_pool.Return(a, true)|]; }")]
    [InlineData("struct S { byte[] _f; public void Dispose() { byte[] a = _f; if (a is not null) [|Pool.Return(a)|]; } }")]
    [InlineData("struct S { readonly byte[] _f; public readonly void Dispose() { if (_f != null) [|Pool.Return(_f)|]; } }")]
    [InlineData("byte[] _f = []; Stream _s = Stream.Null; public void Close() { _s.Dispose(); [|Pool.Return(_f)|]; }")]
    [InlineData("byte[] _f = []; Stream _s = Stream.Null; public void Close() { if (_s.CanRead) [|Pool.Return(_f)|]; }")]
    [InlineData("byte[]? _f; int _n; public void Dispose() { Clear(); if (_f != null) [|Pool.Return(_f)|]; } void Clear() { _n = 0; Console.Write(_n); }")]
    [InlineData("byte[] _f = []; bool _isDisposed; public void Dispose() { _isDisposed = true; [|Pool.Return(_f)|]; }")]
    [InlineData("byte[] _f = []; public bool Is { get; private set; } public void Dispose() { [|Pool.Return(_f)|]; Is = true; Console.Write(Is); }")]
    [InlineData("byte[] _f = []; bool _is; bool Is => _is; public ValueTask DisposeAsync() { [|Pool.Return(_f)|]; _is = true; return default; }")]
    [InlineData("byte[] _f = []; bool _is; public void Dispose() { if (!_is) { _is = true; Console.Write(1); } [|Pool.Return(_f)|]; }")]
    [InlineData("byte[] _f = []; Stream? _s; public void Dispose() { _s?.Dispose(); _s = null; [|Pool.Return(_f)|]; }")]
    [InlineData("byte[] _f = []; Stream? _s; public void Dispose() { this._s?.Dispose(); this._s = null; [|Pool.Return(_f)|]; }")]
    [InlineData("byte[] _f = []; Stream? _s; public void Dispose() { if (_s != null) { _s.Dispose(); _s = null; } [|Pool.Return(_f)|]; }")]
    [InlineData("byte[] _f = []; Stream _s = Stream.Null; public void Close() { if (_s.CanRead) { _s.Dispose(); } [|Pool.Return(_f)|]; }")]
    [InlineData("byte[] _f = []; bool _is; protected virtual void Dispose(bool now) "
        + "{ try { if (now && !_is) { _is = true; throw new Exception(); } } finally { [|Pool.Return(_f)|]; } }")]
    public Task FieldThatKeepsTheArray_IsDiagnosedAtTheReturn(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("byte[]? _f; public void Dispose() { if (_f != null) Pool.Return(_f); _f = null; }")]
    [InlineData("byte[]? _f; public void Dispose() { if (_f != null) { Pool.Return(_f); _f = null; } }")]
    [InlineData("byte[]? _f; public void Dispose() { byte[]? a = _f; _f = null; if (a != null) Pool.Return(a); }")]
    [InlineData("byte[]? _f; public void Dispose() { byte[]? a = Interlocked.Exchange(ref _f, null); if (a != null) Pool.Return(a); }")]
    [InlineData("byte[] _f = []; bool _isDisposed; public void Dispose() { if (_isDisposed) return; _isDisposed = true; Pool.Return(_f); }")]
    [InlineData("byte[] _f = []; public void Grow(int n) { byte[] old = _f; _f = Pool.Rent(n); old.CopyTo(_f, 0); Pool.Return(old); }")]
    [InlineData("byte[] _f = []; public void Clear() { Pool.Return(_f); _f = Array.Empty<byte>(); }")]
    [InlineData("byte[]? _f; public void Dispose() { Pool.Return(_f!); Reset(); } void Reset() { _f = null; }")]
    [InlineData("ref struct S { byte[] _f; int _n; public void Dispose() { byte[] a = _f; this = default; if (a != null) Pool.Return(a); } }")]
    [InlineData("byte[] _f = []; ~C() { Pool.Return(_f); }")]
    [InlineData("byte[] _f = []; int _count; public void Release() { if (Interlocked.Decrement(ref _count) == 0) Pool.Return(_f); }")]
    [InlineData("byte[] _f = []; Stream? _s; public void Close() { if (_s == null) return; _s.Dispose(); _s = null; Pool.Return(_f); }")]
    [InlineData("byte[] _f = []; Stream _s = Stream.Null; public void Close() { if (!_s.CanRead) return; _s.Dispose(); Pool.Return(_f); }")]
    [InlineData("byte[] _f = []; int _state; public void End() { Volatile.Write(ref _state, 2); Pool.Return(_f); }")]
    [InlineData("readonly struct S { readonly byte[] _f; public void Dispose() { if (_f != null) Pool.Return(_f); } }")]
    [InlineData("readonly ref struct S { readonly byte[] _f; public void Dispose() { byte[] a = _f; Pool.Return(a); } }")]
    [InlineData("byte[]? _f; public void Dispose() { Free(); _f = null; } private void Free() { Pool.Return(_f!); }")]
    [InlineData("byte[] _f = []; bool _is; void Check() { if (_is) throw new Exception(); } public void Dispose() { Check(); Pool.Return(_f); _is = true; }")]
    [InlineData("byte[] _f = []; bool _is; bool Is => _is; public void Dispose() { if (Is) return; Pool.Return(_f); _is = true; }")]
    [InlineData("byte[] _f = []; bool _is; public void Dispose() { if (!_is) Dispose(true); } void Dispose(bool now) { Pool.Return(_f); _is = now; }")]
    [InlineData("byte[] _f = []; bool _isOver; public void End() { Pool.Return(_f); _isOver = true; Console.Write(_isOver); }")]
    [InlineData("class B { protected bool Is; } class D : B { byte[] _f = []; public void Dispose() { Pool.Return(_f); Is = true; } }")]
    [InlineData("byte[] _f = []; bool _is; public void Dispose() { bool was = _is; _is = true; if (!was) Pool.Return(_f); }")]
    [InlineData("byte[] _f = []; bool _is; public void Dispose() { if (!_is) { _is = true; Pool.Return(_f); } }")]
    [InlineData("byte[] _f = []; Stream? _s; public void Dispose() { if (_s != null) { _s = null; Pool.Return(_f); } }")]
    [InlineData("byte[] _f = []; bool _is; public void Dispose() { if (_is) { Console.Write(1); return; } _is = true; Pool.Return(_f); }")]
    [InlineData("byte[] _f = []; bool _is; public void Dispose() { try { if (_is) return; _is = true; Pool.Return(_f); } finally { Console.Write(1); } }")]
    [InlineData("byte[] _f = []; bool _is, _done; public void Dispose() { if (_done) return; _done = true; Dispose(true); } "
        + "protected virtual void Dispose(bool now) { if (!_is) { _is = now; Console.Write(1); } Pool.Return(_f); }")]
    public Task FieldThatForgetsTheArray_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_NamesTheField() => Diagnosed(
        "byte[]? _f; public void Dispose() { if (_f != null) [|Pool.Return(_f)|]; }",
        "'_f' still leads to the array that is returned here; set the field to null, or a second Dispose returns the array again");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("byte[]? _f; public void Dispose() { if (_f != null) [|Pool.Return(_f)|]; }");
}
