namespace PooledGen.Analyzers.Tests;

public class CountOfAReadIsIgnoredTests() : RawPoolTest("PG0222")
{
    [Theory]
    [InlineData("Stream s", "_ = [|s.Read(a, 0, 4)|];")]
    [InlineData("Stream s", "_ = [|s.Read(a.AsSpan(0, 4))|];")]
    [InlineData("FileStream s", "_ = [|s.Read(a, 0, 4)|];")]
    [InlineData("Stream s", "_ = await [|s.ReadAsync(a, 0, 4)|];")]
    [InlineData("Stream s", "await [|s.ReadAsync(a, 0, 4)|].ConfigureAwait(false);")]
    [InlineData("Stream s", "await [|s.ReadAsync(a.AsMemory(0, 4))|].ConfigureAwait(false);")]
    [InlineData("Stream s", "_ = [|s.ReadAsync(a, 0, 4)|].GetAwaiter().GetResult();")]
    [InlineData("Stream s", "if ([|s.Read(a, 0, 4)|] == 0) return;")]
    [InlineData("Stream s", "int read = [|s.Read(a, 0, 4)|];")]
    [InlineData("Stream s", "var read = await [|s.ReadAsync(a.AsMemory(0, 4))|].ConfigureAwait(false);")]
    [InlineData("System.Net.Sockets.Socket s", "int read = [|s.Receive(a)|];")]
    [InlineData("Stream s", "if (await [|s.ReadAsync(a, 0, 4)|].ConfigureAwait(false) > 0) n++;")]
    [InlineData("System.Net.Sockets.Socket s", "[|s.Receive(a)|];")]
    [InlineData("System.Net.Sockets.Socket s", "await [|s.ReceiveAsync(a.AsMemory(0, 4))|];")]
    [InlineData("BinaryReader s", "[|s.Read(a, 0, 4)|];")]
    [InlineData("Microsoft.Win32.SafeHandles.SafeFileHandle s", "[|RandomAccess.Read(s, a.AsSpan(0, 4), 0)|];")]
    public Task CountThatNobodyAsksFor_IsDiagnosed(string source, string read) => Diagnosed(Method(source, read));

    [Fact]
    public Task CountOfATextReader_IsDiagnosed() => Diagnosed("""
        string M(TextReader reader)
        {
            char[] a = ArrayPool<char>.Shared.Rent(4);
            [|reader.Read(a, 0, 4)|];
            var text = new string(a, 0, 4);
            ArrayPool<char>.Shared.Return(a);
            return text;
        }
        """);

    [Fact]
    public Task CountOfAReadIntoAnOwner_IsDiagnosed() => Diagnosed("""
        int M(Stream s)
        {
            using var o = MemoryPool<byte>.Shared.Rent(4);
            _ = [|s.Read(o.Memory.Span[..4])|];
            return Read(o.Memory.Span[..4]);
        }
        """);

    // A datagram comes as a whole.
    [Fact]
    public Task CountOfADatagram_IsSilent() => Silent("""
        async Task<int> M()
        {
            using var o = MemoryPool<byte>.Shared.Rent(4);
            using var socket = new System.Net.Sockets.Socket(System.Net.Sockets.SocketType.Dgram, System.Net.Sockets.ProtocolType.Udp);
            await socket.ReceiveAsync(o.Memory[..4]);
            return Read(o.Memory.Span[..4]);
        }
        """);

    // CA2022 reports these.
    [Theory]
    [InlineData("s.Read(a, 0, 4);")]
    [InlineData("await s.ReadAsync(a, 0, 4);")]
    public Task PlainStatementOfAStream_IsLeftToTheSdk(string read) => Silent(Method("Stream s", read));

    [Theory]
    [InlineData("Stream s", "int read = s.Read(a, 0, 4); if (read < 4) return;")]
    [InlineData("Stream s", "int read = s.Read(a, 0, 4); System.Diagnostics.Debug.Assert(read == 4);")]
    [InlineData("Stream s", "int read = s.Read(a, 0, 4); n = read;")]
    [InlineData("MemoryStream s", "int read = s.Read(a, 0, 4);")]
    [InlineData("Stream s", "if (s.Read(a, 0, 4) < 4) return;")]
    [InlineData("Stream s", "if (s.Read(a, 0, 4) != 4) return;")]
    [InlineData("Stream s", "s.ReadExactly(a, 0, 4);")]
    [InlineData("Stream s", "await s.ReadExactlyAsync(a.AsMemory(0, 4)).ConfigureAwait(false);")]
    [InlineData("Stream s", "while ((n = s.Read(a, 0, 4)) > 0) { }")]
    [InlineData("Stream s", "_ = s.Read(a, 0, 1);")]
    [InlineData("Stream s", "if (s.Read(a, 0, 1) == 0) return;")]
    [InlineData("Stream s", "n = await s.ReadAsync(a, 0, 4).ConfigureAwait(false);")]
    [InlineData("MemoryStream s", "_ = s.Read(a, 0, 4);")]
    [InlineData("byte[] b", "Stream s = new MemoryStream(b); _ = s.Read(a, 0, 4);")]
    public Task CountThatIsUsedOrKnown_IsSilent(string source, string read) => Silent(Method(source, read));

    [Theory]
    [InlineData("void M(Stream s) { byte[] a = Pool.Rent(4); _ = s.Read(a, 0, 4); Pool.Return(a); }")]
    [InlineData("void M(Stream s) { byte[] a = Pool.Rent(4); while (Ask()) _ = s.Read(a, 0, 4); _ = s.Read(a, 0, 4); Pool.Return(a); }")]
    [InlineData("byte M(Stream s) { byte[] a = Pool.Rent(4); try { return s.Read(a, 0, 4) == 0 ? (byte)0 : a[0]; } finally { Pool.Return(a); } }")]
    [InlineData(
        "int M(Other s) { byte[] a = Pool.Rent(4); s.Read(a, 0, 4); int n = a[3]; Pool.Return(a); return n; } class Other { "
            + "public int Read(byte[] a, int i, int n) => n; }")]
    [InlineData("int M(Stream s) { var a = new byte[4]; _ = s.Read(a, 0, 4); return a[3]; }")]
    public Task DataThatNobodyReads_IsSilent(string markup) => Silent(markup);

    [Fact]
    public Task Message_SaysWhatToDo() => Diagnosed(
        Method("Stream s", "_ = [|s.Read(a, 0, 4)|];"),
        "'Read' may give less than was asked for, and 'a' then shows data of an earlier rental; use the count, or 'ReadExactly'");

    [Fact]
    public Task Pragma_SilencesTheRule() => Suppressible(
        "int M(Stream s) { byte[] a = Pool.Rent(4); _ = [|s.Read(a, 0, 4)|]; int n = a[3]; Pool.Return(a); return n; }");

    private static string Method(string source, string read) => $$"""
        async Task M({{source}})
        {
            int n = 0;
            byte[] a = Pool.Rent(4);
            try
            {
                await Task.Yield();
                {{read}}
                n += Read(a.AsSpan(0, 4));
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """;
}
