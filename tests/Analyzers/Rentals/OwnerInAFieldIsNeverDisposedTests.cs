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

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("class Cache { PooledOwner<byte> [|_packet|] = PacketBuffer.RentOwner(5); }");
}
