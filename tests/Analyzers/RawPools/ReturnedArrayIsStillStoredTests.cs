using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Analyzers.Tests;

public class ReturnedArrayIsStillStoredTests() : RawPoolTest("PG0208")
{
    private static readonly CaseFile s_fieldThatForgetsTheArray = new("RawPools/ReturnedArrayIsStillStored.FieldThatForgetsTheArray.txt");
    private static readonly CaseFile s_fieldOfAnObjectWithAFlag = new("RawPools/ReturnedArrayIsStillStored.FieldOfAnObjectWithAFlag.txt");
    private static readonly CaseFile s_fieldThatKeepsTheArray = new("RawPools/ReturnedArrayIsStillStored.FieldThatKeepsTheArray.txt");
    private static readonly CaseFile s_fieldThatKeepsNoView = new("RawPools/ReturnedArrayIsStillStored.FieldThatKeepsNoView.txt");

    private string? _framework;

    public static TheoryData<string> FieldThatForgetsTheArray => s_fieldThatForgetsTheArray.Names;

    public static TheoryData<string> FieldOfAnObjectWithAFlag => s_fieldOfAnObjectWithAFlag.Names;

    public static TheoryData<string> FieldThatKeepsTheArray => s_fieldThatKeepsTheArray.Names;

    public static TheoryData<string> FieldThatKeepsNoView => s_fieldThatKeepsNoView.Names;

    // The rule speaks of types that are visible outside of their assembly.
    protected override string Wrap(string snippet) => base.Wrap(snippet).Replace("\nclass C\n", "\npublic class C\n", StringComparison.Ordinal);

    protected override CSharpCompilation Compile(string source) => _framework is null
        ? base.Compile(source)
        : base.Compile(source).AddReferences(CSharpCompilation.Create(_framework).ToMetadataReference());

    [Theory]
    [InlineData("""
        internal sealed class Message : IDisposable
        {
            private readonly byte[] _body = Pool.Rent(64);

            public void Dispose() => Pool.Return(_body);
        }
        """)]
    [InlineData("""
        internal struct Page()
        {
            private readonly byte[] _array = Pool.Rent(64);

            public void Dispose()
            {
                byte[] array = _array;
                Pool.Return(array);
            }
        }
        """)]
    [InlineData("""
        private static class Frames
        {
            public sealed class Frame
            {
                private byte[] _last = [];

                public void Read(Stream stream)
                {
                    _last = Pool.Rent(64);
                    stream.ReadExactly(_last, 0, 64);
                    Pool.Return(_last);
                }
            }
        }
        """)]
    [InlineData("private protected static class Arrays { public static void Free(ref byte[]? array) => Pool.Return(array!); }")]
    public Task TypeThatOnlyItsProjectSees_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        protected class Message : IDisposable
        {
            private readonly byte[] _body = Pool.Rent(64);

            public void Dispose() => [|Pool.Return(_body)|];
        }
        """)]
    [InlineData("""
        public struct Page()
        {
            private readonly byte[] _array = Pool.Rent(64);

            public void Dispose()
            {
                byte[] array = _array;
                [|Pool.Return(array)|];
            }
        }
        """)]
    [InlineData("public static class Arrays { public static void Free(ref byte[]? array) => [|Pool.Return(array!)|]; }")]
    public Task TypeThatOtherProjectsSee_IsDiagnosed(string markup) => Diagnosed(markup);

    // The code that gets the stream does not know its type, and may dispose it a second time.
    [Fact]
    public Task InternalTypeThatOverridesTheFramework_IsDiagnosed() => Diagnosed("""
        internal sealed class Pages : MemoryStream
        {
            private readonly byte[] _page = Pool.Rent(64);

            protected override void Dispose(bool disposing)
            {
                base.Dispose(disposing);
                [|Pool.Return(_page)|];
            }
        }
        """);

    // What other assemblies get as a visible type, they may dispose twice.
    [Theory]
    [InlineData("""
        public abstract class Content : IDisposable
        {
            public abstract void Dispose();
            public static Content Create(int n) => new Pooled(n);

            private sealed class Pooled(int n) : Content
            {
                private readonly byte[] _body = Pool.Rent(n);
                public override void Dispose() => [|Pool.Return(_body, true)|];
            }
        }
        """)]
    [InlineData("""
        public class Content { public virtual void Close() { } }

        internal sealed class Pooled(int n) : Content
        {
            private readonly byte[] _body = Pool.Rent(n);
            public override void Close() => [|Pool.Return(_body)|];
        }
        """)]
    [InlineData("""
        public interface ILease : IDisposable { Span<byte> Span { get; } }
        public static ILease Get(int n) => new Lease(n);

        private sealed class Lease(int n) : ILease
        {
            private readonly byte[] _array = Pool.Rent(n);
            public Span<byte> Span => _array.AsSpan(0, n);
            public void Dispose() => [|Pool.Return(_array)|];
        }
        """)]
    [InlineData("""
        public static IMemoryOwner<T> Get<T>(int n)
        {
            var owner = new Owner<T>(n);
            return owner;
        }

        private sealed class Owner<T>(int n) : IMemoryOwner<T>
        {
            private readonly T[] _array = ArrayPool<T>.Shared.Rent(n);
            public Memory<T> Memory => _array.AsMemory(0, n);
            void IDisposable.Dispose() => [|ArrayPool<T>.Shared.Return(_array)|];
        }
        """)]
    [InlineData("""
        public async Task<IDisposable> Get(int n) { await Task.Yield(); return n < 0 ? throw new ArgumentException() : (IDisposable)new Lease(n); }

        internal sealed class Lease(int n) : IDisposable
        {
            private readonly byte[] _array = Pool.Rent(n);
            public void Dispose() => [|Pool.Return(_array)|];
        }
        """)]
    public Task HiddenTypeThatOthersGetAsAVisibleOne_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        public abstract class Content : IDisposable
        {
            private bool _isDisposed;
            protected abstract void End();
            public void Dispose() { if (!_isDisposed) End(); _isDisposed = true; }

            private sealed class Pooled(int n) : Content
            {
                private readonly byte[] _body = Pool.Rent(n);
                protected override void End() => Pool.Return(_body);
            }
        }
        """)]
    [InlineData("""
        internal interface ILease : IDisposable { }
        internal static ILease Get(int n) => new Lease(n);

        private sealed class Lease(int n) : ILease
        {
            private readonly byte[] _array = Pool.Rent(n);
            public void Dispose() => Pool.Return(_array);
        }
        """)]
    [InlineData("""
        public void Use(int n) { using var lease = new Lease(n); lease.Read(); }
        internal IDisposable Get(int n) => new Lease(n);
        public int Count(int n) { IDisposable Make() { return new Lease(n); } using (Make()) return 1; }

        private sealed class Lease(int n) : IDisposable
        {
            private readonly byte[] _array = Pool.Rent(n);
            public int Read() => _array[0];
            public void Dispose() => Pool.Return(_array);
        }
        """)]
    [InlineData("""
        public IEnumerator<byte> GetEnumerator() => new Bytes();

        private sealed class Bytes : IEnumerator<byte>
        {
            private readonly byte[] _array = Pool.Rent(9);
            public byte Current => _array[0];
            object System.Collections.IEnumerator.Current => Current;
            public bool MoveNext() => true;
            public void Reset() { }
            public void Dispose() => Pool.Return(_array);
        }
        """)]
    public Task HiddenTypeThatOthersDoNotEnd_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("public byte[] Data { get; } = Pool.Rent(9); public void Dispose() => [|Pool.Return(Data)|];")]
    [InlineData("byte[]? Data { get; set; } public void Dispose() { if (Data != null) [|Pool.Return(Data)|]; }")]
    [InlineData("static byte[] Data { get; set; } = Pool.Rent(9); public static void End() => [|Pool.Return(Data)|];")]
    [InlineData("public byte[] Data { get; set { [|Pool.Return(field)|]; Fill(value); } } = Pool.Rent(9);")]
    [InlineData("public byte[] Data { get; set { Pool.Return(field); field = value; } } = Pool.Rent(9); public void Dispose() => [|Pool.Return(Data)|];")]
    [InlineData("""
        public byte[]? Data { get => field ??= Pool.Rent(9); private set; }
        public void Dispose() { if (Data is { } data) [|Pool.Return(data)|]; }
        """)]
    [InlineData("byte[]? _f; byte[] Data => _f ??= Pool.Rent(9); public void Dispose() { [|Pool.Return(Data)|]; }")]
    [InlineData("byte[] _f = []; byte[] Data { get { return this._f; } } public void Dispose() { [|Pool.Return(Data)|]; }")]
    [InlineData("public record Body(byte[] Data) : IDisposable { public void Dispose() => [|Pool.Return(Data)|]; }")]
    public Task PropertyThatKeepsTheArray_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("public byte[]? Data { get; set; } public void Dispose() { if (Data != null) Pool.Return(Data); Data = null; }")]
    [InlineData("public byte[] Data { get; private set; } = []; public void Dispose() { byte[] a = Data; Data = []; Pool.Return(a); }")]
    [InlineData("public byte[] Data { get; private set; } = []; public void M(int n) { Pool.Return(Data); Data = Pool.Rent(n); }")]
    [InlineData("public byte[] Data { get; } = []; bool IsOver { get; set; } public void Dispose() { if (IsOver) return; IsOver = true; Pool.Return(Data); }")]
    [InlineData("byte[]? _f; byte[]? Data => _f; public void Dispose() { if (Data != null) Pool.Return(Data); _f = null; }")]
    [InlineData("byte[]? _f; byte[]? Data { get => _f; set => _f = value; } public void Dispose() { if (Data is { } a) { Data = null; Pool.Return(a); } }")]
    [InlineData("protected virtual byte[] Data { get; } = []; public void Dispose() => Pool.Return(Data);")]
    [InlineData("byte[] Data => Pool.Rent(9); public void Dispose() => Pool.Return(Data);")]
    [InlineData("public byte[]? Data { get => field ??= Pool.Rent(9); private set; } public void Dispose() { Pool.Return(Data!); Data = null; }")]
    public Task PropertyThatForgetsTheArray_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("xunit.core")]
    [InlineData("xunit.v3.core")]
    [InlineData("nunit.framework")]
    [InlineData("MSTest.TestFramework")]
    [InlineData("Microsoft.VisualStudio.TestPlatform.TestFramework")]
    [InlineData("TUnit.Core")]
    [InlineData("BenchmarkDotNet")]
    public Task ProjectOfTestsOrBenchmarks_IsSilent(string framework)
    {
        _framework = framework;
        return Silent("readonly byte[] _array = Pool.Rent(5); public void Dispose() => Pool.Return(_array);");
    }

    [Fact]
    public Task ProjectWithAnotherPackage_IsDiagnosed()
    {
        _framework = "xunit.abstractions";
        return Diagnosed("readonly byte[] _array = Pool.Rent(5); public void Dispose() => [|Pool.Return(_array)|];");
    }

    [Theory]
    [MemberData(nameof(FieldThatKeepsTheArray))]
    public Task FieldThatKeepsTheArray_IsDiagnosedAtTheReturn(string name) => Diagnosed(s_fieldThatKeepsTheArray[name]);

    // The rule does not judge what a flag does, but for a path that changes nothing. A readonly method cannot set its field.
    [Theory]
    [MemberData(nameof(FieldOfAnObjectWithAFlag))]
    public Task FieldOfAnObjectWithAFlag_IsSilent(string name) => Silent(s_fieldOfAnObjectWithAFlag[name]);

    // The base class asks before it calls the method.
    [Fact]
    public Task FieldThatAnOverrideReturns_IsSilent() => Silent("""
        public abstract class Resource : IDisposable
        {
            public bool IsDisposed { get; private set; }

            public void Dispose()
            {
                if (!IsDisposed)
                {
                    IsDisposed = true;
                    Dispose(true);
                }
            }

            protected abstract void Dispose(bool isDisposing);
        }

        public sealed class Page : Resource
        {
            private readonly byte[] _array = Pool.Rent(64);

            protected override void Dispose(bool isDisposing) => Pool.Return(_array);
        }
        """);

    // The reference to its base class is missing.
    [Fact]
    public Task FieldThatAnOverrideOfAnUnknownMethodReturns_IsSilent() => Silent("""
        public sealed class Page : {|CS0246:Resource|}
        {
            private readonly byte[] _array = Pool.Rent(64);

            protected override void Dispose(bool isDisposing) => Pool.Return(_array);
        }
        """);

    [Theory]
    [InlineData("""
        public ref struct Block
        {
            byte[] _array;

            public void Dispose()
            {
                if (_array != null) Pool.Return(_array);
            }
        }
        """)]
    [InlineData("""
        public struct Block
        {
            byte[] _array;

            public readonly void Dispose()
            {
                if (_array != null) Pool.Return(_array);
            }
        }
        """)]
    public Task FieldOfAStructThatIsDisposedOnce_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        Memory<byte> _m;

        void M(Stream s)
        {
            byte[] b = Pool.Rent(4);
            try { _m = b.AsMemory(0, s.Read(b, 0, 4)); }
            finally { [|Pool.Return(b)|]; }
        }
        """)]
    [InlineData("""
        ArraySegment<byte> _s;

        void M(Stream s)
        {
            byte[] b = Pool.Rent(4);
            Fill(b);
            _s = new ArraySegment<byte>(b, 0, 4);
            [|Pool.Return(b)|];
        }
        """)]
    [InlineData("""
        Task _t = Task.CompletedTask;

        void M(Stream s)
        {
            byte[] b = Pool.Rent(4);
            _t = s.WriteAsync(b, 0, 4);
            [|Pool.Return(b)|];
        }
        """)]
    public Task FieldThatKeepsAView_IsDiagnosedAtTheReturn(string markup) => Diagnosed(markup);

    [Theory]
    [MemberData(nameof(FieldThatKeepsNoView))]
    public Task FieldThatKeepsNoView_IsSilent(string name) => Silent(s_fieldThatKeepsNoView[name]);

    [Theory]
    [InlineData("""
        static bool Try(Stream s, out ReadOnlyMemory<byte> m)
        {
            byte[] a = Pool.Rent(9);
            try { m = a.AsMemory(0, s.Read(a, 0, 9)); return true; }
            finally { [|Pool.Return(a)|]; }
        }
        """)]
    [InlineData("public void Free(ref byte[]? b) { if (b != null) [|Pool.Return(b)|]; }")]
    [InlineData("""
        bool _is;

        public void Free(ref byte[] b)
        {
            if (_is) return;
            _is = true;
            [|Pool.Return(b)|];
        }
        """)]
    [InlineData("""
        static bool Try(out byte[] b)
        {
            b = Pool.Rent(9);
            try
            {
                Fill(b);
                return true;
            }
            finally
            {
                [|Pool.Return(b)|];
            }
        }
        """)]
    [InlineData("private void Get(out byte[] b) { b = Pool.Rent(9); Fill(b); [|Pool.Return(b)|]; }")]
    [InlineData("""
        private void Get(ref ArraySegment<byte> s)
        {
            byte[] a = Pool.Rent(9);
            Fill(a);
            s = new(a, 0, 9);
            [|Pool.Return(a)|];
        }
        """)]
    public Task CallersVariableThatKeepsTheArray_IsDiagnosedAtTheReturn(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("public void Free(ref byte[]? b) { if (b != null) Pool.Return(b); b = null; }")]
    [InlineData("""
        public void Free(ref byte[]? b)
        {
            byte[]? a = b;
            b = null;
            if (a != null) Pool.Return(a);
        }
        """)]
    [InlineData("private void Free(ref byte[]? b) { if (b != null) Pool.Return(b); }")]
    [InlineData("public void M(byte[] b) { Free(ref b); static void Free(ref byte[] b) => Pool.Return(b); }")]
    [InlineData("""
        static bool Try(out byte[] b)
        {
            b = Pool.Rent(9);
            Fill(b);
            if (b[0] > 0) return true;
            Pool.Return(b);
            return false;
        }
        """)]
    [InlineData("public void Free(in byte[] b) => Pool.Return(b);")]
    [InlineData("""
        static void Get(Stream s, out byte[] m)
        {
            byte[] a = Pool.Rent(9);
            try { m = a.AsSpan(0, s.Read(a, 0, 9)).ToArray(); }
            finally { Pool.Return(a); }
        }
        """)]
    [InlineData("""
        static bool Try(Stream s, out byte[]? b)
        {
            b = Pool.Rent(9);
            if (s.Read(b, 0, 9) == 9) return true;
            Pool.Return(b);
            b = null;
            return false;
        }
        """)]
    public Task CallersVariableThatForgetsTheArray_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        byte[] _f = []; int _n;
        public void Add() { if (_n == _f.Length) Grow(); _f[_n++] = 1; }
        private void Grow() { byte[] next = {|PG0203:Pool.Rent(_n * 2)|}; _f.CopyTo(next, 0); [|Pool.Return(_f)|]; }
        """)]
    [InlineData("""
        byte[] _f = []; byte[] _other = [];
        public void Add() { Grow(); _f[0] = 1; }
        private void Grow() { byte[] next = Pool.Rent(9); Array.Copy(_f, next, 5); [|Pool.Return(_f)|]; _other = next; Console.Write(_other); }
        """)]
    public Task PrivateMethodThatMovesTheContents_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        byte[] _f = [];
        public void Add() { _f = Grow(); }

        private byte[] Grow()
        {
            byte[] n = Pool.Rent(9);
            _f.CopyTo(n, 0);
            Pool.Return(_f);
            return n;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        public void Add() { Grow(out _f); }

        private void Grow(out byte[] n)
        {
            n = Pool.Rent(9);
            _f.CopyTo(n, 0);
            Pool.Return(_f);
        }
        """)]
    public Task PrivateMethodThatGivesItsCallerTheNewArray_IsSilent(string source) => Silent(source);

    [Theory]
    [MemberData(nameof(FieldThatForgetsTheArray))]
    public Task FieldThatForgetsTheArray_IsSilent(string name) => Silent(s_fieldThatForgetsTheArray[name]);

    [Theory]
    [InlineData(
        "byte[]? _f; public void Dispose() { if (_f != null) [|Pool.Return(_f)|]; }",
        "'_f' still leads to the array that is returned here; set the field to null, or a second Dispose returns the array again")]
    [InlineData(
        "readonly byte[] _f = Pool.Rent(5); public void Dispose() => [|Pool.Return(_f)|];",
        "'_f' still leads to the array that is returned here; record in a flag that it was returned, and leave the method first where the flag is set")]
    [InlineData(
        "public byte[]? Data { get; set; } public void Dispose() { if (Data != null) [|Pool.Return(Data)|]; }",
        "'Data' still leads to the array that is returned here; set the property to null, or a second Dispose returns the array again")]
    [InlineData(
        "Memory<byte> _m; void M() { byte[] a = Pool.Rent(9); Fill(a); _m = a; [|Pool.Return(a)|]; }",
        "'_m' still leads to the array that is returned here; store a copy, or return the array after the last use of the field")]
    [InlineData(
        "void M(out Memory<byte> m) { byte[] a = Pool.Rent(9); Fill(a); m = a; [|Pool.Return(a)|]; }",
        "'m' still leads to the array that is returned here; give the caller a copy, or let the caller return the array")]
    [InlineData(
        "public void Free(ref byte[] b) => [|Pool.Return(b)|];",
        "'b' still leads to the array that is returned here; set the parameter to null, or the caller returns the array again")]
    [InlineData("""
        byte[] _f = [], _g = [], _h = [];

        public void Dispose()
        {
            [|Pool.Return(_f)|];
            Pool.Return(_g);
            if (_h.Length > 0) Pool.Return(_h);
        }
        """,
        "'_f', '_g' and '_h' still lead to the arrays that are returned here; set the fields to null, or a second Dispose returns the arrays again")]
    [InlineData("""
        readonly byte[] _f = Pool.Rent(5), _g = Pool.Rent(6);

        public void Dispose()
        {
            [|Pool.Return(_f)|];
            Pool.Return(_g);
        }
        """,
        "'_f' and '_g' still lead to the arrays that are returned here; record in a flag that they were returned, "
            + "and leave the method first where the flag is set")]
    [InlineData("""
        byte[] _f = [];

        public void M(bool b)
        {
            if (b)
            {
                [|Pool.Return(_f)|];
                return;
            }
            Console.Write(1);
            Pool.Return(_f);
        }
        """,
        "'_f' still leads to the array that is returned here; set the field to null, or a second Dispose returns the array again")]
    [InlineData("public void Free(ref byte[] b, ref byte[] c) { [|Pool.Return(b)|]; Pool.Return(c); }",
        "'b' and 'c' still lead to the arrays that are returned here; set the parameters to null, or the caller returns the arrays again")]
    public Task Message_NamesTheHolder(string markup, string message) => Diagnosed(markup, message);

    // A field needs another cure than a parameter, and a field that cannot be set another than one that can.
    [Theory]
    [InlineData("""
        byte[] _f = [];

        public void Free(ref byte[] b)
        {
            [|Pool.Return(b)|];
            [|Pool.Return(_f)|];
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        readonly byte[] _g = Pool.Rent(5);

        public void Dispose()
        {
            [|Pool.Return(_f)|];
            [|Pool.Return(_g)|];
        }
        """)]
    public Task HoldersWithDifferentCures_AreDiagnosedEach(string markup) => Diagnosed(markup);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        byte[]? _f;

        public void Dispose()
        {
            if (_f != null) [|Pool.Return(_f)|];
        }
        """);
}
