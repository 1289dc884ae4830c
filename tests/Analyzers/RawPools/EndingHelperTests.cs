namespace PooledGen.Analyzers.Tests;

/// <summary>A method of the project that returns its argument is an end of the rental, as <c>Return</c> is.</summary>
public class EndingHelperTests() : RawPoolTest("PG0202")
{
    [Theory]
    [InlineData("static void Free(byte[] a) => Pool.Return(a);")]
    [InlineData("static void Free(byte[] a, bool clear = false) { Pool.Return(a, clear); }")]
    [InlineData("static void Free(byte[]? a) { if (a != null) Pool.Return(a); }")]
    [InlineData("static void Free(byte[]? a) { if (a is { Length: > 0 }) { Pool.Return(a); } }")]
    [InlineData("""
        static void Free(byte[]? a)
        {
            if (a is null || a.Length == 0) return;
            a[0] = 0;
            a.AsSpan(0, 4).Clear();
            Pool.Return(a);
        }
        """)]
    [InlineData("static void Free(byte[] a) { Array.Clear(a, 0, 4); Fill(a); Pool.Return(a); }")]
    [InlineData("static void Free<T>(T[] a) => ArrayPool<T>.Shared.Return(a);")]
    [InlineData("void Free(byte[] a) => Inner(a); static void Inner(byte[] a) => Pool.Return(a);")]
    [InlineData("static int Free(byte[] a) { try { return a[0]; } finally { Pool.Return(a); } }")]
    [InlineData("""
        sealed class P { public static void Free(byte[] a) => Pool.Return(a); }
        static void Free(byte[] a) => P.Free(a);
        """)]
    public Task HelperThatReturnsItsArgument_EndsTheRental(string helper)
        => Diagnosed($$"""
            {{helper}}

            int M(int n)
            {
                byte[] a = Pool.Rent(n);
                a[0] = 1;
                Free(a);
                return [|a|][0];
            }
            """);

    [Theory]
    [InlineData("static bool s_pooled; static void Free(byte[] a) { if (s_pooled) Pool.Return(a); }")]
    [InlineData("""
        static bool s_pooled;

        static void Free(byte[] a)
        {
            if (!s_pooled) return;
            Pool.Return(a);
        }
        """)]
    [InlineData("static void Free(byte[] a, bool pooled = true) { if (a != null && pooled) Pool.Return(a); }")]
    [InlineData("static void Free(byte[] a) { if (a.Length <= 1024) Pool.Return(a); }")]
    [InlineData("""
        static void Free(byte[] a)
        {
            for (int i = 0; i < 4; i++)
            {
                if (a[i] == 1) return;
            }
            Pool.Return(a);
        }
        """)]
    [InlineData("static void Free(byte[] a) { a = new byte[4]; Pool.Return(a); }")]
    [InlineData("static void Free(byte[] a) => Action(() => Pool.Return(a)); static void Action(Action action) { }")]
    [InlineData("byte[]? _kept; void Free(byte[] a) { if (_kept == null) _kept = a; else Pool.Return(a); }")]
    [InlineData("byte[]? _kept; void Free(byte[] a) { _kept = a; Pool.Return(a); _kept = null; }")]
    [InlineData("protected virtual void Free(byte[] a) => Pool.Return(a);")]
    [InlineData("static async void Free(byte[] a) { await Task.Yield(); Pool.Return(a); }")]
    [InlineData("""
        static void Free(byte[] a) => Inner(a);

        static void Inner(byte[] a)
        {
            if (Ask()) Pool.Return(a);
        }
        """)]
    public Task HelperThatMayKeepItsArgument_IsSilent(string helper)
        => Silent($"{helper} int M(int n) {{ byte[] a = Pool.Rent(n); a[0] = 1; Free(a); return a[0]; }}");

    [Theory]
    [InlineData("""
        int M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                a[0] = 1;
                return a[0];
            }
            finally
            {
                Free(a);
            }
        }

        void Free(byte[] a) => Pool.Return(a);
        """)]
    [InlineData("""
        byte[] _f = [];
        void M() { _f = Grow(_f); }

        byte[] Grow(byte[] a)
        {
            byte[] b = Pool.Rent(99);
            a.CopyTo(b, 0);
            Pool.Return(a);
            return b;
        }
        """)]
    [InlineData("""
        object M(int n)
        {
            object[] a = ArrayPool<object>.Shared.Rent(n);
            object first = a[0];
            Return(a);
            return first;
        }

        static void Return(object[] a)
        {
            Array.Clear(a, 0, a.Length);
            ArrayPool<object>.Shared.Return(a);
        }
        """)]
    public Task RentalThatAHelperEnds_IsSilent(string source) => Silent(source);
}
