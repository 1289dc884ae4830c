using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Tests;

public class WholeArrayIsUsedTests() : RawPoolTest("PG0205")
{
    private static readonly CaseFile s_readToTheEnd = new("RawPools/WholeArrayIsUsed.ReadToTheEnd.txt");
    private static readonly CaseFile s_partOrRoom = new("RawPools/WholeArrayIsUsed.PartOrRoom.txt");

    public static TheoryData<string> ReadToTheEnd => s_readToTheEnd.Names;

    public static TheoryData<string> PartOrRoom => s_partOrRoom.Names;

    [Theory]
    [MemberData(nameof(ReadToTheEnd))]
    public Task ReadToTheEnd_IsDiagnosedAtTheArray(string name) => Diagnosed(Body(s_readToTheEnd[name]));

    [Theory]
    [MemberData(nameof(PartOrRoom))]
    public Task PartOrRoom_IsSilent(string name) => Silent(Body(s_partOrRoom[name]));

    // What a class that derives from a pool promises is not known.
    [Fact]
    public Task ArrayOfAPoolOfTheProject_IsSilent() => Silent("""
        sealed class ExactPool : ArrayPool<byte>
        {
            public override byte[] Rent(int minimumLength) => new byte[minimumLength];

            public override void Return(byte[] array, bool clearArray = false) { }
        }

        void M(ExactPool pool, Stream s, int n)
        {
            byte[] a = pool.Rent(n);
            try { s.Write(a); }
            finally { pool.Return(a); }
        }
        """);

    [Theory]
    [InlineData("var m = a.AsMemory(); s.WriteAsync([|m|]).AsTask().Wait();")]
    [InlineData("""
        var m = a.AsMemory();
        int r;
        do
        {
            r = s.ReadAsync(m).AsTask().Result;
            if (r > 0) s.WriteAsync([|m|]).AsTask().Wait();
        }
        while (r > 0);
        """)]
    [InlineData("ReadOnlyMemory<byte> m = a; s.Write([|m|].Span);")]
    [InlineData("""
        var g = new ArraySegment<byte>(a);
        new System.Net.WebSockets.ClientWebSocket().SendAsync([|g|], default, true, default).Wait();
        """)]
    [InlineData("Span<byte> v = a; s.ReadExactly(v[..n]); foreach (byte b in [|v|]) Console.Write(b);")]
    [InlineData("var m = a.AsMemory(); var v = m.Span; s.Write([|v|]);")]
    [InlineData("Span<byte> v = a; Read([|v|]);")]
    [InlineData("Span<byte> v = a; Console.Write([|v|][^1]);")]
    [InlineData("Span<byte> v = a; int sum = 0; for (int i = 0; i < [|v|].Length; i++) sum += v[i];")]
    [InlineData("Span<byte> v = a; Span<byte> t = new byte[n + 4]; [|v|].CopyTo(t.Slice(4));")]
    [InlineData("Memory<byte> m = a; Console.Write([|m|].ToArray());")]
    [InlineData("Span<byte> v = a; v[..n].Clear(); s.Write([|v|]);")]
    [InlineData("using var o = MemoryPool<byte>.Shared.Rent(n); var m = o.Memory; s.Write([|m|].Span);")]
    public Task WholeViewInALocal_ReadToTheEnd_IsDiagnosed(string use) => Diagnosed(Body(use));

    [Theory]
    [InlineData("var m = a.AsMemory(0, n); s.WriteAsync(m).AsTask().Wait();")]
    [InlineData("var m = a.AsMemory(); m = m[..n]; s.WriteAsync(m).AsTask().Wait();")]
    [InlineData("Span<byte> v = a; if (n < v.Length) v = v[..n]; s.Write(v);")]
    [InlineData("Span<byte> v = a; Cut(ref v); s.Write(v); void Cut(ref Span<byte> c) => c = c[..n];")]
    [InlineData("Memory<byte> m = a; int r; (m, r) = (m[..n], 1); s.Write(m.Span); Console.Write(r);")]
    [InlineData("Span<byte> v = a; if (n == v.Length) s.Write(v);")]
    [InlineData("Span<byte> v = n < 9 ? stackalloc byte[9] : a; foreach (byte b in v) Console.Write(b);")]
    [InlineData("var m = a.AsMemory(); while (s.ReadAsync(m).AsTask().Result > 0) { }")]
    [InlineData("Span<byte> v = a; s.ReadExactly(v[..n]); s.Write(v[..n]); s.Write(v.Slice(0, n));")]
    [InlineData("Span<byte> v = a; new byte[1].CopyTo(v[4..]); Console.Write(s.Read(v));")]
    [InlineData("Span<byte> v = a; v.Clear(); s.Write(v);")]
    [InlineData("Span<byte> v = a; for (int i = 0; i < v.Length; i++) v[i] = 1; s.Write(v);")]
    [InlineData("Span<byte> v = a; new Random(5).NextBytes(v); s.Write(v);")]
    [InlineData("Span<byte> v = new byte[n]; s.Write(v);")]
    [InlineData("using var o = MemoryPool<byte>.Shared.Rent(n); var m = o.Memory[..n]; s.Write(m.Span);")]
    public Task PartInALocal_IsSilent(string use) => Silent(Body(use));

    [Theory]
    [InlineData("foreach (int x in Enumerable.Select([|a|], q => q + 1)) Console.Write(x);")]
    [InlineData("foreach (int x in [|a|].Select(q => q + 1)) Console.Write(x);")]
    [InlineData("Console.Write([|a|].Select(q => q + 1).Sum());")]
    [InlineData("Console.Write(string.Join(',', [|a|]));")]
    [InlineData("Console.Write(string.Join(',', [|a|].Select(q => q + 1)));")]
    [InlineData("""
        char[] c = ArrayPool<char>.Shared.Rent(n);
        Console.Write(string.GetHashCode([|c|].AsSpan()));
        ArrayPool<char>.Shared.Return(c);
        """)]
    public Task QueryOfAllElements_IsDiagnosedAtTheArray(string use) => Diagnosed(Body(use));

    [Theory]
    [InlineData("foreach (int x in a.Take(n).Select(q => q + 1)) Console.Write(x);")]
    [InlineData("foreach (int x in a.Select(q => q + 1).Take(n)) Console.Write(x);")]
    [InlineData("foreach (int x in Enumerable.Range(0, n).Select(i => a[i])) Console.Write(x);")]
    [InlineData("Console.Write(string.Join(',', a.Take(n)));")]
    public Task QueryOfAPart_IsSilent(string use) => Silent(Body(use));

    private const string Buffers = """
        static class Buffers
        {
            public static byte[] Get(int n) => ArrayPool<byte>.Shared.Rent(n);

            public static byte[] Copy(byte[] from, bool pooled)
            {
                byte[] to = pooled ? ArrayPool<byte>.Shared.Rent(from.Length) : new byte[from.Length];
                from.CopyTo(to, 0);
                return to;
            }

            static byte[]? s_last;

            public static byte[] Last(int n)
            {
                byte[] a = ArrayPool<byte>.Shared.Rent(n);
                s_last = a;
                return a;
            }

            public static void Put(byte[] a) => ArrayPool<byte>.Shared.Return(a);
        }
        """;

    // A method of the project that sends a part of its argument, and one that sends the rest.
    private const string Sender = """
        static class Sender
        {
            public static void Text(Stream s, string text, Memory<byte> room)
            {
                int n = Encoding.ASCII.GetBytes(text, room.Span);
                room = room.Slice(0, n);
                s.WriteAsync(room).AsTask().Wait();
            }

            public static void Local(Stream s, string text, Memory<byte> room)
            {
                Memory<byte> part = room;
                part = part[..Encoding.ASCII.GetBytes(text, part.Span)];
                s.WriteAsync(part).AsTask().Wait();
            }

            public static void Length(Stream s, byte[] room)
            {
                int n = s.Read(room, 0, room.Length);
                room = room[..n];
                s.Write(room, 0, room.Length);
            }

            public static void All(Stream s, Memory<byte> all)
            {
                s.WriteAsync(all).AsTask().Wait();
                all = default;
            }

            public static void Other(Stream s, Memory<byte> all)
            {
                Memory<byte> other;
                other = default;
                s.WriteAsync(other).AsTask().Wait();
                s.WriteAsync(all).AsTask().Wait();
            }
        }
        """;

    [Theory]
    [InlineData("void M(Stream s) { byte[] a = Pool.Rent(5); Sender.Text(s, \"x\", a); Pool.Return(a); }")]
    [InlineData("""
        void M(Stream s)
        {
            byte[] a = Pool.Rent(5);
            Sender.Local(s, "x", a.AsMemory());
            Pool.Return(a);
        }
        """)]
    [InlineData("void M(Stream s) { byte[] a = Pool.Rent(5); Sender.Length(s, a); Pool.Return(a); }")]
    public Task MethodThatNarrowsItsParameter_IsSilent(string markup) => Silent(Sender + markup);

    [Theory]
    [InlineData("void M(Stream s) { byte[] a = Pool.Rent(5); Sender.All(s, [|a|]); Pool.Return(a); }")]
    [InlineData("void M(Stream s) { byte[] a = Pool.Rent(5); Sender.Other(s, [|a|]); Pool.Return(a); }")]
    public Task MethodThatSendsAllBefore_IsDiagnosed(string markup) => Diagnosed(Sender + markup);

    // A method of the project rents the array.
    [Theory]
    [InlineData("""
        async Task M(System.Net.WebSockets.WebSocket s, byte[] blob)
        {
            byte[] a = Buffers.Copy(blob, pooled: true);
            try
            {
                await s.SendAsync(new([|a|]), System.Net.WebSockets.WebSocketMessageType.Binary, true, default);
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("void M(Stream s) { byte[] a = Buffers.Get(5); s.Write([|a|]); Buffers.Put(a); }")]
    public Task WholeArrayOfAHelper_IsDiagnosed(string markup) => Diagnosed(Buffers + markup);

    [Theory]
    [InlineData("void M(Stream s, byte[] blob) { byte[] a = Buffers.Copy(blob, false); s.Write(a); }")]
    [InlineData("void M(Stream s) { byte[] a = Buffers.Get(5); s.Write(a, 0, 5); Buffers.Put(a); }")]
    [InlineData("void M(Stream s) { byte[] a = Buffers.Last(5); s.Write(a); Buffers.Put(a); }")]
    [InlineData("byte[] _f = []; void M(Stream s) { _f = Buffers.Get(5); s.Read(_f, 0, 5); }")]
    public Task PartOfAnArrayOfAHelper_IsSilent(string source) => Silent(Buffers + source);

    // A method of the project sends all that it gets.
    [Theory]
    [InlineData("Send([|a|]);", "static void Send(byte[] data) { Stream.Null.Write(data, 0, data.Length); }")]
    [InlineData("Send([|a|]).Wait();", "static Task Send(ReadOnlyMemory<byte> data) => Stream.Null.WriteAsync(data).AsTask();")]
    [InlineData("Send([|a|]).Wait();", "static Task Send(Memory<byte> data) => Stream.Null.WriteAsync(data, default).AsTask();")]
    [InlineData("new Sender().Send([|a|]);", "class Sender { public void Send(byte[] data) { Stream.Null.Write(data); } }")]
    public Task WholeArrayForASender_IsDiagnosed(string use, string sender) => Diagnosed($"{sender} {Body(use)}");

    [Theory]
    [InlineData("Send(a, n);", "static void Send(byte[] data, int count) { Stream.Null.Write(data, 0, count); }")]
    [InlineData("Read(a);", "static int Read(byte[] data) => Stream.Null.Read(data, 0, data.Length);")]
    [InlineData("Send(a.AsMemory(0, n)).Wait();", "static Task Send(ReadOnlyMemory<byte> data) => Stream.Null.WriteAsync(data).AsTask();")]
    public Task PartForASender_IsSilent(string use, string sender) => Silent($"{sender} {Body(use)}");

    [Fact]
    public Task Message_SaysWhatToUse() => Diagnosed(
        Body("s.Write([|a|]);"), "'a' may be longer than the requested length; use the part with your data, such as 'a.AsSpan(0, length)'");

    [Theory]
    [InlineData("""
        byte[] b = a;
        s.Write([|b|]);
        """, "'b' may be longer than the requested length; use the part with your data, such as 'b.AsSpan(0, length)'")]
    [InlineData("Memory<byte> all = a; s.Write([|all|].Span);",
        "'all' may be longer than the requested length; use the part with your data, such as 'all.Slice(0, length)'")]
    public Task Message_NamesTheVariableOfTheLine(string use, string message) => Diagnosed(Body(use), message);

    // The fix writes the same where it can, with the length that was requested.
    [Theory]
    [InlineData("s.Write([|a|]);", "a.AsSpan(0, length)")]
    [InlineData("s.Write([|a|].AsSpan());", "a.AsSpan(0, length)")]
    [InlineData("Show([|a|]);", "a.AsSpan(0, length)",
        """
        static void Show(ReadOnlySpan<byte> data)
        {
            foreach (byte b in data) Console.Write(b);
            Console.Write(data.Length);
        }
        """)]
    [InlineData("s.WriteAsync([|a|]).AsTask().Wait();", "a.AsMemory(0, length)")]
    [InlineData("s.WriteAsync([|a|].AsMemory()).AsTask().Wait();", "a.AsMemory(0, length)")]
    [InlineData("s.WriteAsync(new([|a|])).AsTask().Wait();", "a, 0, length")]
    [InlineData("s.Write(a, 0, [|a|].Length);", "a.AsSpan(0, length)")]
    [InlineData("Array.Sort([|a|], Comparer<byte>.Default);", "a, 0, length")]
    [InlineData("_ = new MemoryStream([|a|]);", "a, 0, length")]
    [InlineData("_ = Encoding.UTF8.GetString([|a|]);", "a.AsSpan(0, length)")]
    [InlineData("_ = System.Security.Cryptography.MD5.Create().ComputeHash([|a|]);", "a, 0, length")]
    [InlineData("_ = [|a|][^1];", "a.AsSpan(0, length)")]
    [InlineData("byte[] all = [.. [|a|]]; all.ToString();", "a.AsSpan(0, length)")]
    [InlineData("foreach (byte b in [|a|]) Console.Write(b);", "a.AsSpan(0, length)")]
    [InlineData("_ = [|a|].Sum(x => x);", "a.Take(length)")]
    [InlineData("_ = string.Join(',', [|a|]);", "a.Take(length)")]
    [InlineData("foreach (int b in [|a|].Select(x => x + 1)) Console.Write(b);", "a.Take(length)")]
    [InlineData("Sum([|a|]);", "a.AsSpan(0, length).ToArray()")]
    [InlineData("Memory<byte> all = a; s.Write([|all|].Span);", "all.Slice(0, length)")]
    [InlineData("Span<byte> all = a; s.Write([|all|]);", "all.Slice(0, length)")]
    [InlineData("""
        ReadOnlySpan<byte> all = a.AsSpan();
        foreach (byte b in [|all|]) Console.Write(b);
        """, "all.Slice(0, length)")]
    [InlineData("ArraySegment<byte> all = new(a); s.Write([|all|]);", "all.Slice(0, length)")]
    [InlineData("""
        using var o = MemoryPool<byte>.Shared.Rent(n);
        s.Write([|o|].Memory.Span);
        """, "o.Memory.Slice(0, length)")]
    public async Task PartOfTheMessage_CompilesInPlaceOfTheWhole(string use, string part, string members = "")
    {
        string name = part.StartsWith("new", StringComparison.Ordinal) ? "a" : part[..part.IndexOfAny(['.', ','])];
        await Diagnosed(Body(use, members), $"'{name}' may be longer than the requested length; use the part with your data, such as '{part}'");

        string whole = part.Contains("Memory.Slice", StringComparison.Ordinal) ? "[|o|].Memory" : $"[|{name}|]";
        string[] views = [$"{whole}.AsSpan()", $"{whole}.AsMemory()", whole];
        string corrected = use.Replace(views.First(view => use.Contains(view, StringComparison.Ordinal)), part, StringComparison.Ordinal);
        Assert.DoesNotContain(
            Compile(Wrap(Body($"int length = n; {corrected}", members))).GetDiagnostics(), diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);
    }

    // A span cannot be a local there.
    [Fact]
    public Task PartOfTheMessage_IsASegmentWhereTheLoopAwaits() => Diagnosed("""
        async Task M(int n)
        {
            byte[] a = Pool.Rent(n);
            foreach (byte b in [|a|]) await Task.Yield();
            Pool.Return(a);
        }
        """,
        "'a' may be longer than the requested length; use the part with your data, such as 'new ArraySegment<byte>(a, 0, length)'");

    [Theory]
    [InlineData("using IMemoryOwner<byte> o = MemoryPool<byte>.Shared.Rent(n); s.Write([|o|].Memory.Span);")]
    [InlineData("using var o = MemoryPool<byte>.Shared.Rent(n); s.WriteAsync([|o|].Memory).AsTask().Wait();")]
    [InlineData("""
        using var o = MemoryPool<byte>.Shared.Rent(n);
        foreach (byte b in [|o|].Memory.Span) Console.Write(b);
        """)]
    public Task WholeMemoryOfAnOwner_IsDiagnosedAtTheOwner(string use) => Diagnosed(Body(use));

    [Theory]
    [InlineData("""
        using var o = MemoryPool<byte>.Shared.Rent(n);
        s.Write(o.Memory.Span[..n]);
        s.Write(o.Memory.Slice(0, n).Span);
        """)]
    [InlineData("using var o = MemoryPool<byte>.Shared.Rent(); s.Write(o.Memory.Span);")]
    [InlineData("using var o = MemoryPool<byte>.Shared.Rent(-1); s.Write(o.Memory.Span);")]
    [InlineData("""
        using var o = MemoryPool<byte>.Shared.Rent(n);
        o.Memory.Span.Clear();
        s.Write(o.Memory.Span);
        """)]
    [InlineData("using var o = MemoryPool<byte>.Shared.Rent(n); Console.Write(s.Read(o.Memory.Span));")]
    public Task PartOfAnOwner_IsSilent(string use) => Silent(Body(use));

    [Fact]
    public Task Message_OfAnOwner_SaysWhatToUse() => Diagnosed(
        Body("using var o = MemoryPool<byte>.Shared.Rent(n); s.Write([|o|].Memory.Span);"),
        "'o' may be longer than the requested length; use the part with your data, such as 'o.Memory.Slice(0, length)'");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible(Body("s.Write([|a|]);"));

    private static string Body(string use, string members = "")
        => $$"""
            {{members}}

            static int Sum(byte[] d)
            {
                int s = 0;
                foreach (byte b in d) s += b;
                return s;
            }

            void M(Stream s, int n)
            {
                byte[] a = Pool.Rent(n);
                try { {{use}} }
                finally { Pool.Return(a); }
            }
            """;

    // The use after the return is PG0202's report. The same line needs no second one.
    [Fact]
    public Task WholeArray_AfterItsReturn_IsSilent() => Silent("""
        #pragma warning disable PG0202
        byte[] M(Stream stream)
        {
            byte[] array = Pool.Rent(1600);
            stream.ReadExactly(array, 0, 1600);
            Pool.Return(array);
            using var copy = new MemoryStream(array);
            return copy.ToArray();
        }
        """);
}
