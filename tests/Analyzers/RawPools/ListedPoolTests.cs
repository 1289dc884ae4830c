namespace PooledGen.Analyzers.Tests;

/// <summary>The rules see the pools that the option <c>pooledgen_pools</c> lists as they see <c>ArrayPool</c>, and <c>ObjectPool</c> without it.</summary>
public class ListedPoolTests() : RawPoolTest("PG02")
{
    protected override string Option => "pooledgen_pools = Net.CryptoPool.Rent:Return | Net.Outer.Builders.Take:Put|Code.ObjectPool<T>.Allocate:Free"
        + " | Code.Builder.GetInstance:Free | Code.Builder.GetInstance:ToStringAndFree";

    protected override string Wrap(string snippet) => $$"""
        {{base.Wrap($$"""
            readonly Code.ObjectPool<List<int>> _lists = new();
            readonly Code.DerivedPool _builders = new();
            readonly Microsoft.Extensions.ObjectPool.ObjectPool<StringBuilder> _objects = null!;
            {{snippet}}
        """)}}
        namespace Net
        {
            static class CryptoPool
            {
                internal static byte[] Rent(int length) => new byte[length];
                internal static void Return(byte[] array, int used = -1) { }
            }

            class Outer
            {
                internal static class Builders
                {
                    internal static StringBuilder Take() => new();
                    internal static void Put(int capacity, StringBuilder builder) { }
                }
            }
        }
        namespace Code
        {
            class ObjectPool<T> where T : class, new() { internal T Allocate() => new(); internal void Free(T item) { } }
            class DerivedPool : ObjectPool<StringBuilder>;
            class Builder
            {
                internal static Builder GetInstance() => new();
                internal StringBuilder Text { get; } = new();
                internal void Free() { }
                internal string ToStringAndFree() => "";
            }
        }
        namespace Microsoft.Extensions.ObjectPool
        {
            abstract class ObjectPool<T> where T : class { public abstract T Get(); public abstract void Return(T obj); }
        }
        """;

    // The hints, too.
    protected override bool IsAsked(Microsoft.CodeAnalysis.Diagnostic diagnostic)
        => diagnostic.Id.StartsWith("PG", StringComparison.Ordinal) || base.IsAsked(diagnostic);

    [Theory]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Net.CryptoPool.Rent(n);
            Net.CryptoPool.Return(a);
            {|PG0218:Net.CryptoPool.Return(a, n)|};
        }
        """)]
    [InlineData("""
        void M()
        {
            var l = _lists.Allocate();
            l.Add(1);
            _lists.Free(l);
            if (Ask()) {|PG0201:_lists.Free(l)|};
        }
        """)]
    [InlineData("""
        void M()
        {
            var b = _builders.Allocate();
            b.Append(1);
            _builders.Free(b);
            {|PG0218:_builders.Free(b)|};
        }
        """)]
    [InlineData("void M() { var b = Code.Builder.GetInstance(); b.Free(); {|PG0218:b.Free()|}; }")]
    [InlineData("void M(List<int> l) { _lists.Free(l); {|PG0218:_lists.Free(l)|}; }")]
    [InlineData("""
        void M()
        {
            var l = _lists.Allocate();
            Free(l);
            {|PG0218:_lists.Free(l)|};
        }

        void Free(List<int> l)
        {
            l.Clear();
            _lists.Free(l);
        }
        """)]
    [InlineData("void M() { var b = _objects.Get(); _objects.Return(b); {|PG0218:_objects.Return(b)|}; }")]
    [InlineData("""
        void M(Code.Builder b)
        {
            Free(b);
            {|PG0218:b.Free()|};
        }

        static void Free(Code.Builder b)
        {
            b.Text.Clear();
            b.Free();
        }
        """)]
    [InlineData("""
        void M()
        {
            var b = Net.Outer.Builders.Take();
            Net.Outer.Builders.Put(1, b);
            {|PG0218:Net.Outer.Builders.Put(2, b)|};
        }
        """)]
    public Task ObjectReturnedTwice_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        int M(int n)
        {
            byte[] a = Net.CryptoPool.Rent(n);
            Net.CryptoPool.Return(a);
            return {|PG0202:a|}[0];
        }
        """)]
    [InlineData("""
        int M()
        {
            var l = _lists.Allocate();
            l.Add(1);
            _lists.Free(l);
            return {|PG0202:l|}.Count;
        }
        """)]
    [InlineData("""
        string M()
        {
            var b = Code.Builder.GetInstance();
            string s = b.ToStringAndFree();
            {|PG0202:b|}.Text.Append(1);
            return s;
        }
        """)]
    [InlineData("string M() { var b = _objects.Get(); _objects.Return(b); return {|PG0202:b|}.ToString(); }")]
    [InlineData("""
        int M(int n)
        {
            byte[] a = Get(n);
            Net.CryptoPool.Return(a);
            return {|PG0202:a|}[0];
        }

        byte[] Get(int n) => Net.CryptoPool.Rent(n);
        """)]
    public Task ObjectUsedAfterItsReturn_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        void M(int n)
        {
            byte[] a = {|PG0203:Net.CryptoPool.Rent(n)|};
            Fill(a);
            if (Ask()) return;
            Net.CryptoPool.Return(a);
        }
        """)]
    [InlineData("void M() { var l = {|PG0203:_lists.Allocate()|}; l.Add(1); }")]
    [InlineData("""
        void M()
        {
            var b = {|PG0203:Code.Builder.GetInstance()|};
            b.Text.Append(1);
            if (Ask()) return;
            b.Free();
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            var l = {|PG0204:_lists.Allocate()|};
            l.Add(s.ReadByte());
            _lists.Free(l);
        }
        """)]
    [InlineData("""
        sealed class D : IDisposable
        {
            byte[] _a = {|PG0203:Net.CryptoPool.Rent(1)|};
            public void Dispose() { }
            int M() => _a[0];
        }
        """)]
    public Task ObjectNotReturned_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Net.CryptoPool.Rent(n);
            try { Fill(a); }
            finally { Net.CryptoPool.Return(a); }
        }
        """)]
    [InlineData("""
        string M()
        {
            var b = Code.Builder.GetInstance();
            b.Text.Append(1);
            return b.ToStringAndFree();
        }
        """)]
    [InlineData("""
        string M()
        {
            var b = _builders.Allocate();
            try { return b.Append(1).ToString(); }
            finally { _builders.Free(b); }
        }
        """)]
    [InlineData("void M() { var b = _builders.Allocate(); _builders.Free(b.Append(1)); }")]
    [InlineData("void M() { _builders.Free(_builders.Allocate().Append(1)); }")]
    [InlineData("List<int> M() { var l = _lists.Allocate(); l.Add(1); return l; }")]
    [InlineData("""
        List<int>? _l;
        void M() { _l = _lists.Allocate(); }

        void N()
        {
            if (_l is { } l)
            {
                _l = null;
                _lists.Free(l);
            }
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            var b = _objects.Get();
            b.Append(s.ReadByte());
            if (Ask()) return;
            _objects.Return(b);
        }
        """)]
    [InlineData("void M() { var b = _objects.Get(); b.Append(1); }")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Net.CryptoPool.Rent(n);
            foreach (byte b in a) Ask();
            Net.CryptoPool.Return(a);
        }
        """)]
    [InlineData("""
        void M(IDisposable d, Stream s)
        {
            using (s) s.ReadByte();
            s.Dispose();
            d.Dispose();
            d.Dispose();
        }
        """)]
    [InlineData("""
        sealed class D : IDisposable
        {
            Code.ObjectPool<List<int>> _p = new();
            List<int> _l = [];
            public void Dispose() { _p.Free(_l); }
        }
        """)]
    [InlineData("""
        void M()
        {
            var b = _builders.Allocate();
            var c = Copy(b);
            _builders.Free(b);
            c.Append(1);
        }

        StringBuilder Copy(StringBuilder b) => new(b.ToString());
        """)]
    public Task ObjectReturnedOnce_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_SpeaksOfAnObject() => Diagnosed(
        "int M() { var l = _lists.Allocate(); _lists.Free(l); return {|PG0202:l|}.Count; }",
        "'l' has been returned before; the object may belong to another rental by now, so return it after its last use");
}
