namespace PooledGen.Analyzers.Tests;

public class ArrayIsReturnedTwiceTests() : RawPoolTest("PG0201")
{
    private static readonly CaseFile s_oneReturnOnEachPath = new("RawPools/ArrayIsReturnedTwice.OneReturnOnEachPath.txt");

    public static TheoryData<string> OneReturnOnEachPath => s_oneReturnOnEachPath.Names;

    [Theory]
    [InlineData("void M(byte[] a) { Pool.Return(a); {|PG0202:a|}[0] = 1; if (Ask()) [|Pool.Return(a)|]; }")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            byte[] b = a;
            Pool.Return(b);
            if (Ask()) [|Pool.Return(a)|];
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            try
            {
                Pool.Return(a);
                Fill(new byte[1]);
            }
            catch
            {
                [|Pool.Return(a)|];
                throw;
            }
        }
        """)]
    [InlineData("void M(byte[] a) { Pool.Return(a); while (Ask()) { [|Pool.Return(a)|]; return; } }")]
    [InlineData("void M(byte[] a, int n) { for (int i = 0; i < n; i++) { if (Ask()) [|Pool.Return(a)|]; } }")]
    [InlineData("""
        void M(byte[] a, int n)
        {
            Pool.Return(a);
            switch (n)
            {
                case 1: [|Pool.Return(a)|]; break;
            }
        }
        """)]
    [InlineData("""
        void M(byte[] a)
        {
            Pool.Return(a);
            _ = Ask() ? 1 : 2;
            if (Ask()) return;
            [|Pool.Return(a)|];
        }
        """)]
    public Task SecondReturn_UnderACondition_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [MemberData(nameof(OneReturnOnEachPath))]
    public Task OneReturnOnEachPath_IsSilent(string name) => Silent(s_oneReturnOnEachPath[name]);

    // Such wrong reports are why the rule stays a suggestion, apart from PG0218.
    [Fact]
    public Task ConditionsThatExcludeEachOther_AreNotSeen()
        => Diagnosed("void M(byte[] a, int n) { if (n > 5) Pool.Return(a); if (n < 5) [|Pool.Return(a)|]; }");

    [Fact]
    public Task Message_NamesTheVariable() => Diagnosed(
        "void M(int n) { byte[] a = Pool.Rent(n); Pool.Return(a); if (Ask()) [|Pool.Return(a)|]; }",
        "'a' has been returned before; the pool would give it to two callers at once, so return it once");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M(byte[] a)
        {
            Pool.Return(a);
            if (Ask()) [|Pool.Return(a)|];
        }
        """);
}
