namespace PooledGen.Analyzers.Tests.RawPools;

/// <summary>Asking a pool of PooledGen for its adapter is no code that throws between a rent and its return.</summary>
public class AdapterDoesNotThrowTests() : PooledGenPoolTest("PG0204")
{
    [Theory]
    [InlineData("""
        void M()
        {
            byte[] a = SharedBuffer<byte>.Pool.AsArrayPool().Rent(16);
            int n = a[0];
            SharedBuffer<byte>.Pool.AsArrayPool().Return(a);
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = Packet.Pool.AsArrayPool().Rent(16);
            int n = a[0];
            Packet.Pool.AsArrayPool().Return(a);
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = s_own.Rent(16);
            ArrayPool<int> pool = new PooledArrayPool<int>(64);
            s_own.Return(a);
            pool.Return([]);
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = s_own.Rent(16);
            MemoryPool<byte> pool = Packet.Pool.AsMemoryPool();
            s_own.Return(a);
            Console.Out.Write(pool);
        }
        """)]
    public Task GettingTheAdapter_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("""
        void M()
        {
            byte[] a = [|Packet.Pool.AsArrayPool().Rent(16)|];
            Fill(a);
            Packet.Pool.AsArrayPool().Return(a);
        }
        """)]
    [InlineData("""
        class Other { public ArrayPool<byte> AsArrayPool() => ArrayPool<byte>.Create(File.ReadAllBytes("").Length, 1); }
        void M(Other other) { byte[] a = [|s_own.Rent(16)|]; var pool = other.AsArrayPool(); s_own.Return(a); Console.Out.Write(pool); }
        """)]
    public Task OtherCode_IsHinted(string markup) => Diagnosed(markup);
}
