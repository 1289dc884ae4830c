namespace PooledGen.Analyzers.Tests;

public class ArrayIsReturnedTwiceTests() : RawPoolTest("PG0201")
{
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
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            Fill(a);
            Pool.Return(a);
            a = Pool.Rent(n);
            Fill(a);
            Pool.Return(a);
        }
        """)]
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
            if (Ask()) Pool.Return(a);
            else Free(a);
        }

        static void Free(byte[] a) => Pool.Return(a);
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
            try
            {
                Fill(a);
                Pool.Return(a);
            }
            catch
            {
                Pool.Return(a);
                throw;
            }
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            for (int i = 0; i < n; i++)
            {
                byte[] a = Pool.Rent(n);
                Fill(a);
                Pool.Return(a);
            }
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[]? a = Pool.Rent(n);
            try
            {
                Fill(a);
                Pool.Return(a);
                a = null;
                Fill(new byte[1]);
            }
            finally { if (a != null) Pool.Return(a); }
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            bool isReturned = false;
            try { Fill(a); Pool.Return(a); isReturned = true; Fill(new byte[1]); }
            finally { if (!isReturned) Pool.Return(a); }
        }
        """)]
    [InlineData("""
        void M(Stream from, Stream to)
        {
            byte[] a = Pool.Rent(16);
            int count = 0;
            while (true)
            {
                int read = from.Read(a, count, a.Length - count);
                if (read == 0) break;
                count += read;
                if (count < a.Length) continue;
                byte[] bigger = Pool.Rent(a.Length * 2);
                Buffer.BlockCopy(a, 0, bigger, 0, count);
                byte[] old = a;
                a = bigger;
                Pool.Return(old);
            }

            to.Write(a, 0, count);
            Pool.Return(a);
        }
        """)]
    [InlineData("void M(byte[] a, byte[] b) { Pool.Return(a); Pool.Return(b); }")]
    [InlineData("""
        Exception M(byte[] a)
        {
            try
            {
                Fill(a);
                Pool.Return(a);
                return new IOException();
            }
            catch
            {
                Pool.Return(a);
                throw;
            }
        }
        """)]
    [InlineData("""
        void M(bool own, byte[] a)
        {
            try
            {
                Fill(a);
            }
            finally
            {
                if (own) Pool.Return(a);
            }
            if (!own) Pool.Return(a);
        }
        """)]
    public Task OneReturnOnEachPath_IsSilent(string source) => Silent(source);

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
