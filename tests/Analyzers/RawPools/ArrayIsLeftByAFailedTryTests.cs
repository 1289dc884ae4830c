namespace PooledGen.Analyzers.Tests.RawPools;

public class ArrayIsLeftByAFailedTryTests() : RawPoolTest("PG0212")
{
    [Theory]
    [InlineData("""
        static bool TryEncode(string text, int limit, out byte[]? array, out int count)
        {
            array = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(text.Length));
            count = Encoding.UTF8.GetBytes(text, 0, text.Length, array, 0);
            if (count > limit)
                [|return false;|]
            return true;
        }
        """)]
    [InlineData("""
        static bool TryRead(Stream stream, out byte[]? array)
        {
            array = ArrayPool<byte>.Shared.Rent(5);
            if (stream.Read(array, 0, 5) == 5) return true;
            array = null;
            [|return false;|]
        }
        """)]
    [InlineData("static bool TryMake(int n, out char[] array) { array = ArrayPool<char>.Shared.Rent(n); if (n > 5) { [|return false;|] } return true; }")]
    [InlineData("bool TryMake(int n, out byte[] array) { array = s_pool.Rent(n); try { array[0] = 1; } catch (Exception) { [|return false;|] } return true; }")]
    [InlineData("""
        static bool TryMake(int n, out int[] array)
        {
            array = ArrayPool<int>.Shared.Rent(n);
            switch (n) { case 1: [|return false;|] case 2: ArrayPool<int>.Shared.Return(array); return false; default: return true; }
        }
        """)]
    public Task ArrayOfAFailedTry_IsHinted(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_NamesTheParameterAndTheMethod() => Diagnosed(
        "static bool TryMake(int n, out byte[] array) { array = ArrayPool<byte>.Shared.Rent(n); if (n > 5) [|return false;|] return true; }",
        "'array' is rented before 'TryMake' returns false here, and callers do not return the array of a failed call; return it to the pool first");

    [Theory]
    [InlineData("static bool TryMake(int n, out byte[]? a) { a = null; if (n > 5) return false; a = ArrayPool<byte>.Shared.Rent(n); return true; }")]
    [InlineData("""
        static bool TryMake(int n, out byte[]? a)
        {
            a = ArrayPool<byte>.Shared.Rent(n);
            if (n > 5) { ArrayPool<byte>.Shared.Return(a); a = null; return false; }
            return true;
        }
        """)]
    [InlineData("""
        static bool TryMake(int n, out byte[]? a)
        {
            bool done = false;
            a = ArrayPool<byte>.Shared.Rent(n);
            try { if (n > 5) return false; done = true; return true; }
            finally { if (!done) { ArrayPool<byte>.Shared.Return(a); a = null; } }
        }
        """)]
    [InlineData("byte[]? _kept; bool TryMake(int n, out byte[] a) { a = ArrayPool<byte>.Shared.Rent(n); _kept = a; if (n > 5) return false; return true; }")]
    [InlineData("static bool Make(int n, out byte[] a) { a = ArrayPool<byte>.Shared.Rent(n); if (n > 5) return false; return true; }")]
    [InlineData("static int TryMake(int n, out byte[] a) { a = ArrayPool<byte>.Shared.Rent(n); return 5; }")]
    [InlineData("static bool TryMake(int n, out byte[] a) { a = new byte[n]; if (n > 5) return false; return true; }")]
    [InlineData("static bool TryMake(int n, out Func<bool> f, out byte[] a) { a = ArrayPool<byte>.Shared.Rent(n); f = () => { return false; }; return true; }")]
    [InlineData("""
        static void ReleaseAll(byte[] array) => ArrayPool<byte>.Shared.Return(array);
        static bool TryMake(int n, out byte[] a) { a = ArrayPool<byte>.Shared.Rent(n); if (n > 5) { ReleaseAll(a); return false; } return true; }
        """)]
    public Task ArrayThatTheMethodReturnsItself_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible(
        "static bool TryMake(int n, out byte[] a) { a = ArrayPool<byte>.Shared.Rent(n); if (n > 5) [|return false;|] return true; }");
}
