using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Rentals;

public class OwnerInAFieldIsNeverDisposedTests() : RentalTest("PG0109")
{
    [Theory]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> [|_packet|] = PacketBuffer.RentOwner(5);
            public int Length => _packet.Length;
        }
        """)]
    [InlineData("""
        class Cache
        {
            readonly PooledOwner<byte> [|_packet|];
            public Cache(int n) => _packet = PacketBuffer.RentOwner(n);
            public Span<byte> Span => _packet.Span;
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> [|_packet|];

            void Fill()
            {
                using var packet = PacketBuffer.Rent(5);
                _packet = packet.Detach();
            }
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> [|_packet|];
            async Task Fill(Stream s)
            {
                _packet = PacketBuffer.RentOwner(5);
                await s.ReadExactlyAsync(_packet.Memory);
            }
        }
        """)]
    [InlineData("""
        struct Cache
        {
            private PooledOwner<Particle> [|_particles|];
            public void Fill() => _particles = Particle.Buffer.RentOwner(5);
        }
        """)]
    [InlineData("""
        class Cache : IDisposable
        {
            PooledOwner<byte> _a = PacketBuffer.RentOwner(5);
            PooledOwner<byte> [|_b|] = PacketBuffer.RentOwner(5);
            public void Dispose() => _a.Dispose();
        }
        """)]
    [InlineData("""
        partial class Cache { PooledOwner<byte> [|_packet|]; }
        partial class Cache { void Fill() => _packet = PacketBuffer.RentOwner(5); }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> [|_packet|] = PacketBuffer.RentOwner(0);
            public void Add(byte b)
            {
                _packet = _packet.Resize(_packet.Length + 1);
                _packet[_packet.Length - 1] = b;
            }
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> [|_packet|];
            public Cache(PooledBufferWriter<byte> writer) => _packet = writer.Detach();
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> [|_packet|];

            public int Length
            {
                get
                {
                    _packet = PacketBuffer.RentOwner(5);
                    return 5;
                }
            }
        }
        """)]
    [InlineData("""
        class Cache<T>
        {
            PooledOwner<byte> [|_packet|];
            event Action Changed { add => _packet = PacketBuffer.RentOwner(5); remove { } }
        }
        """)]
    public Task OwnerThatNoMemberGivesUp_IsDiagnosedAtTheField(string members) => Diagnosed(members);

    [Theory]
    [InlineData("class Cache { $ }", "make 'Test.Cache' disposable, and dispose '_packet' in its Dispose")]
    [InlineData("class Cache : IDisposable { $ public void Dispose() { } }", "dispose '_packet' in its Dispose")]
    [InlineData("ref struct Cache { public Cache() { } $ public void Dispose() { } }", "dispose '_packet' in its Dispose")]
    [InlineData("class Cache : Stored { $ } class Stored : IDisposable { public virtual void Dispose() { } }", "dispose '_packet' in its Dispose")]
    [InlineData("class Cache : IAsyncDisposable { $ public ValueTask DisposeAsync() => default; }", "dispose '_packet' in its DisposeAsync")]
    public Task Message_NamesTypeAndFieldAndWhereToDispose(string members, string advice) => Diagnosed(
        members.Replace("$", "PooledOwner<byte> [|_packet|] = PacketBuffer.RentOwner(5);", StringComparison.Ordinal),
        $"No member of 'Test.Cache' disposes the 'PooledOwner<byte>' in '_packet' or hands it on; {advice}");

    [Theory]
    [InlineData("""
        class Cache : IDisposable
        {
            PooledOwner<byte> _packet = PacketBuffer.RentOwner(5);
            public void Dispose() => _packet.Dispose();
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> _packet;
            void Fill() => _packet = PacketBuffer.RentOwner(5);
            public PooledOwner<byte> Take()
            {
                var taken = _packet;
                _packet = default;
                return taken;
            }
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> _packet;

            void Use()
            {
                _packet = PacketBuffer.RentOwner(5);
                using (_packet) _packet.Span.Clear();
            }
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> _packet = PacketBuffer.RentOwner(5);
            public Cache(List<IDisposable> all) => all.Add(_packet);
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> _packet = PacketBuffer.RentOwner(5);
            public Cache(CancellationToken token) => token.Register(_packet.Dispose);
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> _packet = PacketBuffer.RentOwner(5);
            static void End(ref PooledOwner<byte> owner) => owner.Dispose();
            void Close() => End(ref _packet);
        }
        """)]
    [InlineData("class Cache { public PooledOwner<byte> Packet = PacketBuffer.RentOwner(5); }")]
    [InlineData("""
        class Cache
        {
            static readonly PooledOwner<byte> s_packet = PacketBuffer.RentOwner(5);
            public static Span<byte> Span => s_packet.Span;
        }
        """)]
    [InlineData("""
        class View
        {
            readonly PooledOwner<byte> _lent;
            public View(PooledOwner<byte> lent) => _lent = lent;
            public Span<byte> Span => _lent.Span;
        }
        """)]
    [InlineData("class Cache { PooledOwner<byte> _empty = default; public int Length => _empty.Length; }")]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> _packet = PacketBuffer.RentOwner(5);
            class Scope(Cache cache) : IDisposable { public void Dispose() => cache._packet.Dispose(); }
        }
        """)]
    [InlineData("""
        partial class Cache { PooledOwner<byte> _packet = PacketBuffer.RentOwner(5); }
        partial class Cache : IDisposable { public void Dispose() => _packet.Dispose(); }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> _packet;

            void Fill()
            {
                _packet.Dispose();
                _packet = PacketBuffer.RentOwner(5);
            }
        }
        """)]
    [InlineData("""
        class Cache
        {
            PooledOwner<byte> _packet = PacketBuffer.RentOwner(0);
            void Grow(int n) => _packet = _packet.Resize(n);
            public PooledOwner<byte> Take() => _packet.Resize(5);
        }
        """)]
    public Task OwnerThatIsGivenUpOrNotTheTypes_IsAccepted(string members) => Silent(members);

    [Fact]
    public async Task OwnerThatAnotherFileOfTheTypeDisposes_IsAccepted()
    {
        const string Using = "using System; using PooledGen; ";
        const string Filling = Using + """
            [PooledBuffer<byte>(MaxLength = 64)] partial struct Packet;

            partial class Cache
            {
                PooledOwner<byte> _packet;
                void Fill() => _packet = Packet.RentOwner(5);
            }
            """;
        const string Disposing = Using + "partial class Cache : IDisposable { public void Dispose() => _packet.Dispose(); }";
        const string Reading = Using + "partial class Cache { public int Length => _packet.Length; }";

        Assert.Empty(await Reports(Filling, Disposing));
        Assert.Equal(["PG0109"], await Reports(Filling, Reading));
    }

    private static async Task<IEnumerable<string>> Reports(string file, string otherFile)
    {
        GeneratedConsumer consumer = new Consumer(file) { OtherSources = [otherFile] }.Generate();
        return (await Analyze(consumer.Compilation, AllRules))
            .Select(diagnostic => diagnostic.Id)
            .Where(id => id.StartsWith("PG", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("""
        class D
        {
            readonly PooledStream [|_s|] = PacketBuffer.CreateStream();
            public void Put(byte b) => _s.WriteByte(b);
        }
        """)]
    [InlineData("""
        class D
        {
            PooledList<byte> [|_l|];
            public D() => _l = PacketBuffer.CreateList();
            public int Count => _l.Count;
        }
        """)]
    public Task ObjectOfAClassInAField_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        class D
        {
            readonly PooledStream _s = PacketBuffer.CreateStream();
            public void Put(byte b) => _s.WriteByte(b);
            public void Dispose() => _s.Dispose();
        }
        """)]
    [InlineData("""
        class D
        {
            readonly PooledStream? _s = PacketBuffer.CreateStream();
            public void Close() => _s?.Close();
        }
        """)]
    [InlineData("""
        class D
        {
            readonly PooledList<byte> _l;
            public D(PooledList<byte> l) => _l = l;
            public int Count => _l.Count;
        }
        """)]
    public Task ObjectOfAClassInAField_IsSilentIfItIsDisposedOrGiven(string source) => Silent(source);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("class Cache { PooledOwner<byte> [|_packet|] = PacketBuffer.RentOwner(5); }");
}
