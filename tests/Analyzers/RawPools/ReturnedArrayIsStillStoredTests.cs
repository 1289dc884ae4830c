using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Analyzers.Tests;

public class ReturnedArrayIsStillStoredTests() : RawPoolTest("PG0208")
{
    private string? _framework;

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
    [InlineData("byte[]? _f; public void Dispose() { if (_f != null) [|Pool.Return(_f)|]; }")]
    [InlineData("""
        byte[] _f = [];
        public void Dispose() { [|Give(_f)|]; }
        static void Give(byte[] a) => Pool.Return(a);
        """)]
    [InlineData("""
        byte[]? _f;

        public void Dispose()
        {
            if (_f != null) [|Give(_f)|];
        }

        static void Give(byte[] a) => Pool.Return(a);
        """)]
    [InlineData("readonly byte[] _f = Pool.Rent(5); public void Dispose() => [|Pool.Return(_f)|];")]
    [InlineData("byte[] _f = []; public void M(int n) { _f = Pool.Rent(n); Fill(_f); [|Pool.Return(_f)|]; }")]
    [InlineData("""
        byte[] _f = [];

        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            _f = a;
            Fill(a);
            [|Pool.Return(a)|];
        }
        """)]
    [InlineData("byte[] _f = []; public void M() { byte[] a = _f; if (a.Length > 0) [|Pool.Return(a)|]; }")]
    [InlineData("static byte[] s_f = []; public void M() { byte[] a = s_f; [|s_pool.Return(a, true)|]; }")]
    [InlineData("""
        public struct S
        {
            byte[] _f;

            public void Dispose()
            {
                byte[] a = _f;
                if (a is not null) [|Pool.Return(a)|];
            }
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream _s = Stream.Null;

        public void Close()
        {
            _s.Dispose();
            [|Pool.Return(_f)|];
        }
        """)]
    [InlineData("""
        byte[]? _f;
        int _n;

        public void Dispose()
        {
            Clear();
            if (_f != null) [|Pool.Return(_f)|];
        }

        void Clear()
        {
            _n = 0;
            Console.Write(_n);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream? _s;

        public void Dispose()
        {
            _s?.Dispose();
            _s = null;
            [|Pool.Return(_f)|];
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream? _s;

        public void Dispose()
        {
            this._s?.Dispose();
            this._s = null;
            [|Pool.Return(_f)|];
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        static bool s_is;

        public void Dispose()
        {
            if (s_is) return;
            s_is = true;
            [|Pool.Return(_f)|];
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        static int s_count;

        public void Dispose()
        {
            Interlocked.Decrement(ref s_count);
            [|Pool.Return(_f)|];
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        static int s_count;

        public void Dispose()
        {
            s_count--;
            [|Pool.Return(_f)|];
        }
        """)]
    public Task FieldThatKeepsTheArray_IsDiagnosedAtTheReturn(string markup) => Diagnosed(markup);

    // The rule does not judge whether a flag guards the return. A readonly method cannot set its field.
    [Theory]
    [InlineData("""
        public struct S
        {
            readonly byte[] _f;

            public readonly void Dispose()
            {
                if (_f != null) Pool.Return(_f);
            }
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream _s = Stream.Null;

        public void Close()
        {
            if (_s.CanRead) Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _isDisposed;

        public void Dispose()
        {
            _isDisposed = true;
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        public bool Is { get; private set; }

        public void Dispose()
        {
            Pool.Return(_f);
            Is = true;
            Console.Write(Is);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;
        bool Is => _is;

        public ValueTask DisposeAsync()
        {
            Pool.Return(_f);
            _is = true;
            return default;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;

        public void Dispose()
        {
            if (!_is)
            {
                _is = true;
                Console.Write(1);
            }
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream? _s;

        public void Dispose()
        {
            if (_s != null)
            {
                _s.Dispose();
                _s = null;
            }
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream _s = Stream.Null;

        public void Close()
        {
            if (_s.CanRead) { _s.Dispose(); }
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;

        protected virtual void Dispose(bool now)
        {
            try
            {
                if (now && !_is)
                {
                    _is = true;
                    throw new Exception();
                }
            }
            finally
            {
                Pool.Return(_f);
            }
        }
        """)]
    [InlineData("""
        public partial class P
        {
            byte[] _f = [];
            bool _is;

            public void Dispose()
            {
                _is = true;
                Pool.Return(_f);
            }
        }

        public partial class P { public void M() { } }
        """)]
    [InlineData("""
        public class S : MemoryStream
        {
            byte[] _f = [];
            bool _is;

            protected override void Dispose(bool now)
            {
                Pool.Return(_f);
                _is = now;
            }

            bool Is => _is;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;
        bool Is => _is;
        public void Dispose() => Dispose(true);

        protected virtual void Dispose(bool now)
        {
            Pool.Return(_f);
            _is = now;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream? _s;
        bool _open;

        public void Dispose()
        {
            if (_s == null) return;
            if (!_open)
            {
                _s.Dispose();
                _s = null;
            }
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is, _logs;

        public void Dispose()
        {
            if (_is) return;
            if (_logs) { _is = true; }
            Pool.Return(_f);
        }
        """)]
    public Task FieldOfAnObjectWithAFlag_IsSilent(string source) => Silent(source);

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
    [InlineData("""
        byte[] _f = [];

        public void Dispose()
        {
            byte[] a = _f;
            _f = [];
            Give(a);
        }

        static void Give(byte[] a) => Pool.Return(a);
        """)]
    [InlineData("""
        byte[] _f = [];
        public void Dispose() => Give(_f);

        void Give(byte[] a)
        {
            Pool.Return(a);
            _f = [];
        }
        """)]
    [InlineData("""
        bool _p;
        byte[] _f = [];
        public void Dispose() => Give(_f);

        void Give(byte[] a)
        {
            if (_p) Pool.Return(a);
        }
        """)]
    [InlineData("""
        Memory<byte> _m;

        void M()
        {
            byte[] b = Pool.Rent(4);
            _m = b;
            Fill(b);
            _m = default;
            Pool.Return(b);
        }
        """)]
    [InlineData("""
        Memory<byte> _m;

        void M()
        {
            byte[] b = Pool.Rent(4);
            try
            {
                Fill(b);
                _m = b.AsSpan(0, 4).ToArray();
            }
            finally
            {
                Pool.Return(b);
            }
        }
        """)]
    [InlineData("""
        Task? _t;

        async Task M(Stream s)
        {
            byte[] b = Pool.Rent(4);
            _t = s.WriteAsync(b, 0, 4);
            await _t;
            Pool.Return(b);
        }
        """)]
    [InlineData("""
        Memory<byte> _m;

        private void M(byte[] b)
        {
            _m = b;
            Pool.Return(b);
            Reset();
        }

        void Reset() { _m = default; }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;
        Stream? _s;

        protected virtual void Dispose(bool now)
        {
            if (_is) return;
            if (now)
            {
                _s?.Dispose();
                _is = true;
            }
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;
        Stream? _s;

        public void Dispose()
        {
            if (_is) return;
            if (_s != null) { _s.Dispose(); }
            _is = true;
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[]? _f;

        public void Dispose()
        {
            byte[]? a = Interlocked.Exchange(ref _f, null);
            if (a is not null) Pool.Return(a);
        }
        """)]
    public Task FieldThatKeepsNoView_IsSilent(string source) => Silent(source);

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
    [InlineData("byte[]? _f; public void Dispose() { if (_f != null) Pool.Return(_f); _f = null; }")]
    [InlineData("byte[]? _f; public void Dispose() { if (_f != null) { Pool.Return(_f); _f = null; } }")]
    [InlineData("""
        byte[]? _f;

        public void Dispose()
        {
            byte[]? a = _f;
            _f = null;
            if (a != null) Pool.Return(a);
        }
        """)]
    [InlineData("""
        byte[]? _f;

        public void Dispose()
        {
            byte[]? a = Interlocked.Exchange(ref _f, null);
            if (a != null) Pool.Return(a);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _isDisposed;

        public void Dispose()
        {
            if (_isDisposed) return;
            _isDisposed = true;
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];

        public void Grow(int n)
        {
            byte[] old = _f;
            _f = Pool.Rent(n);
            old.CopyTo(_f, 0);
            Pool.Return(old);
        }
        """)]
    [InlineData("byte[] _f = []; public void Clear() { Pool.Return(_f); _f = Array.Empty<byte>(); }")]
    [InlineData("""
        byte[]? _f;

        public void Dispose()
        {
            Pool.Return(_f!);
            Reset();
        }

        void Reset() { _f = null; }
        """)]
    [InlineData("""
        public ref struct S
        {
            byte[] _f;
            int _n;

            public void Dispose()
            {
                byte[] a = _f;
                this = default;
                if (a != null) Pool.Return(a);
            }
        }
        """)]
    [InlineData("byte[] _f = []; ~C() { Pool.Return(_f); }")]
    [InlineData("""
        byte[] _f = [];
        int _count;

        public void Release()
        {
            if (Interlocked.Decrement(ref _count) == 0) Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream? _s;

        public void Close()
        {
            if (_s == null) return;
            _s.Dispose();
            _s = null;
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream _s = Stream.Null;

        public void Close()
        {
            if (!_s.CanRead) return;
            _s.Dispose();
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        int _state;

        public void End()
        {
            Volatile.Write(ref _state, 2);
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        int _i = -1;

        public void Dispose()
        {
            if (_i == int.MaxValue) return;
            _i = int.MaxValue;
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        const int Closed = 2;
        byte[] _f = [];
        int _s;

        public void Dispose()
        {
            if (_s == Closed) return;
            _s = Closed;
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        public readonly struct S
        {
            readonly byte[] _f;

            public void Dispose()
            {
                if (_f != null) Pool.Return(_f);
            }
        }
        """)]
    [InlineData("""
        public readonly ref struct S
        {
            readonly byte[] _f;

            public void Dispose()
            {
                byte[] a = _f;
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("""
        byte[]? _f;

        public void Dispose()
        {
            Free();
            _f = null;
        }

        private void Free() { Pool.Return(_f!); }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;

        void Check()
        {
            if (_is) throw new Exception();
        }

        public void Dispose()
        {
            Check();
            Pool.Return(_f);
            _is = true;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;
        bool Is => _is;

        public void Dispose()
        {
            if (Is) return;
            Pool.Return(_f);
            _is = true;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;

        public void Dispose()
        {
            if (!_is) Dispose(true);
        }

        void Dispose(bool now)
        {
            Pool.Return(_f);
            _is = now;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _isOver;

        public void End()
        {
            Pool.Return(_f);
            _isOver = true;
            Console.Write(_isOver);
        }
        """)]
    [InlineData("""
        public class B { protected bool Is; }

        public class D : B
        {
            byte[] _f = [];

            public void Dispose()
            {
                Pool.Return(_f);
                Is = true;
            }
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;

        public void Dispose()
        {
            bool was = _is;
            _is = true;
            if (!was) Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;

        public void Dispose()
        {
            if (!_is)
            {
                _is = true;
                Pool.Return(_f);
            }
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        Stream? _s;

        public void Dispose()
        {
            if (_s != null)
            {
                _s = null;
                Pool.Return(_f);
            }
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;

        public void Dispose()
        {
            if (_is)
            {
                Console.Write(1);
                return;
            }
            _is = true;
            Pool.Return(_f);
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;

        public void Dispose()
        {
            try
            {
                if (_is) return;
                _is = true;
                Pool.Return(_f);
            }
            finally
            {
                Console.Write(1);
            }
        }
        """)]
    [InlineData("""
        static byte[] s_f = [];
        static bool s_is;

        public void End()
        {
            if (s_is) return;
            s_is = true;
            Pool.Return(s_f);
        }
        """)]
    [InlineData("""
        public partial class P
        {
            byte[] _f = [];
            bool _is;

            public void Dispose()
            {
                Check();
                _is = true;
                Pool.Return(_f);
            }
        }

        public partial class P
        {
            void Check()
            {
                if (_is) throw new Exception();
            }
        }
        """)]
    [InlineData("""
        public class S : MemoryStream
        {
            byte[] _f = [];
            bool _is;

            protected override void Dispose(bool now)
            {
                if (_is) return;
                Pool.Return(_f);
                _is = true;
            }
        }
        """)]
    [InlineData("""
        public class B { protected virtual void Dispose(bool now) { } }

        public class D : B
        {
            byte[] _f = [];
            bool _is;

            protected override void Dispose(bool now)
            {
                Pool.Return(_f);
                _is = now;
            }

            bool Is => _is;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is;
        bool Is => _is;

        public void Dispose()
        {
            if (!Is) Dispose(true);
        }

        protected virtual void Dispose(bool now)
        {
            Pool.Return(_f);
            _is = now;
        }
        """)]
    [InlineData("""
        byte[] _f = [];
        bool _is, _done;

        public void Dispose()
        {
            if (_done) return;
            _done = true;
            Dispose(true);
        }

        protected virtual void Dispose(bool now)
        {
            if (!_is)
            {
                _is = now;
                Console.Write(1);
            }
            Pool.Return(_f);
        }
        """)]
    public Task FieldThatForgetsTheArray_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData(
        "byte[]? _f; public void Dispose() { if (_f != null) [|Pool.Return(_f)|]; }",
        "'_f' still leads to the array that is returned here; set the field to null, or a second Dispose returns the array again")]
    [InlineData(
        "readonly byte[] _f = Pool.Rent(5); public void Dispose() => [|Pool.Return(_f)|];",
        "'_f' still leads to the array that is returned here; record in a flag that it was returned, and leave the method first where the flag is set")]
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
