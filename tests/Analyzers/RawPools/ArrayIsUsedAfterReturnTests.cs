namespace PooledGen.Analyzers.Tests;

public class ArrayIsUsedAfterReturnTests() : RawPoolTest("PG0202")
{
    private static readonly CaseFile s_useAfterReturn = new("RawPools/ArrayIsUsedAfterReturn.UseAfterReturn.txt");
    private static readonly CaseFile s_objectThatOutlivesTheMethod = new("RawPools/ArrayIsUsedAfterReturn.ObjectThatOutlivesTheMethod.txt");
    private static readonly CaseFile s_objectThatForgetsTheArray = new("RawPools/ArrayIsUsedAfterReturn.ObjectThatForgetsTheArray.txt");
    private static readonly CaseFile s_lastUseBeforeReturn = new("RawPools/ArrayIsUsedAfterReturn.LastUseBeforeReturn.txt");
    private static readonly CaseFile s_objectThatLeadsToTheArray = new("RawPools/ArrayIsUsedAfterReturn.ObjectThatLeadsToTheArray.txt");

    public static TheoryData<string> UseAfterReturn => s_useAfterReturn.Names;

    public static TheoryData<string> ObjectThatOutlivesTheMethod => s_objectThatOutlivesTheMethod.Names;

    public static TheoryData<string> ObjectThatForgetsTheArray => s_objectThatForgetsTheArray.Names;

    public static TheoryData<string> LastUseBeforeReturn => s_lastUseBeforeReturn.Names;

    public static TheoryData<string> ObjectThatLeadsToTheArray => s_objectThatLeadsToTheArray.Names;

    [Theory]
    [MemberData(nameof(UseAfterReturn))]
    public Task UseAfterReturn_IsDiagnosedAtTheOperand(string name) => Diagnosed(s_useAfterReturn[name]);

    [Theory]
    [InlineData("""
        void M(Stream s, int n)
        {
            byte[] a = Pool.Rent(n);
            a[0] = 1;
            _ = [|s.WriteAsync(a, 0, n)|];
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(Stream s, int n)
        {
            byte[] a = Pool.Rent(n);
            a[0] = 1;
            [|s.WriteAsync(a, 0, n)|];
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(Stream s, int n)
        {
            byte[] a = Pool.Rent(n);
            try { _ = [|s.WriteAsync(a.AsMemory(0, n))|].AsTask(); }
            finally { Pool.Return(a); }
        }
        """)]
    [InlineData("void M(Stream s, byte[] a) { if (Ask()) [|s.WriteAsync(a, 0, 4)|]; Pool.Return(a); }")]
    [InlineData("""
        async Task<int> M(Stream s, CancellationToken token)
        {
            byte[] a = Pool.Rent(512);
            try { return await [|s.ReadAsync(a, 0, 512)|].WaitAsync(token); }
            finally { Pool.Return(a); }
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            byte[] a = Pool.Rent(512);
            try { await [|s.ReadAsync(a, 0, 512)|].WaitAsync(TimeSpan.FromSeconds(1)).ConfigureAwait(false); }
            catch (TimeoutException) { }
            Pool.Return(a);
        }
        """)]
    public Task TaskThatNothingAwaits_IsDiagnosedAtTheCall(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("[|s.WriteAsync(a, 0, 4)|].ConfigureAwait(false); await s.FlushAsync();")]
    [InlineData("_ = [|s.WriteAsync(a, 0, 4)|].ConfigureAwait(false); await s.FlushAsync();")]
    [InlineData("var t = [|s.WriteAsync(a, 0, 4)|]; await s.FlushAsync();")]
    [InlineData("Task t = [|s.ReadAsync(a, 0, 4)|]; await s.FlushAsync();")]
    [InlineData("var t = [|s.WriteAsync(a, 0, 4)|]; if (Ask()) await t;")]
    [InlineData("var t = [|s.WriteAsync(a, 0, 4)|]; if (Ask()) return; await t;")]
    [InlineData("var t = [|s.ReadAsync(a, 0, 4)|]; t.Wait(1000);")]
    [InlineData("var t = [|s.ReadAsync(a, 0, 4)|]; t.Wait(TimeSpan.FromSeconds(1)); await s.FlushAsync();")]
    public Task TaskThatAPathDoesNotAwait_IsDiagnosedAtTheCall(string code) => Diagnosed(ReturnedInFinally(code));

    [Theory]
    [InlineData("var t = s.WriteAsync(a, 0, 4); await s.FlushAsync(); await t;")]
    [InlineData("var t = s.WriteAsync(a, 0, 4); if (!t.IsCompletedSuccessfully) await t;")]
    [InlineData("var t = s.WriteAsync(a, 0, 4); var u = s.WriteAsync(a, 4, 4); await Task.WhenAll(t, u);")]
    [InlineData("var t = s.WriteAsync(a, 0, 4).ConfigureAwait(false); await s.FlushAsync(); await t;")]
    [InlineData("""
        Task? t = null;
        while (Ask())
        {
            if (t != null) await t;
            t = s.WriteAsync(a, 0, 4);
        }
        if (t != null) await t;
        """)]
    [InlineData("Task t; if (Ask()) t = s.WriteAsync(a, 0, 4); else t = s.FlushAsync(); await t;")]
    [InlineData("var t = s.WriteAsync(a, 0, 4); async Task End() { await t; } await End();")]
    [InlineData("var t = s.ReadAsync(a, 0, 4); t.Wait(); if (Ask()) return;")]
    [InlineData("var t = s.ReadAsync(a, 0, 4); t.Wait(Timeout.Infinite);")]
    [InlineData("var t = s.ReadAsync(a, 0, 4); t.Wait(Timeout.InfiniteTimeSpan);")]
    [InlineData("var t = s.ReadAsync(a, 0, 4); t.Wait(1000); await t;")]
    [InlineData("var t = s.ReadAsync(a, 0, 4); if (!t.Wait(1000)) await t;")]
    [InlineData("var t = s.FlushAsync(); if (Ask()) return; await t;")]
    public Task TaskThatEachPathAwaits_IsSilent(string code) => Silent(ReturnedInFinally(code));

    [Theory]
    [InlineData("""
        foreach (var s in all) l.Add(s.WriteAsync(a, 0, 4));
        Pool.Return(a);
        await Task.WhenAll([|l|]);
        """)]
    [InlineData("""
        foreach (var s in all) l.Add(s.WriteAsync(a.AsMemory(0, 4)).AsTask());
        Pool.Return(a);
        foreach (var t in [|l|]) await t;
        """)]
    public Task ListOfTasksThatIsAwaitedTooLate_IsDiagnosed(string code) => Diagnosed(WithList(code));

    [Theory]
    [InlineData("""
        foreach (var s in all) l.Add(s.WriteAsync(a, 0, 4));
        await Task.WhenAll(l);
        Pool.Return(a);
        l.Clear();
        """)]
    [InlineData("""
        foreach (var s in all)
        {
            l.Add(s.WriteAsync(a, 0, 4));
            if (l.Count > 3) await Task.WhenAny(l);
        }
        await Task.WhenAll(l);
        Pool.Return(a);
        """)]
    [InlineData("""
        var t = all[0].WriteAsync(a, 0, 4);
        l.Add(t);
        await t;
        Pool.Return(a);
        await Task.WhenAll(l);
        """)]
    [InlineData("foreach (var s in all) l.Add(s.FlushAsync()); Pool.Return(a); await Task.WhenAll(l);")]
    public Task ListOfTasksThatIsAwaitedFirst_IsSilent(string code) => Silent(WithList(code));

    [Theory]
    [InlineData("""
        void M(Stream s)
        {
            byte[] a = Pool.Rent(9);
            if (Ask())
            {
                Fill(a);
                Pool.Return(a);
            }
            else { _ = s.WriteAsync(a, 0, 4).ContinueWith(_ => Pool.Return(a)); }
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            byte[] a = Pool.Rent(9);
            s.WriteAsync(a, 0, 4).Wait();
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = Pool.Rent(9);
            _ = P(a.AsSpan(0, 4));
            Pool.Return(a);
        }

        static Task P(Span<byte> s) => Task.CompletedTask;
        """)]
    [InlineData("""
        Task<string> M()
        {
            byte[] a = Pool.Rent(9);
            try { return P(a.AsSpan(0, 4)); }
            finally { Pool.Return(a); }
        }

        static Task<string> P(ReadOnlySpan<byte> s) => Task.FromResult(s.Length.ToString());
        """)]
    [InlineData("""
        async Task<int> M(Stream s, CancellationToken token)
        {
            byte[]? a = Pool.Rent(512);
            try { return await s.ReadAsync(a, 0, 512).WaitAsync(token); }
            catch (OperationCanceledException) { a = null; throw; }
            finally { if (a != null) Pool.Return(a); }
        }
        """)]
    [InlineData("""
        async Task<int> M(Stream s, CancellationToken token)
        {
            byte[] a = Pool.Rent(512);
            Task<int> read = s.ReadAsync(a, 0, 512);
            try { return await read.WaitAsync(token); }
            finally { await read; Pool.Return(a); }
        }
        """)]
    public Task TaskThatEndsFirst_IsSilent(string source) => Silent(source);

    [Theory]
    [MemberData(nameof(ObjectThatLeadsToTheArray))]
    public Task ObjectThatLeadsToTheArray_IsDiagnosed(string name) => Diagnosed(s_objectThatLeadsToTheArray[name]);

    [Theory]
    [InlineData("""
        int[] M(int n)
        {
            byte[] a = Pool.Rent(n);
            Fill(a);
            var q = a.Take(n).Select(x => x + 1);
            Pool.Return(a);
            return [|q|].ToArray();
        }
        """)]
    [InlineData("""
        IEnumerable<byte> M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                Fill(a);
                return [|a.Take(n)|];
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("""
        int M(int n)
        {
            byte[] a = Pool.Rent(n);
            Fill(a);
            var q = a.Take(n).OrderBy(x => x);
            Pool.Return(a);
            int r = 0;
            foreach (byte x in [|q|]) r += x;
            return r;
        }
        """)]
    public Task QueryThatIsReadAfterReturn_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        int[] M(int n)
        {
            byte[] a = Pool.Rent(n);
            Fill(a);
            var q = a.Take(n).Select(x => x + 1);
            int[] r = q.ToArray();
            Pool.Return(a);
            return r;
        }
        """)]
    [InlineData("""
        IEnumerable<byte> M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                Fill(a);
                return a.Take(n).ToList();
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("""
        ILookup<int, byte> M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                Fill(a);
                return a.Take(n).ToLookup(x => x + 1);
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("""
        string M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                Fill(a);
                return string.Join(',', a.Take(n));
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("""
        Task M(int n)
        {
            Task[] t = ArrayPool<Task>.Shared.Rent(n);
            try
            {
                t[0] = Task.Delay(n);
                return Task.WhenAll(t.Take(n));
            }
            finally
            {
                ArrayPool<Task>.Shared.Return(t, true);
            }
        }
        """)]
    public Task QueryThatIsReadBeforeReturn_IsSilent(string source) => Silent(source);

    [Theory]
    [MemberData(nameof(ObjectThatOutlivesTheMethod))]
    public Task ObjectThatOutlivesTheMethod_IsDiagnosedAtWhatItGets(string name) => Diagnosed(s_objectThatOutlivesTheMethod[name]);

    [Theory]
    [MemberData(nameof(ObjectThatForgetsTheArray))]
    public Task ObjectThatForgetsTheArray_IsSilent(string name) => Silent(s_objectThatForgetsTheArray[name]);

    [Theory]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            using (var m = new MemoryStream(a, 0, n))
            {
                try { m.WriteByte(1); }
                finally { Pool.Return(a); }
            }
        }
        """)]
    [InlineData("""
        long M(int n)
        {
            byte[] a = Pool.Rent(n);
            Stream m = new MemoryStream(a, 0, n);
            m.WriteByte(1);
            Pool.Return(a);
            m.Close();
            return m.Position;
        }
        """)]
    [InlineData("""
        byte[] M(int n)
        {
            byte[] a = Pool.Rent(n);
            try { return new MemoryStream(a, 0, n).ToArray(); }
            finally { Pool.Return(a); }
        }
        """)]
    [InlineData("""
        class S(byte[] b) : MemoryStream(b.Length) { }

        Stream M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                Fill(a);
                return new S(a);
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("""
        object M(char[] c)
        {
            try { return System.Text.Json.JsonDocument.Parse(c.AsMemory()); }
            finally { ArrayPool<char>.Shared.Return(c); }
        }
        """)]
    [InlineData("""
        (byte, int) M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                Fill(a);
                return (a[0], n);
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    public Task ObjectThatLeadsNowhere_IsSilent(string source) => Silent(source);

    [Theory]
    [MemberData(nameof(LastUseBeforeReturn))]
    public Task LastUseBeforeReturn_IsSilent(string name) => Silent(s_lastUseBeforeReturn[name]);

    [Fact]
    public Task Message_NamesTheArray() => Diagnosed("""
        int M(int n)
        {
            byte[] a = Pool.Rent(n);
            Span<byte> s = a.AsSpan(0, n);
            Pool.Return(a);
            return [|s|][0];
        }
        """,
        "'a' has been returned before; the array may belong to another rental by now, so return it after its last use");

    [Fact]
    public Task MessageOfATask_NamesTheCall() => Diagnosed("""
        void M(Stream s, int n)
        {
            byte[] a = Pool.Rent(n);
            a[0] = 1;
            _ = [|s.WriteAsync(a, 0, n)|];
            Pool.Return(a);
        }
        """,
        "'a' is returned while the task of 'WriteAsync' may still use it; await the task first");

    private const string Buffers = """
        static class Buffers
        {
            public static byte[] Get(int n) => ArrayPool<byte>.Shared.Rent(n);
            public static void Put(byte[] a) => ArrayPool<byte>.Shared.Return(a);
        }
        """;

    [Theory]
    [InlineData("""
        Task M(Stream s, CancellationToken t)
        {
            byte[] b = Buffers.Get(1);
            try { return [|s.WriteAsync(b, 0, 1, t)|]; }
            finally { Buffers.Put(b); }
        }
        """)]
    [InlineData("int M() { byte[] b = Buffers.Get(1); Fill(b); Buffers.Put(b); return [|b|][0]; }")]
    [InlineData("int M(int n) { byte[] b = Buffers.Get(n); Fill(b); Buffers.Put(b); return [|b|][0]; }")]
    public Task ArrayThatHelpersRentAndReturn_IsDiagnosed(string markup) => Diagnosed(Buffers + markup);

    [Theory]
    [InlineData("""
        async Task M(Stream s, CancellationToken t)
        {
            byte[] b = Buffers.Get(1);
            try { await s.WriteAsync(b, 0, 1, t); }
            finally { Buffers.Put(b); }
        }
        """)]
    [InlineData("""
        int M()
        {
            byte[] b = Buffers.Get(1);
            Buffers.Put(b);
            b = Buffers.Get(2);
            int n = b[0];
            Buffers.Put(b);
            return n;
        }
        """)]
    [InlineData("""
        int M(bool is5)
        {
            byte[] b = Buffers.Get(1);
            if (is5)
            {
                Buffers.Put(b);
                return 5;
            }
            Buffers.Put(b);
            return 1;
        }
        """)]
    public Task ArrayThatHelpersRentAndReturn_IsSilentIfItIsNotUsedLater(string source) => Silent(Buffers + source);

    private const string Frames = """
        class Frame { byte[] _data; public Frame(byte[] data) => _data = data; }
        class Copy { byte[] _data; public Copy(byte[] data) => _data = data.ToArray(); }
        record Packet(ReadOnlyMemory<byte> Body);
        readonly List<Frame> _frames = []; readonly List<Copy> _copies = []; readonly Queue<Packet> _packets = new();
        """;

    // The collection outlives the method, and so does the object in it that keeps the array.
    [Theory]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); _frames.Add(new Frame([|a|])); Pool.Return(a); }")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            _packets.Enqueue(new Packet([|a.AsMemory(0, n)|]));
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(int n, bool last)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                a[0] = 1;
                _frames.Add(new Frame([|a|]));
            }
            finally
            {
                Pool.Return(a);
            }
        }
        """)]
    public Task ObjectInACollectionThatKeepsTheArray_IsDiagnosed(string markup) => Diagnosed(Frames + markup);

    [Theory]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); _frames.Add(new Frame(a)); }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); _copies.Add(new Copy(a)); Pool.Return(a); }")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            var all = new List<Frame>();
            all.Add(new Frame(a));
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            _frames.Add(new Frame(a));
            Ask();
            _frames.Clear();
            Pool.Return(a);
        }
        """)]
    public Task ObjectInACollectionThatMayNotOutliveTheRental_IsSilent(string source) => Silent(Frames + source);

    // Tests of a pool ask whether it gives the same array again.
    [Theory]
    [InlineData("""
        bool M(int n)
        {
            byte[] a = Pool.Rent(n);
            Pool.Return(a);
            byte[] b = Pool.Rent(n);
            bool same = a == b;
            Pool.Return(b);
            return same;
        }
        """)]
    [InlineData("""
        bool M(int n)
        {
            byte[] a = Pool.Rent(n);
            Pool.Return(a);
            byte[] b = Pool.Rent(n);
            bool other = a != b;
            Pool.Return(b);
            return other;
        }
        """)]
    [InlineData("bool M(object b) { byte[] a = Pool.Rent(5); Pool.Return(a); return (object)a != b; }")]
    [InlineData("byte[] _f = []; bool M() { byte[] a = Pool.Rent(5); Pool.Return(a); return a == _f; }")]
    [InlineData("bool M(object b) { byte[] a = Pool.Rent(5); Pool.Return(a); return b == a; }")]
    [InlineData("""
        bool M(int n)
        {
            byte[] a = Pool.Rent(n);
            Pool.Return(a);
            byte[] b = Pool.Rent(n);
            bool same = ReferenceEquals(a, b);
            Pool.Return(b);
            return same;
        }
        """)]
    [InlineData("""
        bool M(object b)
        {
            byte[] a = Pool.Rent(5);
            Pool.Return(a);
            return object.ReferenceEquals(b, a);
        }
        """)]
    public Task ComparisonOfReferences_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        bool M(int n)
        {
            byte[] a = Pool.Rent(n);
            Pool.Return(a);
            byte[] b = Pool.Rent(n);
            bool same = [|a|][1] == b[1];
            Pool.Return(b);
            return same;
        }
        """)]
    [InlineData("bool M(byte[] b) { byte[] a = Pool.Rent(5); Pool.Return(a); return [|a|][0] == b[0]; }")]
    [InlineData("""
        bool M(object b)
        {
            string[] a = ArrayPool<string>.Shared.Rent(5);
            ArrayPool<string>.Shared.Return(a);
            return ReferenceEquals([|a|][0], b);
        }
        """)]
    [InlineData("bool M(byte[] b) { byte[] a = Pool.Rent(5); Pool.Return(a); return b.Length == [|a|][0]; }")]
    public Task ComparisonOfElements_IsDiagnosed(string markup) => Diagnosed(markup);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("void M(byte[] a) { Pool.Return(a); Fill([|a|]); }");

    private static string ReturnedInFinally(string code)
        => $$"""
            async Task M(Stream s)
            {
                byte[] a = Pool.Rent(9);
                try
                {
                    a[0] = 1;
                    {{code}}
                }
                finally
                {
                    Pool.Return(a);
                }
            }
            """;

    private static string WithList(string code)
        => $$"""
            async Task M(Stream[] all)
            {
                var l = new List<Task>();
                byte[] a = Pool.Rent(9);
                a[0] = 1;
                {{code}}
            }
            """;

    // A comparison of two references reads no elements.
    [Theory]
    [InlineData("again == array")]
    [InlineData("array != again")]
    [InlineData("ReferenceEquals(array, again)")]
    [InlineData("object.Equals(again, array)")]
    [InlineData("array.Equals(again)")]
    [InlineData("again.Equals(array)")]
    [InlineData("Assert.Same(array, again)")]
    [InlineData("Assert.AreNotSame(again, array)")]
    public Task Comparison_OfTheReturnedArrayWithTheNextOne_IsSilent(string comparison) => Silent($$"""
        static class Assert
        {
            public static bool Same(object? expected, object? actual) => expected == actual;
            public static bool AreNotSame(object? expected, object? actual) => expected != actual;
        }

        bool M()
        {
            byte[] array = Pool.Rent(64);
            Pool.Return(array);
            byte[] again = Pool.Rent(64);
            bool isSame = {{comparison}};
            Pool.Return(again);
            return isSame;
        }
        """);
}
