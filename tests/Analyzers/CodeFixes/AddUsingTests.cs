namespace PooledGen.Analyzers.Tests.CodeFixes;

public class AddUsingTests() : FixTest(new AddUsingFixer(), "PG0101")
{
    private const string Declarations = "\n[PooledBuffer<byte>(MaxLength = 64)] partial struct Packet;";

    [Theory]
    [InlineData("PG0101", """
        var packet = [|Packet.Rent(8)|];
        packet[0] = 1;
        """, """
        using var packet = Packet.Rent(8);
        packet[0] = 1;
        """)]
    [InlineData(
        "PG0101",
        "Packet packet = [|Packet.Rent(8)|]; foreach (byte b in packet) s_count += b;",
        "using Packet packet = Packet.Rent(8); foreach (byte b in packet) s_count += b;")]
    [InlineData("PG0101", """
        var packet = [|Packet.Rent(8)|];
        Look(in packet);
        """, """
        using var packet = Packet.Rent(8);
        Look(in packet);
        """)]
    [InlineData(
        "PG0101",
        "var text = [|Packet.CreateWriter()|]; text.Append(1); s_count += text.Length;",
        "using var text = Packet.CreateWriter(); text.Append(1); s_count += text.Length;")]
    [InlineData(
        "PG0101",
        """
        var owner = [|Packet.RentOwner(8)|];
        await stream.WriteAsync(owner.Memory);
        await stream.WriteAsync(owner.Memory.Slice(0, 1)).ConfigureAwait(false);
        """,
        """
        using var owner = Packet.RentOwner(8);
        await stream.WriteAsync(owner.Memory);
        await stream.WriteAsync(owner.Memory.Slice(0, 1)).ConfigureAwait(false);
        """)]
    [InlineData(
        "PG0102",
        "var packet = [|Packet.Rent(8)|]; Fill(packet); packet.Dispose(); s_count++;",
        "using var packet = Packet.Rent(8); Fill(packet); s_count++;")]
    [InlineData(
        "PG0102",
        """
        var packet = [|Packet.Rent(8)|];
        if (s_count == 0)
        {
            packet.Dispose();
            return;
        }
        Fill(packet);
        packet.Dispose();
        s_count++;
        """,
        """
        using var packet = Packet.Rent(8);
        if (s_count == 0)
        {
            return;
        }
        Fill(packet);
        s_count++;
        """)]
    [InlineData(
        "PG0203",
        "var owner = [|MemoryPool<byte>.Shared.Rent(8)|]; owner.Memory.Span[0] = 1;",
        "using var owner = MemoryPool<byte>.Shared.Rent(8); owner.Memory.Span[0] = 1;")]
    [InlineData(
        "PG0203",
        "IDisposable owner = [|MemoryPool<byte>.Shared.Rent(8)|]; s_count++;",
        "using IDisposable owner = MemoryPool<byte>.Shared.Rent(8); s_count++;")]
    [InlineData(
        "PG0204",
        """
        var owner = [|MemoryPool<byte>.Shared.Rent(8)|];
        stream.ReadExactly(owner.Memory.Span[..8]);
        owner.Dispose();
        s_count++;
        """,
        """
        using var owner = MemoryPool<byte>.Shared.Rent(8);
        stream.ReadExactly(owner.Memory.Span[..8]);
        s_count++;
        """)]
    [InlineData(
        "PG0203",
        "var lease = [|new Lease(8)|]; lease.Span[0] = 1;",
        "using var lease = new Lease(8); lease.Span[0] = 1;")]
    [InlineData(
        "PG0203",
        "var lease = [|new Lease(8)|]; if (s_count == 0) return; lease.Dispose();",
        "using var lease = new Lease(8); if (s_count == 0) return;")]
    public Task LocalThatStays_IsDisposedByUsing(string id, string body, string expected) => Fixed(Method(body), Method(expected), id);

    [Fact]
    public Task Trivia_StaysWhereItIs() => Fixed(
        Method("\n    // A packet.\n    var packet = [|Packet.Rent(8)|]; // of eight\n\n"
            + "    // Used.\n    Fill(packet);\n\n    // Done.\n    packet.Dispose(); // at last\n"),
        Method("\n    // A packet.\n    using var packet = Packet.Rent(8); // of eight\n\n    // Used.\n    Fill(packet);\n\n    // Done.\n    // at last\n"),
        "PG0102");

    [Fact]
    public Task FixAll_InTheDocument() => AllFixed(
        Method("var a = [|Packet.Rent(8)|]; var b = [|Packet.Rent(8)|]; a[0] = b[0];"),
        Method("using var a = Packet.Rent(8); using var b = Packet.Rent(8); a[0] = b[0];"));

    [Theory]
    [InlineData("var [|packet|] = Packet.Rent(8); packet = Packet.Rent(9);")]
    [InlineData("var [|packet|] = Packet.Rent(8); Take(packet);")]
    [InlineData("var [|text|] = Packet.CreateWriter(); Change(ref text);")]
    [InlineData("var [|packet|] = Packet.Rent(8); s_owner = packet.Detach();")]
    [InlineData("var [|owner|] = Packet.RentOwner(8); s_owner = owner;")]
    [InlineData("var [|owner|] = Packet.RentOwner(8); s_owner = owner.DetachSlice(0, 4);")]
    [InlineData("var [|owner|] = Packet.RentOwner(8); s_memory = owner.Memory;")]
    [InlineData("var [|owner|] = Packet.RentOwner(8); _ = Task.Run(() => owner.Span[0]);")]
    [InlineData("var [|owner|] = Packet.RentOwner(8); _ = stream.WriteAsync(owner.Memory);")]
    [InlineData("var [|packet|] = Packet.Rent(8); packet.Dispose(); s_count = packet.Length;")]
    [InlineData("""
        var [|packet|] = Packet.Rent(8);
        while (s_count++ < 9)
        {
            packet[0] = 1;
            packet.Dispose();
        }
        """)]
    [InlineData("var [|packet|] = Packet.Rent(8); packet.Dispose(); await stream.FlushAsync();")]
    [InlineData("var [|packet|] = Packet.Rent(8); again: packet[0] = 1; if (s_count == 0) goto again;")]
    public Task LocalThatLeavesOrChanges_IsRefused(string body) => Refused(Method(body));

    // ReturnInFinallyFixer returns it.
    [Fact]
    public Task Array_IsRefused() => Refused(Method("""
        var [|array|] = ArrayPool<byte>.Shared.Rent(8);
        stream.ReadExactly(array, 0, 8);
        """), "PG0204");

    // A using would end it a second time.
    [Fact]
    public Task OwnerWithASecondEnd_IsRefused()
        => Refused(Method("var lease = [|new Lease(8)|]; if (s_count == 0) return; lease.Free();"), "PG0203");

    [Fact]
    public Task FieldAndDiscard_AreRefused()
        => Refused("class C { PooledOwner<byte> _owner = [|Packet.RentOwner(8)|]; void M() { Packet.RentOwner(8); } }" + Declarations);

    private static string Method(string body)
    {
        string modifier = body.Contains("await", StringComparison.Ordinal) ? "async Task" : "void";
        return $$"""
            static class C
            {
                static int s_count = 1;
                static PooledOwner<byte> s_owner = Packet.RentOwner(s_count);
                static Memory<byte> s_memory = s_owner.Memory;
                static void Fill(Span<byte> span) { if (span.Length == s_count) throw new InvalidDataException(); }
                static void Look(in Packet packet) { }
                static void Take(Packet packet) { }
                static void Change(ref PooledUtf8Writer text) { }
                static {{modifier}} M(Stream stream) { {{body}} }
            }
            readonly struct Lease(int length) : IDisposable
            {
                private readonly byte[] _array = ArrayPool<byte>.Shared.Rent(length);
                public Span<byte> Span => _array;
                public void Dispose() => ArrayPool<byte>.Shared.Return(_array);
                public void Free() => ArrayPool<byte>.Shared.Return(_array);
            }{{Declarations}}
            """;
    }
}
