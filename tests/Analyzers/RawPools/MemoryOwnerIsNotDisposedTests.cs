namespace PooledGen.Analyzers.Tests;

public class MemoryOwnerIsNotDisposedTests() : RawPoolTest("PG0203")
{
    [Theory]
    [InlineData("""
        int M(int n)
        {
            var owner = [|MemoryPool<byte>.Shared.Rent(n)|];
            return owner.Memory.Length;
        }
        """)]
    [InlineData("int M(int n) => [|MemoryPool<byte>.Shared.Rent(n)|].Memory.Length;")]
    [InlineData("""
        void M(int n)
        {
            var owner = [|MemoryPool<byte>.Shared.Rent(n)|];
            if (Ask()) return;
            owner.Dispose();
        }
        """)]
    [InlineData("""
        void M(MemoryPool<char> pool)
        {
            IMemoryOwner<char> owner = [|pool.Rent()|];
            owner.Memory.Span.Clear();
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            var owner = [|MemoryPool<byte>.Shared.Rent(5)|];
            if (await s.ReadAsync(owner.Memory) > 0) owner.Dispose();
        }
        """)]
    [InlineData("""
        Memory<byte> M(int n)
        {
            var owner = [|MemoryPool<byte>.Shared.Rent(n)|];
            Read(owner.Memory.Span[..n]);
            owner = null;
            return default;
        }
        """)]
    public Task OwnerThatIsDropped_IsDiagnosedAtTheRent(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        int M(int n)
        {
            using var owner = MemoryPool<byte>.Shared.Rent(n);
            return owner.Memory.Length;
        }
        """)]
    [InlineData("int M(int n) { using (var owner = MemoryPool<byte>.Shared.Rent(n)) { return owner.Memory.Length; } }")]
    [InlineData("""
        int M(int n)
        {
            var owner = MemoryPool<byte>.Shared.Rent(n);
            using (owner) return owner.Memory.Length;
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            var owner = MemoryPool<byte>.Shared.Rent(n);
            try { Read(owner.Memory.Span[..n]); }
            finally { owner.Dispose(); }
        }
        """)]
    [InlineData("""
        IMemoryOwner<byte> M(int n)
        {
            var owner = MemoryPool<byte>.Shared.Rent(n);
            owner.Memory.Span.Clear();
            return owner;
        }
        """)]
    [InlineData("""
        IMemoryOwner<byte>? _f;

        void M(int n)
        {
            _f?.Dispose();
            _f = MemoryPool<byte>.Shared.Rent(n);
        }
        """)]
    [InlineData("void M(int n) { Keep(MemoryPool<byte>.Shared.Rent(n)); } void Keep(IMemoryOwner<byte> owner) { }")]
    [InlineData("""
        void M(int n)
        {
            IMemoryOwner<byte>? owner = n > 5 ? MemoryPool<byte>.Shared.Rent(n) : null;
            owner?.Memory.Span.Clear();
            owner?.Dispose();
        }
        """)]
    [InlineData("void M(int n) { IDisposable owner = MemoryPool<byte>.Shared.Rent(n); owner.Dispose(); }")]
    [InlineData("""
        void M(List<IMemoryOwner<byte>> all, int n)
        {
            var owner = MemoryPool<byte>.Shared.Rent(n);
            all.Add(owner);
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            using var owner = MemoryPool<byte>.Shared.Rent(5);
            await s.ReadAsync(owner.Memory[..5]);
        }
        """)]
    public Task OwnerThatIsDisposedOrHandedOn_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        class D
        {
            IMemoryOwner<byte> _o = [|MemoryPool<byte>.Shared.Rent(64)|];
            int R(Stream s) => s.Read(_o.Memory.Span);
            void Dispose() { }
        }
        """)]
    [InlineData("""
        class D
        {
            IMemoryOwner<byte> _o;
            D(MemoryPool<byte> p) => _o = [|p.Rent(4)|];
            Memory<byte> All => _o.Memory;
            void Dispose() { }
        }
        """)]
    public Task FieldThatNoMemberDisposes_IsDiagnosedAtTheRent(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        class D
        {
            IMemoryOwner<byte> _o = MemoryPool<byte>.Shared.Rent(64);
            int R() => _o.Memory.Span[0];
            void Dispose() => _o.Dispose();
        }
        """)]
    [InlineData("""
        class D
        {
            IMemoryOwner<byte> _o;
            D(MemoryPool<byte> p) => _o = p.Rent(4);
            Memory<byte> All => _o.Memory;
            void Dispose() => _o?.Dispose();
        }
        """)]
    [InlineData("""
        class D
        {
            IMemoryOwner<byte> _o;
            D(MemoryPool<byte> p) => _o = p.Rent(4);

            void Dispose()
            {
                using (_o) Read(_o.Memory.Span);
            }
        }
        """)]
    [InlineData("""
        class D
        {
            IMemoryOwner<byte> _o;

            D(MemoryPool<byte> p, List<IDisposable> all)
            {
                _o = p.Rent(4);
                all.Add(_o);
            }

            void Dispose() { }
        }
        """)]
    [InlineData("""
        class D
        {
            IMemoryOwner<byte> _o;
            D(MemoryPool<byte> p) => _o = p.Rent(4);
            IMemoryOwner<byte> Take() => _o;
            void Dispose() { }
        }
        """)]
    public Task FieldThatMayBeDisposed_IsSilent(string source) => Silent(source);

    private const string Queue = """
        readonly Queue<IMemoryOwner<byte>> _queue = new();
        IMemoryOwner<byte>? _kept;
        """;

    // Another path disposes it or hands it on, so the method owns it.
    [Theory]
    [InlineData("""
        void M(IMemoryOwner<byte> [|body|], int n)
        {
            if (n > 5) return;
            Read(body.Memory.Span);
            body.Dispose();
        }
        """)]
    [InlineData("""
        void M(IMemoryOwner<byte> [|body|], CancellationToken t)
        {
            if (t.IsCancellationRequested) return;
            _queue.Enqueue(body);
        }
        """)]
    [InlineData("void M(IMemoryOwner<byte> [|body|], int n) { if (n > 5) return; _kept = body; }")]
    [InlineData("""
        async Task M(IMemoryOwner<byte> [|body|], Stream s, int n)
        {
            if (n > 5) return;
            using (body) await s.WriteAsync(body.Memory);
        }
        """)]
    public Task OwnerOfAParameter_IsDiagnosedIfAPathForgetsIt(string markup) => Diagnosed(Queue + markup);

    [Theory]
    [InlineData("""
        void M(IMemoryOwner<byte> body, int n)
        {
            using (body)
            {
                if (n > 5) return;
                Read(body.Memory.Span);
            }
        }
        """)]
    [InlineData("""
        void M(IMemoryOwner<byte> body, int n)
        {
            if (n > 5)
            {
                body.Dispose();
                return;
            }
            _queue.Enqueue(body);
        }
        """)]
    [InlineData("void M(IMemoryOwner<byte> body, int n) { if (n > 5) return; Read(body.Memory.Span); }")]
    [InlineData("""
        void M(IMemoryOwner<byte> body, int n)
        {
            if (n > 5) return;
            N(body);
        }

        void N(IMemoryOwner<byte> body) => Read(body.Memory.Span);
        """)]
    [InlineData("""
        void M(IMemoryOwner<byte> body, bool leaveOpen)
        {
            Read(body.Memory.Span);
            if (!leaveOpen) body.Dispose();
        }
        """)]
    [InlineData("void M(IMemoryOwner<byte>? body, int n) { if (body == null) return; body.Dispose(); }")]
    [InlineData("""
        void M(IMemoryOwner<byte> body, int n, out int taken)
        {
            taken = 0;
            if (n > 5) return;
            taken = 1;
            _queue.Enqueue(body);
        }
        """)]
    [InlineData("""
        void M(IMemoryOwner<byte>? body)
        {
            switch (body)
            {
                case null: return;
                default: body.Dispose(); return;
            }
        }
        """)]
    [InlineData("""
        int M(IMemoryOwner<byte> body, int n)
        {
            if (n > 5) return -1;
            _queue.Enqueue(body);
            return 0;
        }
        """)]
    [InlineData("""
        void M(IMemoryOwner<byte> body, int n)
        {
            if (n > 5) throw new InvalidOperationException();
            _queue.Enqueue(body);
        }
        """)]
    [InlineData("void M(IDisposable body, int n) { if (n > 5) return; body.Dispose(); }")]
    public Task OwnerOfAParameter_IsSilentIfItIsEndedOrLent(string source) => Silent(Queue + source);

    // A method of the project rents at each call.
    [Theory]
    [InlineData("""
        static IMemoryOwner<byte> Get(int n) => MemoryPool<byte>.Shared.Rent(n);

        int M()
        {
            var o = [|Get(5)|];
            return o.Memory.Span[0];
        }
        """)]
    [InlineData("""
        class D
        {
            public IMemoryOwner<byte> Get(int n)
            {
                var o = MemoryPool<byte>.Shared.Rent(n);
                o.Memory.Span.Clear();
                return o;
            }
        }

        int M(D d)
        {
            var o = [|d.Get(5)|];
            if (Ask()) return 5;
            o.Dispose();
            return 0;
        }
        """)]
    public Task OwnerThatAMethodRents_IsDiagnosedAtTheCall(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        static IMemoryOwner<byte> Get(int n) => MemoryPool<byte>.Shared.Rent(n);

        int M()
        {
            using var o = Get(5);
            return o.Memory.Span[0];
        }
        """)]
    [InlineData("""
        IMemoryOwner<byte>? _o;
        IMemoryOwner<byte> Get() => _o ??= MemoryPool<byte>.Shared.Rent(5);

        int M()
        {
            var o = Get();
            return o.Memory.Span[0];
        }
        """)]
    [InlineData("""
        IMemoryOwner<byte>? _o;

        IMemoryOwner<byte> Get(int n)
        {
            if (n == 0) return _o!;
            return MemoryPool<byte>.Shared.Rent(n);
        }

        int M()
        {
            var o = Get(5);
            return o.Memory.Span[0];
        }
        """)]
    [InlineData("""
        List<IDisposable> _all = [];

        IMemoryOwner<byte> Get()
        {
            var o = MemoryPool<byte>.Shared.Rent(5);
            _all.Add(o);
            return o;
        }

        int M()
        {
            var o = Get();
            return o.Memory.Span[0];
        }
        """)]
    [InlineData("""
        interface IOperation { IMemoryOwner<byte> Extract(); }

        int M(IOperation from)
        {
            var o = from.Extract();
            return o.Memory.Span[0];
        }
        """)]
    [InlineData("""
        static IMemoryOwner<byte> Get(int n) => MemoryPool<byte>.Shared.Rent(n);

        IMemoryOwner<byte> M()
        {
            var o = Get(5);
            return o;
        }
        """)]
    public Task OwnerThatMayBelongToOthers_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_OfAParameter_SaysWhatToDoBeforeEachReturn() => Diagnosed(
        "void M(IMemoryOwner<byte> [|body|], int n) { if (n > 5) return; body.Dispose(); }",
        "'body' is not disposed on every path; dispose it before each return, or hand it on there, too");

    [Fact]
    public Task Message_NamesTheVariable() => Diagnosed(
        "int M(int n) { var owner = [|MemoryPool<byte>.Shared.Rent(n)|]; return owner.Memory.Length; }",
        "'owner' is not disposed on every path; declare it with 'using'");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        int M(int n)
        {
            var owner = [|MemoryPool<byte>.Shared.Rent(n)|];
            return owner.Memory.Length;
        }
        """);
}
