namespace PooledGen.Analyzers.Tests.Rentals;

public class OwnerInAFieldIsNeverDisposedTests() : RentalTest("PG0109")
{
    [Theory]
    [InlineData("class Cache { PacketBuffer.Owner [|_packet|] = PacketBuffer.RentOwner(5); public int Length => _packet.Length; }")]
    [InlineData("class Cache { readonly PacketBuffer.Owner [|_packet|]; public Cache(int n) => _packet = PacketBuffer.RentOwner(n); public Span<byte> Span => _packet.Span; }")]
    [InlineData("class Cache { PacketBuffer.Owner [|_packet|]; void Fill() { using var packet = PacketBuffer.Rent(5); _packet = packet.Detach(); } }")]
    [InlineData("class Cache { PacketBuffer.Owner [|_packet|]; async Task Fill(Stream s) { _packet = PacketBuffer.RentOwner(5); await s.ReadExactlyAsync(_packet.Memory); } }")]
    [InlineData("struct Cache { private Particle.Buffer.Owner [|_particles|]; public void Fill() => _particles = Particle.Buffer.RentOwner(5); }")]
    [InlineData("class Cache : IDisposable { PacketBuffer.Owner _a = PacketBuffer.RentOwner(5); PacketBuffer.Owner [|_b|] = PacketBuffer.RentOwner(5); public void Dispose() => _a.Dispose(); }")]
    [InlineData("partial class Cache { PacketBuffer.Owner [|_packet|]; } partial class Cache { void Fill() => _packet = PacketBuffer.RentOwner(5); }")]
    public Task OwnerThatNoMemberGivesUp_IsDiagnosedAtTheField(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesTypeAndField() => Diagnosed(
        "class Cache { PacketBuffer.Owner [|_packet|] = PacketBuffer.RentOwner(5); }",
        "No member of 'Test.Cache' disposes the 'PacketBuffer.Owner' in '_packet' or hands it on; make 'Test.Cache' disposable, and dispose '_packet' in its Dispose");

    [Theory]
    [InlineData("class Cache : IDisposable { PacketBuffer.Owner _packet = PacketBuffer.RentOwner(5); public void Dispose() => _packet.Dispose(); }")]
    [InlineData("class Cache { PacketBuffer.Owner _packet; void Fill() => _packet = PacketBuffer.RentOwner(5); public PacketBuffer.Owner Take() { var taken = _packet; _packet = default; return taken; } }")]
    [InlineData("class Cache { PacketBuffer.Owner _packet; void Use() { _packet = PacketBuffer.RentOwner(5); using (_packet) _packet.Span.Clear(); } }")]
    [InlineData("class Cache { PacketBuffer.Owner _packet = PacketBuffer.RentOwner(5); public Cache(List<IDisposable> all) => all.Add(_packet); }")]
    [InlineData("class Cache { PacketBuffer.Owner _packet = PacketBuffer.RentOwner(5); public Cache(CancellationToken token) => token.Register(_packet.Dispose); }")]
    [InlineData("class Cache { PacketBuffer.Owner _packet = PacketBuffer.RentOwner(5); static void End(ref PacketBuffer.Owner owner) => owner.Dispose(); void Close() => End(ref _packet); }")]
    [InlineData("class Cache { public PacketBuffer.Owner Packet = PacketBuffer.RentOwner(5); }")]
    [InlineData("class Cache { static readonly PacketBuffer.Owner s_packet = PacketBuffer.RentOwner(5); public static Span<byte> Span => s_packet.Span; }")]
    [InlineData("class View { readonly PacketBuffer.Owner _lent; public View(PacketBuffer.Owner lent) => _lent = lent; public Span<byte> Span => _lent.Span; }")]
    [InlineData("class Cache { PacketBuffer.Owner _empty = default; public int Length => _empty.Length; }")]
    [InlineData("class Cache { PacketBuffer.Owner _packet = PacketBuffer.RentOwner(5); class Scope(Cache cache) : IDisposable { public void Dispose() => cache._packet.Dispose(); } }")]
    [InlineData("partial class Cache { PacketBuffer.Owner _packet = PacketBuffer.RentOwner(5); } partial class Cache : IDisposable { public void Dispose() => _packet.Dispose(); }")]
    [InlineData("class Cache { PacketBuffer.Owner _packet; void Fill() { _packet.Dispose(); _packet = PacketBuffer.RentOwner(5); } }")]
    public Task OwnerThatIsGivenUpOrNotTheTypes_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("class Cache { PacketBuffer.Owner [|_packet|] = PacketBuffer.RentOwner(5); }");
}
