namespace PooledGen.Analyzers.Tests.Rentals;

public class BufferIsUsedAfterDisposeTests() : RentalTest("PG0104")
{
    private static readonly CaseFile s_useOfARentalThatIsOver = new("Rentals/BufferIsUsedAfterDispose.UseOfARentalThatIsOver.txt");
    private static readonly CaseFile s_useOfALiveRental = new("Rentals/BufferIsUsedAfterDispose.UseOfALiveRental.txt");

    public static TheoryData<string> UseOfARentalThatIsOver => s_useOfARentalThatIsOver.Names;

    public static TheoryData<string> UseOfALiveRental => s_useOfALiveRental.Names;

    [Theory]
    [MemberData(nameof(UseOfARentalThatIsOver))]
    public Task UseOfARentalThatIsOver_IsDiagnosedThere(string name) => Diagnosed(s_useOfARentalThatIsOver[name]);

    [Theory]
    [InlineData("""
        void M(out Memory<byte> m)
        {
            using var [|owner = PacketBuffer.RentOwner(5)|];
            m = owner.Memory;
        }
        """)]
    [InlineData("""
        void M(ref ArraySegment<byte> s)
        {
            var owner = PacketBuffer.RentOwner(5);
            s = owner.DangerousGetArray();
            [|owner.Dispose()|];
        }
        """)]
    [InlineData("""
        (Memory<byte>, int) M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return ([|owner.Memory|], 5);
        }
        """)]
    [InlineData("""
        JsonDocument M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return [|JsonDocument.Parse(owner.Memory)|];
        }
        """)]
    [InlineData("""
        HttpContent M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return [|new ReadOnlyMemoryContent(owner.Memory)|];
        }
        """)]
    [InlineData("""
        IResult M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return [|Results.Bytes(owner.Memory)|];
        }
        """)]
    public Task MemoryThatLeavesWithoutItsOwner_IsDiagnosed(string members) => Diagnosed(Web(members));

    [Theory]
    [InlineData("""
        void M(out Memory<byte> m)
        {
            using var owner = PacketBuffer.RentOwner(5);
            m = owner.Memory.ToArray();
        }
        """)]
    [InlineData("""
        void M(out Memory<byte> m)
        {
            using var owner = PacketBuffer.RentOwner(5);
            m = owner.Memory;
            Write(m);
            m = default;
        }

        void Write(Memory<byte> m) { }
        """)]
    [InlineData("(PooledOwner<byte>, int) M() { var owner = PacketBuffer.RentOwner(5); return (owner, 5); }")]
    [InlineData("""
        (int, int) M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return (owner.Memory.Length, 5);
        }
        """)]
    [InlineData("""
        IResult M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return Results.Bytes(owner.Memory.ToArray());
        }
        """)]
    public Task CopyThatLeavesWithoutItsOwner_IsAccepted(string members) => Silent(Web(members));

    // The reference assemblies of the tests have no ASP.NET Core.
    private static string Web(string members) => $$"""
        }
        namespace Microsoft.AspNetCore.Http
        {
            interface IResult { }
            static class Results { public static IResult Bytes(ReadOnlyMemory<byte> contents) => null; }
        }
        namespace Site
        {
            using System.Net.Http; using System.Text.Json; using Microsoft.AspNetCore.Http;
            class Page { {{members}} }
        }
        partial class Test
        {
        """;

    [Fact]
    public Task Holder_IsNamedWithItsRental() => Diagnosed("""
        void M(out Memory<byte> m)
        {
            var owner = PacketBuffer.RentOwner(5);
            m = owner.Memory;
            [|owner.Dispose()|];
        }
        """,
        "'m' is given to the caller after 'owner', a 'PooledOwner<byte>', was disposed; "
            + "the memory may belong to another rental by then, so give the caller an owner that is not disposed here, or a copy");

    [Fact]
    public Task Element_IsNamedWithItsRental() => Diagnosed("""
        (Memory<byte>, int) M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return ([|owner.Memory|], 5);
        }
        """,
        "'owner.Memory' is returned after 'owner', a 'PooledOwner<byte>', was disposed; "
            + "the memory may belong to another rental by then, so return an owner that is not disposed here, or a copy");

    [Fact]
    public Task Use_IsNamedWithItsRental() => Diagnosed("""
        void M()
        {
            var packet = PacketBuffer.Rent(5);
            Span<byte> span = packet.Span;
            packet.Dispose();
            [|span|].Clear();
        }
        """,
        "'span' is used after 'packet', a 'PacketBuffer', was disposed; the memory may belong to another rental by then, so dispose it later");

    [Fact]
    public Task Return_IsNamedWithItsRental() => Diagnosed(
        "Memory<byte> M() { using var owner = PacketBuffer.RentOwner(5); return [|owner.Memory|]; }",
        "'owner.Memory' is returned after 'owner', a 'PooledOwner<byte>', was disposed; "
            + "the memory may belong to another rental by then, so return an owner that is not disposed here, or a copy");

    // An owner is what the code returns already.
    [Fact]
    public Task ReturnOfADisposedOwner_SaysThatItMustLive() => Diagnosed(
        "PooledOwner<byte> M() { using var owner = PacketBuffer.RentOwner(5); return [|owner|]; }",
        "'owner', a 'PooledOwner<byte>', is returned after it was disposed; the memory may belong to another rental by then, "
            + "so return an owner that is not disposed here, or a copy");

    [Fact]
    public Task UseAfterDetach_SaysHandedOver() => Diagnosed("""
        void M()
        {
            using var packet = PacketBuffer.Rent(5);
            using var owner = packet.Detach();
            [|packet|].Clear();
        }
        """,
        "'packet', a 'PacketBuffer', is used after it was handed over; "
            + "the memory may belong to another rental by then, so use what it was handed over to");

    [Fact]
    public Task ArrayInAField_IsNamedWithItsRental() => Diagnosed("""
        byte[] _array;

        void M()
        {
            var packet = PacketBuffer.Rent(5);
            _array = packet.DangerousGetArray().Array;
            [|packet.Dispose()|];
        }
        """,
        "'_array' is kept in a field after 'packet', a 'PacketBuffer', was disposed; the memory may belong to another rental by then, "
            + "so set the field to null or default, or keep an owner there");

    [Theory]
    [MemberData(nameof(UseOfALiveRental))]
    public Task UseOfALiveRental_IsAccepted(string name) => Silent(s_useOfALiveRental[name]);

    // The classes that rent as they grow.
    [Theory]
    [InlineData("""
        static ReadOnlyMemory<byte> M()
        {
            using var w = PacketBuffer.Pool.CreateBufferWriter();
            w.Write(new byte[3]);
            return [|w.WrittenMemory|];
        }
        """)]
    [InlineData("""
        static ReadOnlySequence<byte> M()
        {
            using var s = PacketBuffer.Pool.CreateStream();
            s.WriteByte(1);
            return [|s.GetReadOnlySequence()|];
        }
        """)]
    [InlineData("""
        static ReadOnlyMemory<byte> M()
        {
            using var w = PacketBuffer.Pool.CreateBufferWriter();
            w.Advance(1);
            return [|w.WrittenMemory|];
        }
        """)]
    [InlineData("""
        static int M()
        {
            var w = PacketBuffer.Pool.CreateBufferWriter();
            ReadOnlyMemory<byte> m = w.WrittenMemory;
            w.Dispose();
            return [|m|].Span[0];
        }
        """)]
    [InlineData("static void M() { var s = PacketBuffer.Pool.CreateStream(); s.Close(); [|s|].WriteByte(1); }")]
    public Task MemoryOfADisposedObject_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        static byte[] M()
        {
            using var w = PacketBuffer.Pool.CreateBufferWriter();
            w.Write(new byte[3]);
            return w.WrittenSpan.ToArray();
        }
        """)]
    [InlineData("""
        static byte[] M()
        {
            using var s = PacketBuffer.Pool.CreateStream();
            s.WriteByte(1);
            return s.ToArray();
        }
        """)]
    [InlineData("""
        static long M()
        {
            var s = PacketBuffer.Pool.CreateStream();
            s.WriteByte(1);
            s.Dispose();
            return 1;
        }
        """)]
    [InlineData("""
        static PooledOwner<byte> M()
        {
            using var w = PacketBuffer.Pool.CreateBufferWriter();
            w.Detach().Dispose();
            w.Write(new byte[3]);
            return w.Detach();
        }
        """)]
    [InlineData("""
        static ReadOnlyMemory<byte> M(PooledBufferWriter<byte> w)
        {
            w.Write(new byte[3]);
            return w.WrittenMemory;
        }
        """)]
    public Task MemoryOfALiveObject_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M()
        {
            var packet = PacketBuffer.Rent(5);
            packet.Dispose();
            [|packet|].Clear();
        }
        """);

    [Theory]
    [InlineData("List<PooledOwner<byte>> _all = []; void M() { using var o = PacketBuffer.RentOwner(5); _all.Add([|o|]); }")]
    [InlineData("void M(Queue<PooledOwner<byte>> all) { using PooledOwner<byte> o = PacketBuffer.RentOwner(5); all.Enqueue([|o|]); }")]
    [InlineData("void M(List<PooledOwner<byte>> all) { using (var o = PacketBuffer.RentOwner(5)) { o.Span.Clear(); all.Add([|o|]); } }")]
    [InlineData("void M(List<IMemoryOwner<byte>> all) { using var o = PacketBuffer.RentOwner(5); all.Add([|o|]); }")]
    [InlineData("void M(Dictionary<int, PooledOwner<byte>> all) { using var o = PacketBuffer.RentOwner(5); all[3] = [|o|]; }")]
    [InlineData("void M(TaskCompletionSource<PooledOwner<byte>> next) { using var o = PacketBuffer.RentOwner(5); next.SetResult([|o|]); }")]
    [InlineData("void M(Stack<PooledOwner<byte>> all) { var o = PacketBuffer.RentOwner(5); all.Push([|o|]); o.Dispose(); }")]
    [InlineData(
        "List<PooledOwner<byte>> M() { var all = new List<PooledOwner<byte>>(); using var o = PacketBuffer.RentOwner(5); "
            + "all.Add([|o|]); return all; }")]
    [InlineData("void M(List<PooledStream> all) { using var o = PacketBuffer.Pool.CreateStream(); all.Add([|o|]); }")]
    [InlineData("PooledOwner<byte> _last; void M() { using var [|o = PacketBuffer.RentOwner(5)|]; _last = o; }")]
    [InlineData("void M(out PooledOwner<byte> last) { using var [|o = PacketBuffer.RentOwner(5)|]; last = o; }")]
    [InlineData("PooledOwner<byte> M() { using var o = PacketBuffer.RentOwner(5); return [|o|]; }")]
    [InlineData("(PooledOwner<byte>, int) M() { using var o = PacketBuffer.RentOwner(5); return ([|o|], 3); }")]
    public Task OwnerOfAUsing_ThatIsStored_IsDiagnosed(string members) => Diagnosed(members);

    [Theory]
    [InlineData("List<PooledOwner<byte>> _all = []; void M() { var o = PacketBuffer.RentOwner(5); _all.Add(o); }")]
    [InlineData("void M(List<PooledOwner<byte>> all) { using var o = PacketBuffer.RentOwner(5); all.Add(o.Share()); }")]
    [InlineData("int M() { var all = new List<PooledOwner<byte>>(); using var o = PacketBuffer.RentOwner(5); all.Add(o); return all.Count; }")]
    [InlineData("void M(List<PooledOwner<byte>> all) { using var o = PacketBuffer.RentOwner(5); all.Add(o); Send(all); all.Clear(); } void Send(object o) { }")]
    [InlineData("void M(HashSet<object> all) { using var o = PacketBuffer.RentOwner(5); Send(o.Length); } void Send(int n) { }")]
    [InlineData(
        "PooledOwner<byte> _now; void M() { using var o = PacketBuffer.RentOwner(5); _now = o; try { Send(); } finally { _now = "
            + "default; } } void Send() { }")]
    [InlineData("PooledOwner<byte> _now; void M() { _now = PacketBuffer.RentOwner(5); try { Send(); } finally { _now.Dispose(); } } void Send() { }")]
    [InlineData("PooledOwner<byte> _now; public void Dispose() => _now.Dispose();")]
    public Task OwnerThatIsStored_WhileItLives_IsSilent(string members) => Silent(members);

    // Asking which owner it is does not use its memory.
    [Theory]
    [InlineData("void M(PooledOwner<byte> o, List<PooledOwner<byte>> all) { o.Dispose(); all.Remove(o); }")]
    [InlineData("void M(PooledOwner<byte> o, Dictionary<PooledOwner<byte>, int> all) { o.Dispose(); all.Remove(o); }")]
    public Task DisposedOwner_ThatACollectionIsSearchedFor_IsSilent(string members) => Silent(members);

    [Fact]
    public Task Message_OfAStoredOwner_SaysWhatToGiveAway() => Diagnosed(
        "void M(List<PooledOwner<byte>> all) { using var o = PacketBuffer.RentOwner(5); all.Add([|o|]); }",
        "'o', a 'PooledOwner<byte>', is kept after it was disposed; the memory may belong to another rental by then, "
            + "so give away an owner that is not disposed here, or a copy");
}
