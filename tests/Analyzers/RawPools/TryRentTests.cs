namespace PooledGen.Analyzers.Tests.RawPools;

// The array of TryRent is in the variable only where the answer is true.
public class TryRentTests() : PooledGenPoolTest("PG0203")
{
    [Theory]
    [InlineData("void M() { if ([|s_keys.TryRent(5, out byte[]? a)|]) Fill(a); }")]
    [InlineData("void M() { [|s_keys.TryRent(5, out _)|]; }")]
    [InlineData("""
        bool M(Stream s)
        {
            if (![|s_keys.TryRent(5, out byte[]? a)|]) return false;
            if (s.Read(a, 0, 5) == 0) return false;
            s_keys.Return(a);
            return true;
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[]? a;
            bool isRented = [|s_keys.TryRent(5, out a)|];
            if (isRented) Fill(a!);
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            [|s_keys.TryRent(5, out byte[]? a)|];
            if (a == null) return;
            if (s.ReadByte() < 0) return;
            s_keys.Return(a);
        }
        """)]
    public Task ArrayThatAPathForgets_IsDiagnosedAtTheCall(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("void M() { if (s_keys.TryRent(5, out byte[]? a)) s_keys.Return(a); }")]
    [InlineData("""
        bool M(Stream s)
        {
            if (!s_keys.TryRent(5, out byte[]? a)) return false;
            try { return s.Read(a, 0, 5) > 0; }
            finally { s_keys.Return(a); }
        }
        """)]
    [InlineData("""
        void M()
        {
            bool isRented = s_keys.TryRent(5, out byte[]? a);
            if (isRented) s_keys.Return(a!);
        }
        """)]
    [InlineData("""
        void M()
        {
            s_keys.TryRent(5, out byte[]? a);
            if (a is not null) s_keys.Return(a);
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = s_keys.TryRent(5, out byte[]? rented) ? rented : new byte[5];
            Fill(a);
            if (rented != null) s_keys.Return(rented);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            if (n > 5 && s_keys.TryRent(n, out byte[]? a))
            {
                Fill(a);
                s_keys.Return(a);
            }
        }
        """)]
    [InlineData("bool M(out byte[]? a) => s_keys.TryRent(5, out a);")]
    [InlineData("byte[]? M() => s_keys.TryRent(5, out byte[]? a) ? a : null;")]
    [InlineData("byte[]? _a; void M() => s_keys.TryRent(5, out _a);")]
    [InlineData("bool TryRent(int n, out byte[] a) { a = new byte[n]; return true; } void M() { if (TryRent(5, out byte[] a)) Fill(a); }")]
    public Task ArrayThatGoesBackWhereThereIsOne_IsSilent(string source) => Silent(source);
}

public class TryRentIsUsedAfterReturnTests() : PooledGenPoolTest("PG0202")
{
    [Fact]
    public Task ArrayThatIsUsedAfterItsReturn_IsDiagnosed() => Diagnosed("""
        void M()
        {
            if (!s_keys.TryRent(5, out byte[]? a)) return;
            s_keys.Return(a);
            Fill([|a|]);
        }
        """);

    [Fact]
    public Task ArrayThatIsUsedBeforeItsReturn_IsSilent() => Silent("""
        void M(byte[] other)
        {
            if (s_keys.TryRent(5, out byte[]? a))
            {
                Fill(a);
                s_keys.Return(a);
                return;
            }

            a = other;
            Fill(a);
        }
        """);
}
