namespace PooledGen.Analyzers.Tests;

public class WholeArrayIsShownTests() : RawPoolTest("PG0219")
{
    [Theory]
    [InlineData("Console.Write(Encoding.UTF8.GetString([|a|]));")]
    [InlineData("Console.Write(Encoding.UTF8.GetString([|a|].AsSpan()).Length);")]
    [InlineData("Console.Write(Convert.ToBase64String([|a|]));")]
    [InlineData("Console.Write(Convert.ToHexString([|a|]) + n);")]
    [InlineData("Console.Write($\"{Convert.ToHexString([|a|])}, {n}\");")]
    [InlineData("string t = Encoding.UTF8.GetString([|a|]); Console.Write(t); File.WriteAllText(\"x\", t);")]
    [InlineData("var b = new StringBuilder(); b.Append(Encoding.UTF8.GetString([|a|]));")]
    [InlineData("""
        char[] c = ArrayPool<char>.Shared.Rent(n);
        Console.Write(new string([|c|]));
        ArrayPool<char>.Shared.Return(c);
        """)]
    [InlineData("""
        char[] c = ArrayPool<char>.Shared.Rent(n);
        Console.Write([|c|].AsSpan().ToString());
        ArrayPool<char>.Shared.Return(c);
        """)]
    [InlineData("Console.Write(new MemoryStream([|a|]).Length);")]
    [InlineData("s.Write(new MemoryStream([|a|]).ToArray());")]
    [InlineData("using var m = new MemoryStream([|a|]); m.Position = 4; m.CopyTo(s);")]
    [InlineData("using (var m = new MemoryStream([|a|])) { m.WriteTo(s); }")]
    [InlineData("""
        var other = new MemoryStream();
        other.SetLength(0);
        var m = new MemoryStream([|a|]);
        other.SetLength(0);
        m.CopyToAsync(s).Wait();
        """)]
    public Task LengthThatShows_IsDiagnosedAtTheArray(string use) => Diagnosed(Body(use));

    [Theory]
    [InlineData("Console.Write(Encoding.UTF8.GetString(a, 0, n));")]
    [InlineData("Console.Write(Encoding.UTF8.GetString(a).TrimEnd('\\0'));")]
    [InlineData("""
        string t = Encoding.UTF8.GetString(a);
        Console.Write(t.Length);
        Console.Write(t.IndexOf('\0'));
        """)]
    [InlineData("Console.Write(int.Parse(Encoding.UTF8.GetString(a)));")]
    [InlineData("string t = Encoding.UTF8.GetString(a); t = t[..n]; Console.Write(t);")]
    [InlineData("Array.Clear(a); Console.Write(Encoding.UTF8.GetString(a));")]
    [InlineData("if (n == a.Length) Console.Write(Encoding.UTF8.GetString(a));")]
    [InlineData("var m = new MemoryStream(a); m.SetLength(n); m.CopyTo(s);")]
    [InlineData("var m = new MemoryStream(a); Console.Write(m.ReadByte());")]
    [InlineData("var m = new MemoryStream(a, 0, n); m.CopyTo(s);")]
    [InlineData("""
        byte[] b = Pool.Rent(64);
        s.ReadExactly(b, 0, 64);
        Console.Write(Convert.ToHexString(b));
        Pool.Return(b);
        """)]
    public Task LengthThatMayNotShow_IsSilent(string use) => Silent($"#pragma warning disable PG0205\n{Body(use)}");

    // Callers in the assembly may cut the text.
    [Theory]
    [InlineData("""
        public static class P
        {
            public static string M(Stream s, int n)
            {
                byte[] a = ArrayPool<byte>.Shared.Rent(n);
                try
                {
                    s.ReadExactly(a, 0, n);
                    return Encoding.UTF8.GetString([|a|]);
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(a);
                }
            }
        }
        """, true)]
    [InlineData("""
        static class P
        {
            public static string M(Stream s, int n)
            {
                byte[] a = ArrayPool<byte>.Shared.Rent(n);
                try
                {
                    s.ReadExactly(a, 0, n);
                    return Encoding.UTF8.GetString(a);
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(a);
                }
            }
        }
        """, false)]
    public Task ReturnedText_IsDiagnosedWhereOtherAssembliesGetIt(string type, bool isDiagnosed)
        => isDiagnosed ? Diagnosed($"}}\n{type}\nclass D {{") : Silent($"}}\n#pragma warning disable PG0205\n{type}\nclass D {{");

    [Fact]
    public Task Message_SaysWhatToUse() => Diagnosed(
        Body("Console.Write(Encoding.UTF8.GetString([|a|]));"),
        "'a' may be longer than the requested length, and what is made of it shows old contents; use the part with your data, such as 'a.AsSpan(0, length)'");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible(Body("Console.Write(Encoding.UTF8.GetString([|a|]));"));

    private static string Body(string use)
        => $$"""
            void M(Stream s, int n)
            {
                byte[] a = Pool.Rent(n);
                try { {{use}} }
                finally { Pool.Return(a); }
            }
            """;
}
