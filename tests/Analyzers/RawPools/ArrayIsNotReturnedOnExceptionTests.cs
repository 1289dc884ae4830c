using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Analyzers.Tests;

public class ArrayIsNotReturnedOnExceptionTests() : RawPoolTest("PG0204")
{
    private static readonly CaseFile s_everyExceptionMeetsAReturn = new("RawPools/ArrayIsNotReturnedOnException.EveryExceptionMeetsAReturn.txt");
    private static readonly CaseFile s_codeThatStaysInTheProgram = new("RawPools/ArrayIsNotReturnedOnException.CodeThatStaysInTheProgram.txt");

    public static TheoryData<string> EveryExceptionMeetsAReturn => s_everyExceptionMeetsAReturn.Names;

    public static TheoryData<string> CodeThatStaysInTheProgram => s_codeThatStaysInTheProgram.Names;

    [Theory]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; Fill(a); Pool.Return(a); }")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            if (n > 5) throw new Exception();
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            try
            {
                Fill(a);
                Pool.Return(a);
            }
            catch (IOException)
            {
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; try { Fill(a); Pool.Return(a); } catch { } }")]
    [InlineData("""
        async Task M(Stream s)
        {
            byte[] a = [|Pool.Rent(5)|];
            await s.ReadAsync(a, 0, 5);
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            Fill(a);
            try { Fill(a); }
            finally { Pool.Return(a); }
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            byte[] b = [|Pool.Rent(n)|];
            try { Fill(a); }
            finally { Pool.Return(a); }
            Pool.Return(b);
        }
        """)]
    [InlineData("IEnumerable<int> M(int n) { byte[] a = [|Pool.Rent(n)|]; yield return 5; Pool.Return(a); }")]
    public Task ExceptionBetweenRentAndReturn_IsHinted(string markup) => Diagnosed(markup);

    // What a private helper calls or reads comes from its callers, which are of its own type.
    [Theory]
    [InlineData("""
        void M()
        {
            byte[] a = Pool.Rent(5);
            Change(a, Twice);
            Pool.Return(a);
        }

        static byte Twice(byte b) => (byte)(b * 2);
        private static void Change(byte[] a, Func<byte, byte> change) => a[0] = change(a[0]);
        """)]
    [InlineData("""
        int M(byte[] b)
        {
            byte[] a = Pool.Rent(5);
            int n = Sum(b) + a[0];
            Pool.Return(a);
            return n;
        }

        private static int Sum(IEnumerable<byte> all) { int n = 0; foreach (byte b in all) n += b; return n; }
        int N(byte[] b) => Sum(b.ToList());
        """)]
    public Task HelperThatCallsCodeOfItsOwnType_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        public void M(Func<byte, byte> change)
        {
            byte[] a = [|Pool.Rent(5)|];
            Change(a, change);
            Pool.Return(a);
        }

        private static void Change(byte[] a, Func<byte, byte> change) => a[0] = change(a[0]);
        """)]
    [InlineData("""
        readonly Func<byte, byte> _change = b => b;
        void M()
        {
            byte[] a = [|Pool.Rent(5)|];
            Change(a, _change);
            Pool.Return(a);
        }

        private static void Change(byte[] a, Func<byte, byte> change) => a[0] = change(a[0]);
        """)]
    [InlineData("""
        public int M(IEnumerable<byte> all)
        {
            byte[] a = [|Pool.Rent(5)|];
            int n = Fill(a, all);
            Pool.Return(a);
            return n;
        }

        private static int Fill(byte[] a, IEnumerable<byte> all) { int n = 0; foreach (byte b in all) a[n++] = b; return n; }
        """)]
    [InlineData("""
        public void M(Func<byte, byte> change)
        {
            byte[] a = [|Pool.Rent(5)|];
            Change(a, change);
            Pool.Return(a);
        }

        internal static void Change(byte[] a, Func<byte, byte> change) => a[0] = change(a[0]);
        """)]
    public Task HelperThatCallsCodeOfOthers_IsHinted(string markup) => Diagnosed(markup);

    // A parser keeps its position in fields and counts in locals, so a check of the method's own numbers is how it refuses bad data.
    [Theory]
    [InlineData("""
        int _position, _length;

        void M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            if (_position + n > _length) throw new EndOfStreamException();
            _position += n;
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(string text)
        {
            byte[] a = [|Pool.Rent(64)|];
            int count = 0;
            foreach (char c in text)
            {
                if (count == 64) throw new FormatException("There are more than 64 entries.");
                a[count++] = (byte)c;
            }

            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(ReadOnlySpan<char> text, int expected)
        {
            byte[] a = [|Pool.Rent(64)|];
            Convert.TryFromBase64Chars(text, a, out int written);
            if (written != expected) throw new InvalidDataException();
            Pool.Return(a);
        }
        """)]
    public Task ThrowBehindACheckOfOwnNumbers_IsHinted(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        async Task<int> M(Stream s)
        {
            var o = [|MemoryPool<byte>.Shared.Rent(5)|];
            int n = await s.ReadAsync(o.Memory);
            o.Dispose();
            return n;
        }
        """)]
    [InlineData("""
        int M(Stream s)
        {
            var o = [|MemoryPool<byte>.Shared.Rent(5)|];
            int n = s.Read(o.Memory.Span);
            o.Dispose();
            return n;
        }
        """)]
    [InlineData("""
        IMemoryOwner<byte> M(Stream s)
        {
            var o = [|MemoryPool<byte>.Shared.Rent(5)|];
            s.Read(o.Memory.Span);
            return o;
        }
        """)]
    public Task ExceptionBetweenRentAndDispose_IsHinted(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        async Task<int> M(Stream s)
        {
            using var o = MemoryPool<byte>.Shared.Rent(5);
            return await s.ReadAsync(o.Memory);
        }
        """)]
    [InlineData("""
        int M(Stream s)
        {
            var o = MemoryPool<byte>.Shared.Rent(5);
            try { return s.Read(o.Memory.Span); }
            finally { o.Dispose(); }
        }
        """)]
    [InlineData("""
        int M(int n)
        {
            var o = MemoryPool<byte>.Shared.Rent(n);
            o.Memory.Span.Clear();
            int r = o.Memory.Span[0];
            o.Dispose();
            return r;
        }
        """)]
    [InlineData("""
        IMemoryOwner<byte> M(MemoryPool<byte> p)
        {
            var o = p.Rent(5);
            try
            {
                Fill(o.Memory[..5].ToArray());
                return o;
            }
            catch
            {
                o.Dispose();
                throw;
            }
        }
        """)]
    public Task OwnerThatNoExceptionSkips_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_OfAnOwner_SaysUsing() => Diagnosed("""
        void M(Stream s)
        {
            var owner = [|MemoryPool<byte>.Shared.Rent(5)|];
            s.Read(owner.Memory.Span);
            owner.Dispose();
        }
        """,
        "'owner' is lost if 'Read' throws; declare it with 'using'");

    [Theory]
    [MemberData(nameof(EveryExceptionMeetsAReturn))]
    public Task EveryExceptionMeetsAReturn_IsSilent(string name) => Silent(s_everyExceptionMeetsAReturn[name]);

    [Theory]
    [InlineData("byte[] from")]
    [InlineData("string from")]
    [InlineData("System.Collections.Immutable.ImmutableArray<byte> from")]
    [InlineData("List<byte> from")]
    public Task LoopOverACollection_IsSilent(string parameter) => Silent($$"""
        int M({{parameter}})
        {
            byte[] a = Pool.Rent(5);
            foreach (object b in from) a[0] = 1;
            Pool.Return(a);
            return a.Length;
        }
        """);

    // A sequence that the caller has given may do anything. The batch is lost by the next element, too.
    [Theory]
    [InlineData("""
        public void M(IEnumerable<byte> from)
        {
            byte[] a = [|Pool.Rent(5)|];
            foreach (byte b in from) a[0] = b;
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        public void M(System.Collections.IEnumerable from)
        {
            byte[] a = [|Pool.Rent(5)|];
            foreach (object b in from) a[0] = 1;
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        public byte[] M(ICollection<byte> from)
        {
            byte[] a = [|Pool.Rent(from.Count)|];
            int i = 0;
            foreach (byte b in from) a[i++] = b;
            return a;
        }
        """)]
    [InlineData("""
        IReadOnlyList<byte> _from = [];

        void M()
        {
            byte[] a = [|Pool.Rent(5)|];
            Copy(a);
            Pool.Return(a);
        }

        void Copy(byte[] a)
        {
            foreach (byte b in _from) a[0] = b;
        }
        """)]
    [InlineData("""
        public void M(IEnumerable<byte> from)
        {
            byte[]? a = null;
            foreach (byte b in from)
            {
                if (a == null) a = [|Pool.Rent(5)|];
                a[0] = b;
            }
            if (a != null) Pool.Return(a);
        }
        """)]
    public Task LoopOverASequenceOfTheCaller_IsHinted(string markup) => Diagnosed(markup);

    // The callers of a private method are of its own type.
    [Theory]
    [InlineData("foreach (byte b in from) a[0] = b;")]
    [InlineData("using IEnumerator<byte> all = from.GetEnumerator(); while (all.MoveNext()) a[0] = all.Current;")]
    [InlineData("a[0] = ask();")]
    public Task WhatAPrivateMethodIsGiven_IsSilent(string use) => Silent(GivenTo("private", "IEnumerable<byte> from, Func<byte> ask", use));

    [Theory]
    [InlineData("public", "IEnumerable<byte> from", "foreach (byte b in from) a[0] = b;")]
    [InlineData("internal", "IEnumerable<byte> from", "using IEnumerator<byte> all = from.GetEnumerator(); while (all.MoveNext()) a[0] = all.Current;")]
    [InlineData("protected", "Func<byte> ask", "a[0] = ask();")]
    [InlineData("private", "Stream from", "from.ReadByte();")]
    [InlineData("private", "", "a[0] = _ask();")]
    [InlineData("private", "", "foreach (byte b in _from) a[0] = b;")]
    [InlineData("public", "IEnumerable<byte> from", "Copy(from, a);")]
    public Task WhatOthersGive_IsHinted(string access, string given, string use) => Diagnosed(GivenTo(access, given, use, "[|Pool.Rent(5)|]"));

    private static string GivenTo(string access, string given, string use, string rent = "Pool.Rent(5)") => $$"""
        Func<byte> _ask = () => 5;
        IEnumerable<byte> _from = [];

        {{access}} void M({{given}})
        {
            byte[] a = {{rent}};
            {{use}}
            Pool.Return(a);
        }

        private static void Copy(IEnumerable<byte> from, byte[] a)
        {
            foreach (byte b in from) a[0] = b;
        }
        """;

    [Theory]
    [InlineData("public void M(Action<byte[]> use) { byte[] a = [|Pool.Rent(5)|]; use(a); Pool.Return(a); }")]
    [InlineData("""
        Func<int> _ask = () => 5;

        void M()
        {
            byte[] a = [|Pool.Rent(5)|];
            a[0] = (byte)_ask();
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        int M(string text)
        {
            byte[] a = [|Pool.Rent(5)|];
            int n = int.Parse(text) + a[0];
            Pool.Return(a);
            return n;
        }
        """)]
    [InlineData("""
        void M(string text)
        {
            byte[] a = [|Pool.Rent(5)|];
            Convert.FromBase64String(text).CopyTo(a, 0);
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        interface IReader { int ReadBlock(byte[] to); }

        int M(IReader r)
        {
            byte[] a = [|Pool.Rent(5)|];
            int n = r.ReadBlock(a);
            Pool.Return(a);
            return n;
        }
        """)]
    [InlineData("void M(Task t) { byte[] a = [|Pool.Rent(5)|]; t.Wait(); Pool.Return(a); }")]
    [InlineData("""
        void M(CancellationToken t)
        {
            byte[] a = [|Pool.Rent(5)|];
            t.ThrowIfCancellationRequested();
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = [|Pool.Rent(5)|];
            Check(n);
            Pool.Return(a);
        }

        void Check(int n)
        {
            if (n > 9) throw new InvalidDataException();
        }
        """)]
    [InlineData("""
        IEnumerable<T> M<T>(IEnumerable<T> source)
        {
            foreach (T x in source)
            {
                T[] part = [|ArrayPool<T>.Shared.Rent(64)|];
                int n = Put(part, x);
                for (int i = 0; i < n; i++) yield return part[i];
                ArrayPool<T>.Shared.Return(part);
            }
        }

        int Put<T>(T[] a, T x)
        {
            a[0] = x;
            return 1;
        }
        """)]
    public Task CodeThatReachesOutside_IsHinted(string markup) => Diagnosed(markup);

    // These fail only on a bug, or because of the program's own state.
    [Theory]
    [MemberData(nameof(CodeThatStaysInTheProgram))]
    public Task CodeThatStaysInTheProgram_IsSilent(string name) => Silent(s_codeThatStaysInTheProgram[name]);

    // One report for a method.
    [Theory]
    [InlineData("""
        void M(Stream s)
        {
            byte[] a = [|Pool.Rent(5)|];
            byte[] b = Pool.Rent(5);
            s.Read(a, 0, 5);
            Pool.Return(a);
            Pool.Return(b);
        }
        """,
        "'a' and 'b' are lost if 'Read' throws; return them in a finally block")]
    [InlineData("""
        void M(Stream s)
        {
            byte[] a = [|Pool.Rent(5)|];
            while (s.Read(a, 0, 5) > 0)
            {
                Pool.Return(a);
                a = Pool.Rent(9);
            }
            Pool.Return(a);
        }
        """,
        "'a' is lost if 'Read' throws; return it in a finally block")]
    [InlineData("byte[] M(Stream s) { byte[] a = [|Pool.Rent(5)|]; s.Read(a, 0, 5); return a; }",
        "'a' is lost if 'Read' throws; return it in a catch block, and rethrow")]
    [InlineData("""
        async Task M(Stream s)
        {
            byte[] a = [|Pool.Rent(5)|];
            await s.WriteAsync(a, 0, 5).ConfigureAwait(false);
            Pool.Return(a);
        }
        """,
        "'a' is lost if 'WriteAsync' throws; return it in a finally block")]
    [InlineData("IEnumerable<int> M() { byte[] a = [|Pool.Rent(5)|]; yield return a[0]; Pool.Return(a); }",
        "'a' is lost if the caller stops enumerating at a 'yield return'; return it in a finally block")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = [|Pool.Rent(5)|];
            if (n > 5) throw new Exception();
            Pool.Return(a);
        }
        """,
        "'a' is lost if the method throws 'Exception'; return it in a finally block")]
    [InlineData("void M(Exception e) { byte[] a = [|Pool.Rent(5)|]; if (Ask()) throw e; Pool.Return(a); }",
        "'a' is lost if the method throws 'Exception'; return it in a finally block")]
    [InlineData("void M(string path) { byte[] a = [|Pool.Rent(5)|]; using var s = new FileStream(path, FileMode.Open); Pool.Return(a); }",
        "'a' is lost if 'new FileStream' throws; return it in a finally block")]
    [InlineData("""
        public void M(Action f)
        {
            byte[] a = [|Pool.Rent(5)|];
            f();
            Pool.Return(a);
        }
        """, "'a' is lost if 'f' throws; return it in a finally block")]
    [InlineData("""
        public void M(IEnumerable<byte> from)
        {
            byte[] a = [|Pool.Rent(5)|];
            foreach (byte b in from) a[0] = b;
            Pool.Return(a);
        }
        """,
        "'a' is lost if the enumerator throws; return it in a finally block")]
    public Task Message_SaysWhatThrowsAndWhatToDo(string markup, string message) => Diagnosed(markup, message);

    [Fact]
    public Task LoopWithABodyThatThrows_IsHinted()
        => Diagnosed("""
            void M(string from)
            {
                byte[] a = [|Pool.Rent(5)|];
                foreach (char c in from) Fill(a);
                Pool.Return(a);
            }
            """);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M(int n)
        {
            byte[] a = [|Pool.Rent(n)|];
            Fill(a);
            Pool.Return(a);
        }
        """);

    // Nothing here returns the array, and what the call does with it is not known before it runs.
    [Fact]
    public Task ArrayThatOnlyABindingAtRunTimeGets_IsSilent() => Silent("""
        async Task M(Stream stream, dynamic target)
        {
            byte[] array = Pool.Rent(64);
            try
            {
                await stream.ReadExactlyAsync(array, 0, 64);
            }
            catch (IOException)
            {
                Console.Error.WriteLine();
                throw;
            }

            target.Take(array);
        }
        """);

    // A throw that only a bug of the program can reach.
    [Theory]
    [InlineData("throw new UnreachableException();")]
    [InlineData("throw new ArgumentOutOfRangeException(nameof(n));")]
    [InlineData("throw new InvalidOperationException();")]
    [InlineData("throw new NotSupportedException();")]
    [InlineData("throw new NotImplementedException();")]
    [InlineData("throw new ObjectDisposedException(null);")]
    [InlineData("throw new IndexOutOfRangeException();")]
    [InlineData("ThrowHelper.ThrowArgument();")]
    [InlineData("ThrowHelper.ThrowState();")]
    [InlineData("ThrowHelper.Stop();")]
    [InlineData("Environment.FailFast(\"never\");")]
    [InlineData("Environment.Exit(3);")]
    public Task Assertion_InTheMethod_IsSilent(string assertion) => Silent(Asserting(assertion));

    [Theory]
    [InlineData("throw new InvalidDataException();")]
    [InlineData("throw new FormatException();")]
    [InlineData("throw new Exception();")]
    [InlineData("throw new OperationCanceledException();")]
    [InlineData("ThrowHelper.ThrowData();")]
    public Task ThrowAboutData_InTheMethod_IsHinted(string thrown)
        => Diagnosed(Asserting(thrown).Replace("Pool.Rent(5)", "[|Pool.Rent(5)|]", StringComparison.Ordinal));

    [Fact]
    public Task DefaultOfASwitch_ThatThrowsUnreachable_IsSilent() => Silent("""
        int M(int n)
        {
            byte[] a = Pool.Rent(5);
            int result;
            switch (n)
            {
                case 1: result = a[0]; break;
                case 2: result = a[1]; break;
                default: throw new System.Diagnostics.UnreachableException();
            }

            Pool.Return(a);
            return result;
        }
        """);

    [Fact]
    public Task Seek_DoesNotThrow() => Silent("void M(Stream s) { byte[] a = Pool.Rent(5); s.Seek(0, SeekOrigin.Begin); Pool.Return(a); }");

    private static string Asserting(string statement) => $$"""
        void M(int n)
        {
            byte[] a = Pool.Rent(5);
            if (n > 9) { {{statement.Replace("Unreachable", "System.Diagnostics.Unreachable", StringComparison.Ordinal)}} }
            Pool.Return(a);
        }

        static class ThrowHelper
        {
            public static void ThrowArgument() => throw new ArgumentException();
            public static void ThrowState() => throw new InvalidOperationException();
            public static void ThrowData() => throw new InvalidDataException();
            [System.Diagnostics.CodeAnalysis.DoesNotReturn] public static void Stop() => throw new NotSupportedException();
        }
        """;
}

/// <summary>An exception ends a test, and its arrays with it.</summary>
public class ArrayOfATestIsNotReturnedOnExceptionTests() : RawPoolTest("PG0204")
{
    private string _framework = "";

    protected override CSharpCompilation Compile(string source)
        => base.Compile(source).AddReferences(CSharpCompilation.Create(_framework).ToMetadataReference());

    [Theory]
    [InlineData("xunit.core")]
    [InlineData("BenchmarkDotNet")]
    public Task ProjectOfTestsOrBenchmarks_IsSilent(string framework)
    {
        _framework = framework;
        return Silent("void M(int n) { byte[] a = Pool.Rent(n); Fill(a); Pool.Return(a); }");
    }

    [Fact]
    public Task ProjectWithAnotherPackage_IsHinted()
    {
        _framework = "xunit.abstractions";
        return Diagnosed("void M(int n) { byte[] a = [|Pool.Rent(n)|]; Fill(a); Pool.Return(a); }");
    }
}
