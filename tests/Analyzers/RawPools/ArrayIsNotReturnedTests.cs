namespace PooledGen.Analyzers.Tests;

public class ArrayIsNotReturnedTests() : RawPoolTest("PG0203")
{
    private static readonly CaseFile s_everyPathReturns = new("RawPools/ArrayIsNotReturned.EveryPathReturns.txt");
    private static readonly CaseFile s_pathWithoutReturn = new("RawPools/ArrayIsNotReturned.PathWithoutReturn.txt");
    private static readonly CaseFile s_fieldThatMayBeReturned = new("RawPools/ArrayIsNotReturned.FieldThatMayBeReturned.txt");

    private const string Growing = """
        byte[] _b = Pool.Rent(64); List<byte[]> _old = [];
        void Close() { var b = _b; _b = null!; if (b != null) Pool.Return(b); }
        void Grow() {
        """;

    public static TheoryData<string> EveryPathReturns => s_everyPathReturns.Names;

    public static TheoryData<string> PathWithoutReturn => s_pathWithoutReturn.Names;

    public static TheoryData<string> FieldThatMayBeReturned => s_fieldThatMayBeReturned.Names;

    [Theory]
    [MemberData(nameof(PathWithoutReturn))]
    public Task PathWithoutReturn_IsDiagnosedAtTheRent(string name) => Diagnosed(s_pathWithoutReturn[name]);

    // A reference to an element lends the array.
    [Theory]
    [InlineData("""
        void M(int n, byte[] to)
        {
            byte[] a = [|Pool.Rent(n)|];
            Unsafe.CopyBlockUnaligned(ref to[0], ref a[0], (uint)n);
        }
        """)]
    [InlineData("""
        void M(int n, byte[] to)
        {
            byte[] a = [|Pool.Rent(n)|];
            ReadOnlySpan<byte> all = a;
            Unsafe.CopyBlockUnaligned(ref to[0], ref MemoryMarshal.GetReference(all), (uint)n);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            Change(ref a[0]);
            if (n > 5) return;
            Pool.Return(a);
        }

        static void Change(ref byte first) => first = 1;
        """)]
    [InlineData("""
        int M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            return Unsafe.ReadUnaligned<int>(ref MemoryMarshal.GetArrayDataReference(a));
        }
        """)]
    public Task ArrayWhoseElementsAreLent_IsDiagnosed(string markup) => Diagnosed(Qualified(markup));

    [Theory]
    [InlineData("ref byte M(int n) { byte[] a = Pool.Rent(n); return ref Unsafe.Add(ref a[0], 1); }")]
    [InlineData("""
        ref byte M(int n)
        {
            byte[] a = Pool.Rent(n);
            return ref Same(ref a[0]);
        }

        static ref byte Same(ref byte first) => ref first;
        """)]
    [InlineData("""
        ref struct Place
        {
            ref byte _first;
            public Place(ref byte first) => _first = ref first;
        }

        Place M(int n)
        {
            byte[] a = Pool.Rent(n);
            return new Place(ref a[0]);
        }
        """)]
    [InlineData("""
        ref struct Place
        {
            ref byte _first;

            public void Set([System.Diagnostics.CodeAnalysis.UnscopedRef] ref byte first)
                => _first = ref first;
        }

        Place M(int n)
        {
            byte[] a = Pool.Rent(n);
            var place = new Place();
            place.Set(ref a[0]);
            return place;
        }
        """)]
    [InlineData("""
        ref struct Place { public ref byte First; }

        static void Set(ref Place place, [System.Diagnostics.CodeAnalysis.UnscopedRef] ref byte first)
            => place.First = ref first;

        Place M(int n)
        {
            byte[] a = Pool.Rent(n);
            var place = new Place();
            Set(ref place, ref a[0]);
            return place;
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            Take(ref a);
        }

        static void Take(ref byte[] all) { }
        """)]
    public Task ArrayThatAReferenceKeeps_IsSilent(string source) => Silent(Qualified(source));

    // LinkDotNet.StringBuilder's builder did so when it grew: nobody could return its new array.
    [Theory]
    [InlineData("Span<byte> M(int n) { byte[] a = [|Pool.Rent(n)|]; return a.AsSpan(0, n); }")]
    [InlineData("ReadOnlySpan<byte> M(int n) { Span<byte> s = [|Pool.Rent(n)|]; s.Clear(); return s; }")]
    [InlineData("Span<byte> M(int n) => [|Pool.Rent(n)|].AsSpan(0, n);")]
    [InlineData("Span<byte> M(int n) { byte[] a = [|Pool.Rent(n)|]; return MemoryMarshal.CreateSpan(ref a[0], n); }")]
    [InlineData("void M(out Span<byte> s, int n) { s = [|Pool.Rent(n)|]; }")]
    [InlineData("""
        ref struct Builder
        {
            Span<byte> _all;
            byte[]? _rented;

            void Grow(int n)
            {
                Span<byte> larger = [|Pool.Rent(n)|];
                _all.CopyTo(larger);
                if (_rented != null)
                    Pool.Return(_rented);
                _all = larger;
            }
        }
        """)]
    [InlineData("""
        ref struct Builder
        {
            Span<byte> _all;
            byte[]? _rented;

            void Grow(int n, bool keep)
            {
                byte[] larger = [|Pool.Rent(n)|];
                _all.CopyTo(larger);
                _all = larger;
                if (keep)
                    _rented = larger;
            }
        }
        """)]
    public Task ArrayOfWhichOnlyASpanIsLeft_IsDiagnosed(string markup) => Diagnosed(Qualified(markup));

    [Fact]
    public Task Message_OfAnArrayOfWhichOnlyASpanIsLeft_SaysToKeepTheArray() => Diagnosed(
        "Span<byte> M(int n) { byte[] a = [|Pool.Rent(n)|]; return a; }",
        "'a' is not returned on every path; other code gets only a span, by which nobody can return an array, so keep the array, too");

    [Theory]
    [InlineData("Span<byte> M(int n, out byte[] a) { a = Pool.Rent(n); return a.AsSpan(0, n); }")]
    [InlineData("Span<byte> M(int n, ref byte[]? a) { Span<byte> s = n < 100 ? new byte[100] : a = Pool.Rent(n); return s; }")]
    [InlineData("Memory<byte> M(int n) { byte[] a = Pool.Rent(n); return a.AsMemory(0, n); }")]
    [InlineData("Span<byte> M(int n) { byte[] a = Pool.Rent(n); _owned = a; return a; } byte[]? _owned;")]
    [InlineData("Span<byte> M(int n, List<byte[]> all) { byte[] a = Pool.Rent(n); all.Add(a); return a; }")]
    [InlineData("""
        ref struct Builder
        {
            Span<byte> _all;
            byte[]? _rented;

            void Grow(int n)
            {
                byte[] larger = Pool.Rent(n);
                _all.CopyTo(larger);
                byte[]? old = _rented;
                _all = _rented = larger;
                if (old != null)
                    Pool.Return(old);
            }
        }
        """)]
    public Task ArrayThatIsKeptBesideItsSpan_IsSilent(string source) => Silent(Qualified(source));

    private static string Qualified(string code) => code
        .Replace("Unsafe.", "System.Runtime.CompilerServices.Unsafe.", StringComparison.Ordinal)
        .Replace("MemoryMarshal.", "System.Runtime.InteropServices.MemoryMarshal.", StringComparison.Ordinal);

    [Theory]
    [InlineData("""
        class D : IDisposable
        {
            readonly byte[] _b = [|Pool.Rent(64)|];
            int R(Stream s) => s.Read(_b, 0, 64);
            public void Dispose() { }
        }
        """)]
    [InlineData("""
        class D
        {
            byte[] _b;
            D(int n) { _b = [|Pool.Rent(n)|]; }
            int R(Stream s) => s.Read(this._b.AsSpan(1)) + _b.Length;
            void Close() { }
        }
        """)]
    [InlineData("""
        struct D
        {
            byte[] _b;
            void Open() => _b ??= [|Pool.Rent(5)|];

            void M()
            {
                foreach (byte b in _b) Read(_b);
            }

            public void Dispose() { }
        }
        """)]
    [InlineData("""
        class D
        {
            byte[] _b = [|Pool.Rent(9)|];
            async Task M(Stream s) => await s.ReadAsync(_b.AsMemory(1));
            ValueTask DisposeAsync() => default;
        }
        """)]
    [InlineData("""
        class D : IDisposable
        {
            byte[] _b = [|Pool.Rent(5)|];

            void M(byte[] a)
            {
                a.CopyTo(_b, 0);
                Pool.Return(a);
            }

            void IDisposable.Dispose() { }
        }
        """)]
    [InlineData("""
        partial class D
        {
            byte[] _b = [|Pool.Rent(5)|];
            byte First => _b == null ? (byte)0 : _b[0];
        }

        partial class D { void Close() { } }
        """)]
    [InlineData("""
        class D : IDisposable
        {
            byte[]? _b = [|Pool.Rent(5)|];
            byte First => _b![0];
            public void Dispose() => _b = null;
        }
        """)]
    [InlineData("""
        class D
        {
            byte[] _b = [];
            void Open(int n) { _b = [|Pool.Rent(n)|]; }
            byte First => _b[0];
            void Close() { _b = []; }
        }
        """)]
    public Task FieldThatNoMemberReturns_IsDiagnosedAtTheRent(string markup) => Diagnosed(markup);

    // Other code sees the member. The type is known to end what it rents, because it returns another array that at least as much code sees.
    [Theory]
    [InlineData("""
        public sealed class D : IDisposable
        {
            internal readonly byte[] _a = Pool.Rent(5);
            internal readonly byte[] _b;
            public D() => _b = [|Pool.Rent(9)|];

            public D(D other)
            {
                _b = [|Pool.Rent(9)|];
                Array.Copy(other._b, _b, 9);
            }

            public void Dispose() => Pool.Return(_a);
        }
        """)]
    [InlineData("""
        public class D : IDisposable
        {
            public byte[] A { get; private set; } = Pool.Rent(5);
            public byte[] B { get; private set; } = [|Pool.Rent(5)|];
            public void Dispose() => Free();

            void Free()
            {
                Pool.Return(A);
                A = [];
            }
        }
        class E { byte M(D d) => d.B[d.A[0]]; int N(D d) => Read(d.B.AsSpan(0, 1)) + d.B.Length; }
        """)]
    [InlineData("""
        class D
        {
            protected byte[]? _a, _b;

            void Open()
            {
                _a ??= Pool.Rent(5);
                _b ??= [|Pool.Rent(5)|];
            }

            void Close()
            {
                if (_a != null) Pool.Return(_a);
                _a = null;
                _b = null;
            }
        }
        class E : D { byte First => _b![0]; }
        """)]
    [InlineData("class D { byte[] B { get; } = [|Pool.Rent(5)|]; byte First => B[0]; void Dispose() { } }")]
    public Task MemberThatNoMemberReturns_IsDiagnosedAtTheRent(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("", "class E { void M(D d) => Pool.Return(d.B); }")]
    [InlineData("", "class E { byte[] M(D d) => d.B; }")]
    [InlineData("", "class E { void M(D d) => d.B = Pool.Rent(5); }")]
    [InlineData("", "class E { void M(D d) { if (d is { B: var b }) Pool.Return(b); } }")]
    [InlineData("", "class E : D { public void Free() => Pool.Return(B); }")]
    [InlineData("", "class E { readonly List<byte[]> _all = []; void M(D d) => _all.Add(d.B); }")]
    [InlineData("public byte[] All => B;", "")]
    [InlineData("public void Give() => Pool.Return(B);", "")]
    public Task MemberThatOtherCodeMayReturn_IsSilent(string member, string other) => Silent($$"""
        class D
        {
            public byte[] A { get; set; } = Pool.Rent(5);
            public byte[] B { get; set; } = Pool.Rent(5);
            public void Dispose() => Pool.Return(A);
            {{member}}
        }
        {{other}}
        """);

    [Theory]
    [InlineData("byte[] _a = Pool.Rent(5); internal byte[] B { get; } = Pool.Rent(5);")]
    [InlineData("internal byte[] _a = new byte[16]; internal byte[] B { get; } = Pool.Rent(5);")]
    [InlineData("internal byte[] _a = Pool.Rent(5); public virtual byte[] B { get; } = Pool.Rent(5);")]
    [InlineData("internal byte[] _a = Pool.Rent(5); internal static byte[] B { get; } = Pool.Rent(5);")]
    [InlineData("internal byte[] _a = Pool.Rent(5); public byte[] B { get; } = Pool.Rent(5);", "I")]
    public Task MemberOfATypeThatMayLeaveItToOthers_IsSilent(string members, string? type = null)
        => Silent($$"""
            interface I { byte[] B { get; } }
            class D {{(type is null ? "" : $": {type}")}} { {{members}} void Dispose() => Pool.Return(_a); }
            """);

    [Theory]
    [MemberData(nameof(FieldThatMayBeReturned))]
    public Task FieldThatMayBeReturned_IsSilent(string name) => Silent(s_fieldThatMayBeReturned[name]);

    private const string Takers = """
        byte[] Take(int n) => Pool.Rent(n);

        byte[] Filled(int n)
        {
            byte[] a = Pool.Rent(n);
            Fill(a);
            a[0] = 1;
            return a;
        }

        byte[] Maybe(int n) => n > 9 ? Pool.Rent(n) : new byte[n];
        protected virtual byte[] Own(int n) => Pool.Rent(n);
        readonly List<byte[]> _all = new();

        byte[] Known(int n)
        {
            byte[] a = Pool.Rent(n);
            _all.Add(a);
            return a;
        }

        byte[] _kept = [];

        byte[] Kept(int n)
        {
            _kept = Pool.Rent(n);
            return _kept;
        }
        """;

    [Theory]
    [InlineData("int M(int n) { byte[] a = [|Take(n)|]; Fill(a); return a[0]; }")]
    [InlineData("int M(int n) { byte[] a = [|Filled(n)|]; return a[0]; }")]
    [InlineData("""
        int M(int n)
        {
            byte[] a = [|Take(n)|];
            if (Ask()) return 0;
            Fill(a);
            Pool.Return(a);
            return 1;
        }
        """)]
    [InlineData("int M(int n) => Read([|Take(n)|].AsSpan(0, n));")]
    public Task ArrayOfAHelperThatAlwaysRents_IsDiagnosedAtTheCall(string markup) => Diagnosed(Class(markup));

    [Theory]
    [InlineData("int M(int n) { byte[] a = Maybe(n); Fill(a); return a[0]; }")]
    [InlineData("int M(int n) { byte[] a = Own(n); Fill(a); return a[0]; }")]
    [InlineData("int M(int n) { byte[] a = Known(n); Fill(a); return a[0]; }")]
    [InlineData("int M(int n) { byte[] a = Kept(n); Fill(a); return a[0]; }")]
    [InlineData("byte[] M(int n) { byte[] a = Take(n); Fill(a); return a; }")]
    [InlineData("void M(int n) { byte[] a = Take(n); Fill(a); _kept = a; }")]
    [InlineData("""
        int M(int n)
        {
            byte[] a = Take(n);
            try
            {
                Fill(a);
                return a[0];
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("void M(int n, Action<byte[]> use) { byte[] a = Take(n); use(a); }")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Take(n);
            Free(a);
        }

        void Free(byte[] a)
        {
            if (Ask()) Pool.Return(a);
            else _all.Add(a);
        }
        """)]
    public Task ArrayThatTheCallerMayKeep_IsSilent(string source) => Silent(Class(source));

    // A flag beside the array says whether it was rented, or the method may give an array that nobody has rented.
    [Theory]
    [InlineData("""
        byte[] Get(int n, out bool pooled)
        {
            byte[] a;
            if (n > 9) { pooled = true; a = Pool.Rent(n); }
            else { pooled = false; a = _kept; }
            return a;
        }
        """)]
    [InlineData("""
        byte[] Get(int n, out bool pooled)
        {
            byte[] a = _kept;
            if (pooled = n > a.Length) a = Pool.Rent(n);
            return a;
        }
        """)]
    [InlineData("""
        byte[] Get(int n, out bool pooled)
        {
            byte[] a;
            switch (n)
            {
                case > 9: pooled = true; a = Pool.Rent(n); break;
                default: pooled = false; a = new byte[n]; break;
            }
            return a;
        }
        """)]
    [InlineData("byte[] Get(int n, out bool pooled) { byte[] a = (pooled = n > 9) ? Pool.Rent(n) : _kept; return a; }")]
    [InlineData("byte[] Get(int n, out bool pooled) { byte[] a = n > 9 ? Pool.Rent(n) : null!; pooled = a != null; return a ?? _kept; }")]
    [InlineData("byte[] Get(int n, out bool pooled) { if (_kept is { } a) { a = Pool.Rent(n); } else { a = []; } pooled = a.Length > 0; return a; }")]
    [InlineData("byte[] Get(int n, out bool pooled) { pooled = true; return Pool.Rent(n); }")]
    [InlineData("byte[] Get(int n, ref Kind pooled) { pooled = Kind.Rented; return Pool.Rent(n); }", "Kind pooled = default; byte[] a = Get(n, ref pooled);",
        "pooled == Kind.Rented")]
    [InlineData("byte[] Get(int n) { byte[] a; if (_isPooled = n > 9) a = Pool.Rent(n); else a = _kept; return a; }", "byte[] a = Get(n);", "_isPooled")]
    [InlineData("byte[] Get(int n) { byte[] a = _kept; if (n > a.Length) a = Pool.Rent(n); return a; }", "byte[] a = Get(n);", "a != _kept")]
    public Task ArrayWithAFlagThatSaysWhetherItWasRented_IsSilent(
        string helper, string call = "byte[] a = Get(n, out bool pooled);", string condition = "pooled")
        => Silent(Class($$"""
            enum Kind { New, Rented }
            bool _isPooled;
            {{helper}}

            void M(int n)
            {
                {{call}}
                try { Fill(a); }
                finally { if ({{condition}}) Pool.Return(a); }
            }
            """));

    [Theory]
    [InlineData("byte[] Get(int n) { byte[] a = null!; if (n > 9) a = Pool.Rent(n); else a = Pool.Rent(9); return a; }")]
    [InlineData("byte[] Get(int n) { byte[] a = n > 9 ? Pool.Rent(n) : Pool.Rent(9); return a; }")]
    public Task ArrayOfAHelperWithSeveralRents_IsDiagnosedAtTheCall(string helper) => Diagnosed(Class($$"""
        {{helper}}
        int M(int n) { byte[] a = [|Get(n)|]; return a[0]; }
        """));

    private static string Class(string method) => $"class D {{ {Takers}{method} }}";

    // Such an object may keep its array: it lives as long as the process, or it is used again.
    [Theory]
    [InlineData("class D { readonly byte[] _b = Pool.Rent(64); int R(Stream s) => s.Read(_b, 0, 64); }")]
    [InlineData("""
        class D
        {
            static Stack<D> s_all = new();
            byte[] _b = Pool.Rent(64);
            byte First => _b[0];
            void Dispose() { s_all.Push(this); }
        }
        """)]
    public Task FieldOfAnObjectWithoutAnEnd_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("var n = Pool.Rent(_b.Length * 2); _b.CopyTo(n, 0); [|_b = n|];")]
    [InlineData("byte[] n = Pool.Rent(_b.Length * 2); Array.Copy(_b, n, 5); [|this._b = n|];")]
    [InlineData("""
        var n = Pool.Rent(_b.Length * 2);
        _b.AsSpan(0, 5).CopyTo(n);
        n[5] = 1;
        [|_b = n|];
        _b[6] = 2;
        """)]
    [InlineData("""
        if (_b.Length > 9) return;
        var n = Pool.Rent(9);
        Buffer.BlockCopy(_b, 0, n, 0, 5);
        [|_b = n|];
        """)]
    public Task GrowthThatLosesTheOldArray_IsDiagnosedAtTheAssignment(string markup) => Diagnosed($"{Growing}{markup} }}");

    [Theory]
    [InlineData("var n = Pool.Rent(_b.Length * 2); _b.CopyTo(n, 0); Pool.Return(_b); _b = n;")]
    [InlineData("var n = Pool.Rent(_b.Length * 2); _b.CopyTo(n, 0); var old = _b; _b = n; Pool.Return(old);")]
    [InlineData("var n = Pool.Rent(_b.Length * 2); _b.CopyTo(n, 0); Close(); _b = n;")]
    [InlineData("var n = Pool.Rent(_b.Length * 2); _b.CopyTo(n, 0); _old.Add(_b); _b = n;")]
    [InlineData("var n = Pool.Rent(_b.Length * 2); _b.CopyTo(n, 0); _old.Add(n); _b = n;")]
    [InlineData("var n = Pool.Rent(_b.Length * 2); _b.CopyTo(n, 0); (_b, n) = (n, _b); Pool.Return(n);")]
    [InlineData("""
        var n = Pool.Rent(5);
        try
        {
            _b.AsSpan(0, 5).CopyTo(n);
            Fill(n);
        }
        finally
        {
            Pool.Return(n);
        }
        """)]
    public Task GrowthThatReturnsOrKeepsTheOldArray_IsSilent(string source) => Silent($"{Growing}{source} }}");

    [Theory]
    [InlineData("""
        byte[] _b;
        C(byte[] b) => _b = b;

        void Grow()
        {
            var n = Pool.Rent(9);
            _b.CopyTo(n, 0);
            _b = n;
        }

        void End()
        {
            Pool.Return(_b);
            _b = null!;
        }
        """)]
    [InlineData("""
        byte[] _b = new byte[5];

        void Grow()
        {
            var n = Pool.Rent(9);
            _b.CopyTo(n, 0);
            _b = n;
        }

        void Close()
        {
            Pool.Return(_b);
            _b = null!;
        }
        """)]
    [InlineData("""
        byte[] _b;

        void Grow()
        {
            var n = Pool.Rent(9);
            _b.CopyTo(n, 0);
            _b = n;
        }

        void Add()
        {
            var old = _b;
            Grow();
            Pool.Return(old);
        }
        """)]
    [InlineData("byte[] _b; void Grow() { var n = Pool.Rent(9); _b.CopyTo(n, 0); _b = n; }")]
    [InlineData("""
        volatile byte[] _b;

        void Grow()
        {
            var n = Pool.Rent(9);
            _b.CopyTo(n, 0);
            _b = n;
        }

        void End()
        {
            Pool.Return(_b);
            _b = null!;
        }
        """)]
    [InlineData("""
        byte[] _b = s_a;
        static byte[] s_a = [];

        void G()
        {
            var n = Pool.Rent(9);
            _b.CopyTo(n, 0);
            _b = n;
        }

        void E()
        {
            Pool.Return(_b);
            _b = s_a;
        }
        """)]
    public Task GrowthOfAnArrayThatOthersOwn_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_OfGrowth_SaysThatTheOldArrayIsLost() => Diagnosed(
        $"{Growing}var n = Pool.Rent(_b.Length * 2); _b.CopyTo(n, 0); [|_b = n|]; }}",
        "'_b' is not returned before it is replaced here; return the old array to its pool after the copy");

    [Fact]
    public Task Message_OfAField_NamesTheMemberThatEndsTheObject() => Diagnosed(
        "class D { readonly byte[] _b = [|Pool.Rent(64)|]; byte First => _b[0]; void Close() { } }",
        "'_b' is not returned by any member of 'D'; return it in Close");

    [Theory]
    [MemberData(nameof(EveryPathReturns))]
    public Task EveryPathReturns_IsSilent(string name) => Silent(s_everyPathReturns[name]);

    // The source of the method is not available. It keeps the new array, and gives the old one.
    [Theory]
    [InlineData("Pool.Return(x.Resize(a));")]
    [InlineData("byte[] old = x.Resize(a); Pool.Return(old);")]
    [InlineData("Pool.Return(x.SwapBuffer(a));")]
    [InlineData("byte[] old = x.ExchangeArray(a); Pool.Return(old);")]
    [InlineData("x.ReplaceBy(a);")]
    public Task ArrayThatAMethodExchanges_IsSilent(string use) => Silent(Exchanging(use));

    [Theory]
    [InlineData("Pool.Return(x.Compress(a));")]
    [InlineData("byte[] other = x.Compress(a); Pool.Return(other);")]
    public Task ArrayOfWhichAMethodMakesAnother_IsDiagnosed(string use) => Diagnosed(Exchanging(use, "[|", "|]"));

    private static string Exchanging(string use, string before = "", string after = "")
        => $$"""
            interface I
            {
                byte[] Resize(byte[] a);
                byte[] SwapBuffer(byte[] a);
                byte[] ExchangeArray(byte[] a);
                void ReplaceBy(byte[] a);
                byte[] Compress(byte[] a);
            }

            void M(I x, int n)
            {
                byte[] a = {{before}}Pool.Rent(n){{after}};
                {{use}}
            }
            """;

    // The object holds the array, or a view of it, until a test of its type takes it out again.
    [Theory]
    [InlineData("""
        void M(Action<ArraySegment<byte>> f)
        {
            object o;
            byte[] a = Pool.Rent(5);
            o = new ArraySegment<byte>(a, 0, 5);
            if (o is ArraySegment<byte> s)
            {
                f(s);
                Pool.Return(s.Array!);
            }
        }
        """)]
    [InlineData("void M() { object o = Pool.Rent(5); if (o is byte[] a) { Fill(a); Pool.Return(a); } }")]
    [InlineData("""
        void M()
        {
            object o = Pool.Rent(5);
            Fill((byte[])o);
            if (o is byte[]) Pool.Return((byte[])o);
        }
        """)]
    [InlineData("""
        void M()
        {
            object o = Pool.Rent(5);
            switch (o)
            {
                case byte[] a:
                    Fill(a);
                    Pool.Return(a);
                    break;
            }
        }
        """)]
    public Task ArrayInAnObject_ThatATestTakesOut_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        void M(object other)
        {
            object o = [|Pool.Rent(5)|];
            Fill((byte[])o);
            if (other is byte[] a) Pool.Return((byte[])o);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            object o = [|Pool.Rent(5)|];
            Fill((byte[])o);
            if (n > 5 && o is byte[] a) Pool.Return(a);
        }
        """)]
    public Task ArrayInAnObject_ThatAnotherConditionLeaves_IsDiagnosed(string markup) => Diagnosed(markup);

    // One bug is reported once.
    [Theory]
    [InlineData("""
        void M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            byte[] b = Pool.Rent(n);
            if (n > 5) return;
            Pool.Return(a);
            Pool.Return(b);
        }
        """,
        "'a' and 'b' are not returned on every path; return them before every exit from the method, or in a finally block")]
    [InlineData("""
        int M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            if (n > 5)
            {
                Pool.Return(a);
                a = Pool.Rent(2 * n);
            }
            return a[0];
        }
        """,
        "'a' is not returned on every path; return it before every exit from the method, or in a finally block")]
    public Task SeveralRentals_AreReportedOnce(string markup, string message) => Diagnosed(markup, message);

    [Fact]
    public Task Message_NamesTheVariable() => Diagnosed(
        "int M(int n) { byte[] a = [|Pool.Rent(n)|]; Fill(a); return a[0]; }",
        "'a' is not returned on every path; return it before every exit from the method, or in a finally block");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        int M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            Fill(a);
            return a[0];
        }
        """);

    // No return at all is another mistake than a return that an exception skips: there is nothing to put into a finally block.
    [Fact]
    public Task ArrayThatNothingReturns_IsDiagnosedThoughACatchRethrows() => Diagnosed("""
        async Task Run(Func<CancellationToken, Task> attempt) => await attempt(default);

        interface IClient
        {
            Task<int> DownloadAsync(byte[] buffer, CancellationToken token);
        }

        async Task M(IClient client, Memory<byte> buffer, CancellationToken token)
        {
            await Run(async token =>
            {
                var rented = [|Pool.Rent(buffer.Length)|];
                int read;
                try
                {
                    read = await client.DownloadAsync(rented, token);
                }
                catch (Exception)
                {
                    Console.Error.WriteLine();
                    throw;
                }

                if (read != 5)
                {
                    throw new InvalidOperationException();
                }

                rented.AsMemory(0, buffer.Length).CopyTo(buffer);
            });
        }
        """);

    // What a call does that does not bind, or that binds at run time, is not known: it may keep the array, in the method or in one that it calls.
    [Theory]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); {|CS0103:Missing|}(a); }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); {|CS0103:Missing|}.Take(a); }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); new {|CS0246:Missing|}(a); }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); {|CS1501:Read|}(a, n); }")]
    [InlineData("void M(int n, dynamic d) { byte[] a = Pool.Rent(n); d.Take(a); }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); Send(a); } static void Send(byte[] a) => {|CS0103:Missing|}(a);")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); Send(a); } static void Send(byte[] a) => new {|CS0246:Missing|}(a);")]
    [InlineData("void M(int n, object o) { byte[] a = Pool.Rent(n); Send(o, a); } static void Send(dynamic d, byte[] a) => d.Take(a);")]
    public Task ArrayOfACallThatDoesNotBind_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; Fill(a); {|CS0103:Missing|}(n); }")]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; {|CS0103:Missing|}(a.Length); }")]
    [InlineData("void M(int n, dynamic d) { byte[] a = [|Pool.Rent(n)|]; d.Take(a[0]); }")]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; Send(a); } static void Send(byte[] a) => {|CS0103:Missing|}(a[0]);")]
    [InlineData("void M(int n, object o) { byte[] a = [|Pool.Rent(n)|]; Send(o, a); } static void Send(dynamic d, byte[] a) => d.Take(a.Length);")]
    public Task CallThatDoesNotBindAndGetsNoArray_IsDiagnosed(string markup) => Diagnosed(markup);

    // The source of the callee is not at hand, and a parameter of it says that it may return the array.
    [Theory]
    [InlineData("bool isRented")]
    [InlineData("bool fromPool")]
    [InlineData("bool ownsBuffer")]
    [InlineData("bool takeOwnership")]
    public Task ArrayOfACalleeThatIsToldWhoReturnsIt_IsSilent(string parameters) => Silent(WrittenTo(parameters, "Pool.Rent(n)"));

    [Theory]
    [InlineData("bool flush")]
    [InlineData("int rented")]
    public Task ArrayOfACalleeThatIsNotTold_IsDiagnosed(string parameters) => Diagnosed(WrittenTo(parameters, "[|Pool.Rent(n)|]"));

    private static string WrittenTo(string parameters, string rent) => $$"""
        interface ISink { void Write({{parameters}}, byte[] data); }

        void M(ISink sink, int n)
        {
            byte[] a = {{rent}};
            sink.Write(default, a);
        }
        """;
}
