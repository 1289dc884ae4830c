namespace PooledGen.Analyzers.Tests.Rentals;

public class RentalIsNotDisposedTests() : RentalTest("PG0101")
{
    private static readonly CaseFile s_disposedOrHandedOn = new("Rentals/RentalIsNotDisposed.DisposedOrHandedOn.txt");

    private const string Leak = "var packet = [|PacketBuffer.Rent(5)|]; packet.Clear();";
    private const string LeakInALambda = "F(() => { " + Leak + " return 1; })";
    private const string F = " static int F(Func<int> f) => f();";

    public static TheoryData<string> DisposedOrHandedOn => s_disposedOrHandedOn.Names;

    [Theory]
    [InlineData("void M() { var packet = [|PacketBuffer.Rent(5)|]; packet.Clear(); }")]
    [InlineData("int M() { PacketBuffer packet = [|PacketBuffer.Rent(5)|]; return packet[0]; }")]
    [InlineData("""
        void M(bool isEarly)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            if (isEarly) return;
            packet.Dispose();
        }
        """)]
    [InlineData("void M(int n) { var owner = [|PacketBuffer.RentOwner(n)|]; if (n > 5) owner.Dispose(); }")]
    [InlineData("""
        void M(int n)
        {
            for (int i = 0; i < n; i++)
            {
                var owner = [|PacketBuffer.RentOwner(5)|];
                if (owner.Span[0] == 0) continue;
                owner.Dispose();
            }
        }
        """)]
    [InlineData("""
        void M()
        {
            var packet = [|PacketBuffer.Rent(5)|];
            packet.Clear();
            packet = PacketBuffer.Rent(10);
            packet.Dispose();
        }
        """)]
    [InlineData("""
        string M()
        {
            var text = [|TextBuffer.CreateWriter(stackalloc char[64])|];
            text.Append('a');
            return text.ToString();
        }
        """)]
    [InlineData("""
        void M()
        {
            var writer = [|new PooledTextWriter(TextBuffer.Pool, new char[5])|];
            writer.Append('a');
        }
        """)]
    [InlineData("""
        void M()
        {
            using var packet = PacketBuffer.Rent(5);
            var owner = [|packet.Detach()|];
            owner.Span.Clear();
        }
        """)]
    [InlineData("""
        void M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            var share = [|owner.Share()|];
            share.Span.Clear();
        }
        """)]
    [InlineData("""
        void M()
        {
            var owner = [|PacketBuffer.RentOwner(5)|];
            using var share = owner.Share();
            share.Span.Clear();
        }
        """)]
    [InlineData("void M() { var owner = [|PacketBuffer.Pool.RentOwnerAtLeast(5)|]; owner.Span.Clear(); }")]
    [InlineData("""
        void M()
        {
            var owner = PacketBuffer.RentOwner(5);
            var part = [|owner.DetachSlice(0, 3)|];
            part.Span.Clear();
            owner.Dispose();
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            var owner = [|PacketBuffer.RentOwner(5)|];
            int read = await s.ReadAsync(owner.Memory);
            if (read == 0) return;
            owner.Dispose();
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            var packet = [|PacketBuffer.Rent(n, stackalloc byte[64])|];
            packet.Clear();
        }
        """)]
    [InlineData("""
        static void Fill(in PacketBuffer packet) { }

        void M()
        {
            var packet = [|PacketBuffer.Rent(5)|];
            Fill(packet);
            Fill(in packet);
        }
        """)]
    [InlineData("""
        static string Show(in PooledOwner<byte> owner) => $"{owner}";

        void M()
        {
            var owner = [|PacketBuffer.RentOwner(5)|];
            Show(in owner);
        }
        """)]
    [InlineData("""
        static bool IsNone(in PooledOwner<byte> owner) => owner is object;

        void M()
        {
            var owner = [|PacketBuffer.RentOwner(5)|];
            IsNone(in owner);
        }
        """)]
    [InlineData("""
        static void Fill(ref PooledTextWriter text) => text.Append('a');

        void M()
        {
            var text = [|TextBuffer.CreateWriter()|];
            Fill(ref text);
        }
        """)]
    [InlineData("""
        static PacketBuffer Open(in RentalScope scope = default) => PacketBuffer.Rent(5, in scope);
        void M()
        {
            var packet = Open();
            packet.Dispose();
            packet = [|Open()|];
        }
        """)]
    [InlineData("void M(Stream s) { var packet = [|PacketBuffer.Rent(5)|]; s.Write(packet); }")]
    [InlineData("Action M() => () => { var particles = [|Particle.Buffer.Rent(5)|]; particles.Clear(); };")]
    [InlineData("""
        void M()
        {
            Work();
            static void Work()
            {
                var particles = [|Particle.Buffer.Rent(5)|];
                particles.Clear();
            }
        }
        """)]
    [InlineData("int Sum { get { var packet = [|PacketBuffer.Rent(5)|]; return packet[0]; } }")]
    [InlineData("""
        void M(int n)
        {
            var owner = [|PacketBuffer.RentOwner(n)|];
            switch (n)
            {
                case 0: owner.Dispose();
                break;
                case 1: break;
                default: owner.Dispose();
                return;
            }
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            var owner = PacketBuffer.RentOwner(0);
            owner = [|owner.Resize(n)|];
            owner.Span.Clear();
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            byte[] array = packet.DangerousGetArray().Array;
            s.Write(array, 0, 5);
        }
        """)]
    [InlineData("""
        void M(List<byte[]> all)
        {
            var packet = [|PacketBuffer.Rent(5)|];
            all.Add(packet.DangerousGetArray().Array);
        }
        """)]
    [InlineData("""
        void M(PooledBufferWriter<byte> writer)
        {
            var owner = [|writer.Detach()|];
            owner.Span.Clear();
        }
        """)]
    public Task PathWithoutDispose_IsDiagnosedAtTheRent(string members) => Diagnosed(members);

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
            var w = [|PacketBuffer.CreateBufferWriter()|];
            w.Write(new byte[3]);
            return w.WrittenCount;
        }
        """)]
    [InlineData("long M() { var s = [|PacketBuffer.CreateStream()|]; s.WriteByte(1); return s.Length; }")]
    [InlineData("""
        int M(bool is5)
        {
            var l = [|PacketBuffer.CreateList()|];
            l.Add(1);
            if (is5) return 5;
            l.Dispose();
            return 1;
        }
        """)]
    public Task ObjectOfAClass_IsDiagnosedIfItIsNotDisposed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        int M()
        {
            using var w = PacketBuffer.CreateBufferWriter();
            w.Write(new byte[3]);
            return w.WrittenCount;
        }
        """)]
    [InlineData("""
        PooledOwner<byte> M()
        {
            var w = PacketBuffer.CreateBufferWriter();
            w.Write(new byte[3]);
            return w.Detach();
        }
        """)]
    [InlineData("""
        PooledOwner<byte> M()
        {
            using var l = PacketBuffer.CreateList();
            l.Add(1);
            return l.Detach();
        }
        """)]
    [InlineData("Stream M() { var s = PacketBuffer.CreateStream(); s.WriteByte(1); return s; }")]
    [InlineData("void M() { var s = PacketBuffer.CreateStream(); s.WriteByte(1); s.Close(); }")]
    [InlineData("async Task M() { await using var s = PacketBuffer.CreateStream(); s.WriteByte(1); }")]
    [InlineData("""
        async Task M()
        {
            var s = PacketBuffer.CreateStream();
            s.WriteByte(1);
            await s.DisposeAsync();
        }
        """)]
    [InlineData("""
        string M()
        {
            using var r = new StreamReader(PacketBuffer.CreateStream());
            return r.ReadToEnd();
        }
        """)]
    [InlineData("""
        string M()
        {
            var s = PacketBuffer.CreateStream();
            using var r = new StreamReader(s);
            return r.ReadToEnd();
        }
        """)]
    [InlineData("IList<byte> M() { PooledList<byte> l = PacketBuffer.CreateList(); l.Add(1); return l; }")]
    [InlineData("""
        PooledStream? _s;

        void M()
        {
            _s = PacketBuffer.CreateStream();
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
