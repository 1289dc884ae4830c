namespace PooledGen.Analyzers.Tests.Rentals;

public class RentalIsNotDisposedTests() : RentalTest("PG0101")
{
    private static readonly CaseFile s_disposedOrHandedOn = new("Rentals/RentalIsNotDisposed.DisposedOrHandedOn.txt");
    private static readonly CaseFile s_pathWithoutDispose = new("Rentals/RentalIsNotDisposed.PathWithoutDispose.txt");

    private const string Leak = "var packet = [|PacketBuffer.Rent(5)|]; packet.Clear();";
    private const string LeakInALambda = "F(() => { " + Leak + " return 1; })";
    private const string F = " static int F(Func<int> f) => f();";

    public static TheoryData<string> DisposedOrHandedOn => s_disposedOrHandedOn.Names;

    public static TheoryData<string> PathWithoutDispose => s_pathWithoutDispose.Names;

    [Theory]
    [MemberData(nameof(PathWithoutDispose))]
    public Task PathWithoutDispose_IsDiagnosedAtTheRent(string name) => Diagnosed(s_pathWithoutDispose[name]);

    [Theory]
    [InlineData("~Test() { " + Leak + " }")]
    [InlineData("static Test() { " + Leak + " }")]
    [InlineData("Test(int n) { " + Leak + " }")]
    [InlineData("Test(int n) { } Test() : this(" + LeakInALambda + ") { }" + F)]
    [InlineData("int _field = " + LeakInALambda + ";" + F)]
    [InlineData("int Property { get; } = " + LeakInALambda + ";" + F)]
    [InlineData("int Property => " + LeakInALambda + ";" + F)]
    [InlineData("int Property { get => " + LeakInALambda + "; }" + F)]
    [InlineData("int Property { get => 0; set { " + Leak + " } }")]
    [InlineData("int Property { get => 0; init { " + Leak + " } }")]
    [InlineData("int this[int n] { get { " + Leak + " return n; } }")]
    [InlineData("int this[int n] => " + LeakInALambda + ";" + F)]
    [InlineData("event Action Event { add { " + Leak + " } remove { } }")]
    [InlineData("public static Test operator +(Test left, Test right) { " + Leak + " return left; }")]
    [InlineData("public static explicit operator int(Test test) { " + Leak + " return 1; }")]
    [InlineData("""
        IEnumerable<int> M()
        {
            var owner = [|PacketBuffer.RentOwner(5)|];
            owner.Span.Clear();
            yield return 1;
        }
        """)]
    [InlineData("class Nested(int n) : Base(" + LeakInALambda + ") { int N => n; } "
        + "class Base(int n) { int N => n; protected static int F(Func<int> f) => f(); }")]
    [InlineData("struct Nested { public Nested() { " + Leak + " } }")]
    [InlineData("interface INested { void M() { " + Leak + " } }")]
    [InlineData("record Nested(int N) { void M() { " + Leak + " } }")]
    public Task EveryKindOfMember_IsFollowed(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesVariableAndType() => Diagnosed(
        "void M() { var particles = [|Particle.Buffer.RentOwner(5)|]; }",
        "'particles', a 'PooledOwner<Particle>', is not disposed on every path; declare it with 'using'");

    [Theory]
    [MemberData(nameof(DisposedOrHandedOn))]
    public Task DisposedOrHandedOn_IsAccepted(string name) => Silent(s_disposedOrHandedOn[name]);

    [Fact]
    public Task OwnerThatAPropertyOfAnExtensionEnds_IsAccepted() => Silent("""
        void M()
        {
            var owner = PacketBuffer.RentOwner(5);
            End(in owner);
        }
        static int End(in PooledOwner<byte> owner) => owner.Ended;
        }
        static class Ends
        {
            extension(PooledOwner<byte> owner) { public int Ended { get { owner.Dispose(); return 1; } } }
        """);

    // The classes that rent as they grow.
    [Theory]
    [InlineData("""
        int M()
        {
            var w = [|PacketBuffer.Pool.CreateBufferWriter()|];
            w.Write(new byte[3]);
            return w.WrittenCount;
        }
        """)]
    [InlineData("long M() { var s = [|PacketBuffer.Pool.CreateStream()|]; s.WriteByte(1); return s.Length; }")]
    [InlineData("""
        int M(bool is5)
        {
            var s = [|PacketBuffer.Pool.CreateStream()|];
            s.WriteByte(1);
            if (is5) return 5;
            s.Dispose();
            return 1;
        }
        """)]
    public Task ObjectOfAClass_IsDiagnosedIfItIsNotDisposed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        int M()
        {
            using var w = PacketBuffer.Pool.CreateBufferWriter();
            w.Write(new byte[3]);
            return w.WrittenCount;
        }
        """)]
    [InlineData("""
        PooledOwner<byte> M()
        {
            var w = PacketBuffer.Pool.CreateBufferWriter();
            w.Write(new byte[3]);
            return w.Detach();
        }
        """)]
    [InlineData("""
        PooledOwner<byte> M()
        {
            using var w = PacketBuffer.Pool.CreateBufferWriter();
            w.Write(new byte[3]);
            return w.Detach();
        }
        """)]
    [InlineData("Stream M() { var s = PacketBuffer.Pool.CreateStream(); s.WriteByte(1); return s; }")]
    [InlineData("void M() { var s = PacketBuffer.Pool.CreateStream(); s.WriteByte(1); s.Close(); }")]
    [InlineData("async Task M() { await using var s = PacketBuffer.Pool.CreateStream(); s.WriteByte(1); }")]
    [InlineData("""
        async Task M()
        {
            var s = PacketBuffer.Pool.CreateStream();
            s.WriteByte(1);
            await s.DisposeAsync();
        }
        """)]
    [InlineData("""
        string M()
        {
            using var r = new StreamReader(PacketBuffer.Pool.CreateStream());
            return r.ReadToEnd();
        }
        """)]
    [InlineData("""
        string M()
        {
            var s = PacketBuffer.Pool.CreateStream();
            using var r = new StreamReader(s);
            return r.ReadToEnd();
        }
        """)]
    [InlineData("IBufferWriter<byte> M() { PooledBufferWriter<byte> w = PacketBuffer.Pool.CreateBufferWriter(); w.Advance(1); return w; }")]
    [InlineData("""
        PooledStream? _s;

        void M()
        {
            _s = PacketBuffer.Pool.CreateStream();
            _s.WriteByte(1);
        }

        void N() => _s?.Dispose();
        """)]
    public Task ObjectOfAClass_IsAcceptedIfItIsDisposedOrHandedOn(string source) => Silent(source);

    private const string Channel = """
        readonly System.Threading.Channels.ChannelWriter<PooledOwner<byte>> _queue = null!;
        PooledOwner<byte> _kept;
        """;

    // The method shows that it owns its parameter: on another path it disposes it, or hands it on.
    [Theory]
    [InlineData("""
        async Task M(PooledOwner<byte> [|body|], CancellationToken t)
        {
            if (t.IsCancellationRequested) return;
            await _queue.WriteAsync(body, t);
        }
        """)]
    [InlineData("""
        void M(PooledOwner<byte> [|body|], int n)
        {
            if (n > 5) return;
            Console.Write(body.Span[0]);
            body.Dispose();
        }
        """)]
    [InlineData("void M(PooledOwner<byte> [|body|], int n) { if (n > 5) return; _kept = body; }")]
    [InlineData("""
        PooledOwner<byte> M(PooledOwner<byte> [|body|], int n)
        {
            if (n > 5) return default;
            return body;
        }
        """)]
    [InlineData("""
        void M(Queue<PooledStream> q, PooledStream [|s|], int n)
        {
            if (n > 5) return;
            q.Enqueue(s);
        }
        """)]
    public Task OwnerOfAParameter_IsDiagnosedIfAPathForgetsIt(string markup) => Diagnosed(Channel + markup);

    [Theory]
    [InlineData("""
        async Task M(PooledOwner<byte> body, CancellationToken t)
        {
            if (t.IsCancellationRequested)
            {
                body.Dispose();
                return;
            }
            await _queue.WriteAsync(body, t);
        }
        """)]
    [InlineData("""
        async Task M(PooledOwner<byte> body, CancellationToken t)
        {
            t.ThrowIfCancellationRequested();
            await _queue.WriteAsync(body, t);
        }
        """)]
    [InlineData("void M(PooledOwner<byte> body, int n) { if (n > 5) return; Console.Write(body.Span[0]); }")]
    [InlineData("""
        void M(PooledOwner<byte> body, bool leaveOpen)
        {
            Console.Write(body.Span[0]);
            if (!leaveOpen) body.Dispose();
        }
        """)]
    [InlineData("""
        bool TryAdd(PooledOwner<byte> body, int n)
        {
            if (n > 5) return false;
            return _queue.TryWrite(body);
        }
        """)]
    [InlineData("void M(PooledOwner<byte> body) { if (body.IsEmpty) return; _kept = body; }")]
    [InlineData("""
        void M(PooledOwner<byte> body, int n)
        {
            if (n > 5) Read(body);
            else Read(body);
        }

        static int Read(PooledOwner<byte> b) => b.Length;
        """)]
    [InlineData("""
        void M(PooledOwner<byte> body, int n)
        {
            if (n > 5) return;
            Read(body);
        }

        static int Read(PooledOwner<byte> b) => b.Length;
        """)]
    [InlineData("void M(in PooledOwner<byte> body, int n) { if (n > 5) return; _kept = body; }")]
    [InlineData("void M(PooledStream? s, int n) { if (s == null) return; Console.Write(n); s.Dispose(); }")]
    public Task OwnerOfAParameter_IsAcceptedIfItIsEndedOrLent(string source) => Silent(Channel + source);

    [Fact]
    public Task Message_OfAParameter_SaysWhatToDoBeforeEachReturn() => Diagnosed(
        "void M(PooledOwner<byte> [|body|], int n) { if (n > 5) return; body.Dispose(); }",
        "'body', a 'PooledOwner<byte>', is not disposed on every path; dispose it before each return, or hand it on there, too");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M()
        {
            var packet = [|PacketBuffer.Rent(5)|];
            packet.Clear();
        }
        """);
}
