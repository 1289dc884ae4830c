namespace PooledGen.Analyzers.Tests;

public class ArrayIsReturnedTwiceForSureTests() : RawPoolTest("PG0218")
{
    private static readonly CaseFile s_secondReturn = new("RawPools/ArrayIsReturnedTwiceForSure.SecondReturn.txt");

    public static TheoryData<string> SecondReturn => s_secondReturn.Names;

    [Theory]
    [MemberData(nameof(SecondReturn))]
    public Task SecondReturn_WithoutACondition_IsDiagnosed(string name) => Diagnosed(s_secondReturn[name]);

    [Theory]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            Pool.Return(a);
            a = Pool.Rent(n);
            Pool.Return(a);
        }
        """)]
    [InlineData("void M(int n) { for (int i = 0; i < n; i++) { byte[] a = Pool.Rent(n); Pool.Return(a); } }")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            if (Ask()) Pool.Return(a);
            else Pool.Return(a, true);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                Fill(a);
            }
            catch
            {
                Pool.Return(a);
                throw;
            }
            Pool.Return(a);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            while (true)
            {
                Fill(a);
                if (Ask())
                {
                    Pool.Return(a);
                    break;
                }
            }
        }
        """)]
    public Task OneReturn_IsSilent(string source) => Silent(source);

    // PG0203 would say that a loop without a round does not return the array. One return behind the loop corrects both.
    [Theory]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            Fill(a);
            for (int i = 0; i < n; i++) { [|Pool.Return(a)|]; }
        }
        """)]
    [InlineData("""
        void M(List<int> list)
        {
            byte[] a = Pool.Rent(5);
            Fill(a);
            foreach (int i in list) { [|Pool.Return(a)|]; }
        }
        """)]
    public Task ReturnInEachRound_IsOneReport(string markup) => Diagnosed(markup);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            Pool.Return(a);
            [|Pool.Return(a)|];
        }
        """);

    // The second return is a mistake of its own: the preset quiet shows only this rule.
    [Theory]
    [InlineData("void M(byte[] a) { Pool.Return(a); {|PG0202:a|}[0] = 1; [|Pool.Return(a)|]; }")]
    [InlineData("void M(byte[] a) { Pool.Return(a); {|PG0202:a|}[0] = 1; a[1] = 2; Fill(a); [|Pool.Return(a)|]; }")]
    [InlineData("void M(byte[] a) { try { Pool.Return(a); {|PG0202:a|}[0] = 1; } finally { [|Pool.Return(a)|]; } }")]
    [InlineData("void M(byte[] a) { Pool.Return(a); if (Ask()) {|PG0202:a|}[0] = 1; [|Pool.Return(a)|]; }")]
    public Task SecondReturn_BehindAUse_IsDiagnosedToo(string markup) => Diagnosed(markup);
}
