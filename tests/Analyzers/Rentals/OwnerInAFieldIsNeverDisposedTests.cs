using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Rentals;

public class OwnerInAFieldIsNeverDisposedTests() : RentalTest("PG0109")
{
    private static readonly CaseFile s_ownerThatNoMemberGivesUp = new("Rentals/OwnerInAFieldIsNeverDisposed.OwnerThatNoMemberGivesUp.txt");
    private static readonly CaseFile s_ownerThatIsGivenUpOrNotTheTypes = new("Rentals/OwnerInAFieldIsNeverDisposed.OwnerThatIsGivenUpOrNotTheTypes.txt");

    public static TheoryData<string> OwnerThatNoMemberGivesUp => s_ownerThatNoMemberGivesUp.Names;

    public static TheoryData<string> OwnerThatIsGivenUpOrNotTheTypes => s_ownerThatIsGivenUpOrNotTheTypes.Names;

    [Theory]
    [MemberData(nameof(OwnerThatNoMemberGivesUp))]
    public Task OwnerThatNoMemberGivesUp_IsDiagnosedAtTheField(string name) => Diagnosed(s_ownerThatNoMemberGivesUp[name]);

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
    [MemberData(nameof(OwnerThatIsGivenUpOrNotTheTypes))]
    public Task OwnerThatIsGivenUpOrNotTheTypes_IsAccepted(string name) => Silent(s_ownerThatIsGivenUpOrNotTheTypes[name]);

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
            readonly PooledStream [|_s|] = PacketBuffer.Pool.CreateStream();
            public void Put(byte b) => _s.WriteByte(b);
        }
        """)]
    [InlineData("""
        class D
        {
            PooledBufferWriter<byte> [|_w|];
            public D() => _w = PacketBuffer.Pool.CreateBufferWriter();
            public int Count => _w.WrittenCount;
        }
        """)]
    public Task ObjectOfAClassInAField_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        class D
        {
            readonly PooledStream _s = PacketBuffer.Pool.CreateStream();
            public void Put(byte b) => _s.WriteByte(b);
            public void Dispose() => _s.Dispose();
        }
        """)]
    [InlineData("""
        class D
        {
            readonly PooledStream? _s = PacketBuffer.Pool.CreateStream();
            public void Close() => _s?.Close();
        }
        """)]
    [InlineData("""
        class D
        {
            readonly PooledBufferWriter<byte> _w;
            public D(PooledBufferWriter<byte> w) => _w = w;
            public int Count => _w.WrittenCount;
        }
        """)]
    public Task ObjectOfAClassInAField_IsSilentIfItIsDisposedOrGiven(string source) => Silent(source);

    private const string Growing = """
        class D(Func<bool> ask) : IDisposable
        {
            PooledOwner<byte> _f = PacketBuffer.RentOwner(16);
            PooledOwner<byte> _g;
            PooledOwner<byte> Property { get; set; }
            readonly PooledOwner<byte>[] _a = new PooledOwner<byte>[2];
            readonly Dictionary<int, PooledOwner<byte>> _d = new();
            bool _isOver;
            public void Dispose() { _isOver = ask(); _f.Dispose(); _g.Dispose(); Property.Dispose(); Release(_a[0]); Release(_d[0]); }
            static void Release(PooledOwner<byte> owner) => owner.Dispose();

        """;

    [Theory]
    [InlineData("void M() { [|_f|] = PacketBuffer.RentOwner(10); [|_f|] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { _g = PacketBuffer.RentOwner(10); [|_g|] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { _g = PacketBuffer.RentOwner(10); int n = Math.Max(1, 2); Console.Write(n); [|_g|] = default; }")]
    [InlineData("void M() { Property = PacketBuffer.RentOwner(10); [|Property|] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { _a[0] = PacketBuffer.RentOwner(10); [|_a[0]|] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { _d[0] = PacketBuffer.RentOwner(10); [|_d[0]|] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M(out PooledOwner<byte> o) { o = PacketBuffer.RentOwner(10); [|o|] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M(ref PooledOwner<byte> o) { o = PacketBuffer.RentOwner(10); [|o|] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { [|_f|] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { var n = PacketBuffer.RentOwner(_f.Length * 2); _f.Span.CopyTo(n.Span); [|_f|] = n; }")]
    [InlineData("void M(int n) { if (n > _f.Length) { var o = PacketBuffer.RentOwner(n); _f.Memory.CopyTo(o.Memory); [|_f|] = o; } }")]
    public Task OwnerThatIsOverwritten_IsDiagnosedAtTheAssignment(string member) => Diagnosed($"{Growing}{member} }}");

    [Theory]
    [InlineData("void M() { _f.Dispose(); _f = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { var old = _f; _f = PacketBuffer.RentOwner(20); old.Dispose(); }")]
    [InlineData("void M() { _f = _f.Resize(40); }")]
    [InlineData("void M() { Dispose(); _f = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { if (_isOver) _f = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { if (!_isOver) return; _f = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { _f = PacketBuffer.RentOwner(20); } void Reset() { _f.Dispose(); _f = default; }")]
    [InlineData("void M() { _g = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { ask(); _f = PacketBuffer.RentOwner(20); }")]
    [InlineData("int Fresh { get { _f.Dispose(); return 1; } } void M() { int n = Fresh; _f = PacketBuffer.RentOwner(n); }")]
    [InlineData("int Fresh { get { Dispose(); return 1; } } void M() { int n = Fresh; _f = PacketBuffer.RentOwner(n); }")]
    [InlineData("void M() { _g = PacketBuffer.RentOwner(10); _g = _g.Resize(20); }")]
    [InlineData("void M() { _g = PacketBuffer.RentOwner(10); ask(); _g = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { _g = PacketBuffer.RentOwner(10); Release(_g); _g = PacketBuffer.RentOwner(20); }")]
    [InlineData("async Task M() { _g = PacketBuffer.RentOwner(10); await Task.Yield(); _g = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { _a[0] = PacketBuffer.RentOwner(10); _a[1] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M(int i) { _a[i++] = PacketBuffer.RentOwner(10); _a[i++] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { var all = _a; _a[0] = PacketBuffer.RentOwner(10); all[0].Dispose(); _a[0] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M() { _d[0] = PacketBuffer.RentOwner(10); _d.Remove(0, out var old); old.Dispose(); _d[0] = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M(bool b, out PooledOwner<byte> o) { if (b) o = PacketBuffer.RentOwner(10); else o = PacketBuffer.RentOwner(20); }")]
    [InlineData("void M(D other) { _g = PacketBuffer.RentOwner(10); other._g = PacketBuffer.RentOwner(20); }")]
    public Task OwnerThatMayBeDisposedBefore_IsSilent(string member) => Silent($"{Growing}{member} }}");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("class Cache { PooledOwner<byte> [|_packet|] = PacketBuffer.RentOwner(5); }");
}
