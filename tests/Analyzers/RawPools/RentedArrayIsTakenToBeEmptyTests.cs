namespace PooledGen.Analyzers.Tests;

public class RentedArrayIsTakenToBeEmptyTests() : RawPoolTest("PG0216")
{
    [Theory]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); foreach (byte x in d) [|h|][x]++; int r = h[0]; ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); try { foreach (byte x in d) { [|h|][x] += 2; } return h[0]; "
        + "} finally { ArrayPool<int>.Shared.Return(h); }")]
    [InlineData("long[] h = ArrayPool<long>.Shared.Rent(4); [|h|][0] -= d[0]; h[1]++; int r = (int)h[0]; ArrayPool<long>.Shared.Return(h); return r;")]
    [InlineData("var p = ArrayPool<byte>.Shared; byte[] h = p.Rent(4); [|h|][0] |= 1; int r = h[0]; p.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); if (h.Length > 300) Console.Write(h != null); foreach (byte x in d) { if (h[x] > 5) break; "
        + "++[|h|][x]; } "
        + "int r = h[0]; Array.Clear(h); ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("double[] h = ArrayPool<double>.Shared.Rent(9); for (int i = 0; i < 9; i++) foreach (byte x in d) [|h|][i] += x; "
        + "int r = (int)h.AsSpan(0, 9)[0]; ArrayPool<double>.Shared.Return(h); return r;")]
    [InlineData("var seen = ArrayPool<bool>.Shared.Rent(256); int r = 0; foreach (byte x in d) { if ([|seen|][x]) r++; seen[x] = true; } "
        + "ArrayPool<bool>.Shared.Return(seen); return r;")]
    [InlineData("var seen = ArrayPool<bool>.Shared.Rent(256); int r = 0; foreach (byte x in d) { if (![|seen|][x]) { seen[x] = true; r++; } } "
        + "ArrayPool<bool>.Shared.Return(seen, clearArray: true); return r;")]
    public Task UseOfWhatWasNeverSet_IsHinted(string use) => Diagnosed(Body(use));

    [Theory]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); Array.Clear(h, 0, 256); foreach (byte x in d) h[x]++; int r = h[0]; "
        + "ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); h.AsSpan().Clear(); foreach (byte x in d) h[x]++; int r = h[0]; "
        + "ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); var s = h.AsSpan(0, 256); s.Clear(); foreach (byte x in d) h[x]++; int r = h[0]; "
        + "ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); for (int i = 0; i < 256; i++) h[i] = 0; foreach (byte x in d) h[x]++; int r = h[0]; "
        + "ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<byte>.Shared.Rent(256); d.CopyTo(h, 0); h[0]++; int r = h[0]; ArrayPool<byte>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); Zero(h); foreach (byte x in d) h[x]++; int r = h[0]; ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); foreach (byte x in d) { if (x > 5) { Zero(h); continue; } } foreach (byte x in d) h[x]++; "
        + "int r = h[0]; ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); int r = 0; for (int i = 0; i < 3; i++) { if (i > 0) h[0]++; Zero(h); r += h[0]; "
        + "} ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); h[0] = 1; h[0]++; int r = h[0]; ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = new int[256]; foreach (byte x in d) h[x]++; return h[0];")]
    [InlineData("var h = s_clean.Rent(256); foreach (byte x in d) h[x]++; int r = h[0]; s_clean.Return(h, true); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); Action clear = () => Zero(h); clear(); h[0]++; int r = h[0]; "
        + "ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); (h[0], h[1]) = (1, 2); h[0]++; int r = h[0]; ArrayPool<int>.Shared.Return(h); return r;")]
    [InlineData("var seen = ArrayPool<bool>.Shared.Rent(256); int r = 0; Array.Clear(seen); foreach (byte x in d) { if (seen[x]) r++; seen[x] = true; "
        + "} ArrayPool<bool>.Shared.Return(seen); return r;")]
    [InlineData("var prime = ArrayPool<bool>.Shared.Rent(9); int r = 0; for (int i = 0; i < 9; i++) prime[i] = true; for (int i = 0; i < 9; "
        + "i++) if (prime[i]) { r++; } ArrayPool<bool>.Shared.Return(prime); return r;")]
    [InlineData("var seen = ArrayPool<bool>.Shared.Rent(9); int r = 0; for (int i = 0; i < 9; i++) { if (i > 0 && seen[i - 1]) r++; "
        + "seen[i] = d[i] > 0; } ArrayPool<bool>.Shared.Return(seen); return r;")]
    public Task ArrayThatWasSetBefore_IsSilent(string use) => Silent(Body(use));

    [Theory]
    [InlineData("var h = ArrayPool<int>.Shared.Rent(256); [|h|][0]++; int r = h[0]; ArrayPool<int>.Shared.Return(h); return r;",
        "'h' holds what an earlier rental left in it, and this code needs zeros; clear the part that you use first, such as 'h.AsSpan(0, length).Clear()'")]
    [InlineData("var s = ArrayPool<bool>.Shared.Rent(256); int r = [|s|][0] ? 1 : 2; s[0] = true; ArrayPool<bool>.Shared.Return(s); return r;",
        "'s' holds what an earlier rental left in it, and this code needs false; clear the part that you use first, such as 's.AsSpan(0, length).Clear()'")]
    public Task Message_SaysWhatToDo(string use, string message) => Diagnosed(Body(use), message);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible(Body("var h = ArrayPool<int>.Shared.Rent(256); [|h|][0]++; ArrayPool<int>.Shared.Return(h); return 0;"));

    private static string Body(string use)
        => "static readonly ArrayPool<int> s_clean = ArrayPool<int>.Create(); static void Zero(int[] a) => a[0] = 0; int M(byte[] d) { " + use + " }";
}
