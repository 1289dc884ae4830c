namespace PooledGen.Analyzers.Tests.RawPools;

public class ArrayIsReturnedToAnotherPoolTests() : PooledGenPoolTest("PG0214")
{
    [Theory]
    [InlineData("""
        void M()
        {
            byte[] a = ArrayPool<byte>.Shared.Rent(5);
            [|Packet.Pool.AsArrayPool().Return(a)|];
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = Packet.Pool.AsArrayPool().Rent(5);
            [|ArrayPool<byte>.Shared.Return(a)|];
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = Packet.Pool.AsArrayPool().Rent(5);
            [|Page.Pool.AsArrayPool().Return(a)|];
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = Packet.Pool.AsArrayPool().Rent(5);
            [|SharedBuffer<byte>.Pool.AsArrayPool().Return(a)|];
        }
        """)]
    [InlineData("void M() { byte[] a = s_keys.Rent(5); [|s_tokens.Return(a)|]; }")]
    [InlineData("void M() { byte[] a = s_tokens.Rent(5); [|s_keys.Return(a)|]; }")]
    [InlineData("void M() { byte[] a = s_keys.Rent(5); [|ArrayPool<byte>.Shared.Return(a)|]; }")]
    [InlineData("void M() { byte[] a = s_own.Rent(5); [|s_keys.Return(a)|]; }")]
    [InlineData("void M() { byte[] a = s_packets.Rent(5); [|s_keys.Return(a)|]; }")]
    [InlineData("void M() { byte[] a = s_own.Rent(5); [|ArrayPool<byte>.Shared.Return(a)|]; }")]
    [InlineData("void M() { byte[] a = Shared.Rent(5); [|s_own.Return(a)|]; }")]
    [InlineData("void M() { byte[] a = s_other.Rent(5); [|s_own.Return(a)|]; }")]
    [InlineData("void M() { byte[] a = s_packets.Rent(5); [|Shared.Return(a)|]; }")]
    [InlineData("""
        void M()
        {
            var pool = s_packets;
            byte[] a = pool.Rent(5);
            [|Shared.Return(array: a, clearArray: true)|];
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[]? a = null;
            try
            {
                a = s_own.Rent(5);
            }
            finally
            {
                if (a != null) [|Shared.Return(a)|];
            }
        }
        """)]
    [InlineData("""
        void M()
        {
            byte[] a = s_own.Rent(5), b = s_own.Rent(9);
            [|Shared.Return(a)|];
            a = b;
            s_own.Return(b);
        }
        """)]
    [InlineData("void M(PooledOwner<byte> owner) { [|ArrayPool<byte>.Shared.Return(owner.DangerousGetArray().Array!)|]; }")]
    [InlineData("""
        void M()
        {
            using Packet p = Packet.Rent(5);
            byte[] a = p.DangerousGetArray().Array!;
            Fill(a);
            [|Shared.Return(a)|];
        }
        """)]
    [InlineData("""
        void M(PooledOwner<byte> owner)
        {
            ArraySegment<byte> s = owner.DangerousGetArray();
            Fill(s.Array!);
            [|s_own.Return(s.Array!)|];
        }
        """)]
    [InlineData("""
        void M()
        {
            using var e = Entry.Buffer.Rent(5);
            [|ArrayPool<Entry>.Shared.Return(e.DangerousGetArray().Array!)|];
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            object[] a = ArrayPool<string>.Shared.Rent(n);
            a[0] = a;
            [|ArrayPool<object>.Shared.Return(a, true)|];
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            object[] a = ArrayPool<string>.Shared.Rent(n);
            a[0] = a;
            [|ArrayPool<object>.Shared.Return(a)|];
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            uint[] a = (uint[])(object)ArrayPool<int>.Shared.Rent(n);
            a[0] = 5;
            [|ArrayPool<uint>.Shared.Return(a)|];
        }
        """)]
    public Task ArrayOfOnePoolInAnother_IsHinted(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_NamesBothPools() => Diagnosed(
        "void M() { byte[] array = s_packets.Rent(5); [|ArrayPool<byte>.Shared.Return(array)|]; }",
        "'array' comes from 's_packets' and is returned to 'ArrayPool<byte>.Shared', which is another pool; return it only to the pool that it came from");

    [Theory]
    [InlineData("void M() { byte[] a = ArrayPool<byte>.Shared.Rent(5); ArrayPool<byte>.Shared.Return(a); }")]
    [InlineData("void M() { byte[] a = Shared.Rent(5); var pool = ArrayPool<byte>.Shared; pool.Return(a); }")]
    [InlineData("void M() { byte[] a = s_packets.Rent(5); Packet.Pool.AsArrayPool().Return(a); }")]
    [InlineData("void M() { byte[] a = s_keys.Rent(5); s_keys.Return(a); }")]
    [InlineData("void M() { byte[] a = s_keys.Rent(5); ArrayPool<byte> pool = s_keys; pool.Return(a); }")]
    [InlineData("""
        void M(ArrayPool<byte> pool)
        {
            byte[] a = pool.Rent(5);
            ArrayPool<byte>.Shared.Return(a);
        }
        """)]
    [InlineData("""
        void M(ArrayPool<byte>? pool)
        {
            pool ??= ArrayPool<byte>.Shared;
            byte[] a = ArrayPool<byte>.Shared.Rent(5);
            pool.Return(a);
        }
        """)]
    [InlineData("""
        static ArrayPool<byte> s_set = ArrayPool<byte>.Create();

        void M()
        {
            byte[] a = s_set.Rent(5);
            Shared.Return(a);
        }
        """)]
    [InlineData("""
        readonly ArrayPool<byte> _p = s_own;
        C(ArrayPool<byte> p) => _p = p;

        void M()
        {
            byte[] a = _p.Rent(5);
            Shared.Return(a);
        }
        """)]
    [InlineData("""
        static ArrayPool<byte> P { get; set; } = s_own;

        void M()
        {
            byte[] a = P.Rent(5);
            Shared.Return(a);
        }
        """)]
    [InlineData("""
        static ArrayPool<byte> Pick() => s_own;

        void M()
        {
            byte[] a = Pick().Rent(5);
            Shared.Return(a);
        }
        """)]
    [InlineData("""
        void M(bool own)
        {
            byte[] a = own ? s_own.Rent(5) : Shared.Rent(5);
            if (own) s_own.Return(a);
            else Shared.Return(a);
        }
        """)]
    [InlineData("""
        void M(bool own)
        {
            byte[] a;
            if (own) a = s_own.Rent(5);
            else a = Shared.Rent(5);
            (own ? s_own : Shared).Return(a);
        }
        """)]
    [InlineData("""
        void M(bool own)
        {
            byte[] a;
            if (own) a = s_own.Rent(5);
            else a = Shared.Rent(5);
            if (own) s_own.Return(a);
            else Shared.Return(a);
        }
        """)]
    [InlineData("""
        void Get(out byte[] a) => a = [];

        void M()
        {
            byte[] a = s_own.Rent(5);
            s_own.Return(a);
            Get(out a);
            Shared.Return(a);
        }
        """)]
    [InlineData("""
        void M(BufferPool<byte> p, BufferPool<byte> q)
        {
            byte[] a = p.AsArrayPool().Rent(5);
            q.AsArrayPool().Return(a);
        }
        """)]
    [InlineData("void M(PooledOwner<byte> owner) { Packet.Pool.AsArrayPool().Return(owner.DangerousGetArray().Array!); }")]
    [InlineData("""
        void M(Memory<byte> m)
        {
            System.Runtime.InteropServices.MemoryMarshal.TryGetArray<byte>(m, out var s);
            Shared.Return(s.Array!);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            string?[] a = ArrayPool<string?>.Shared.Rent(n);
            a[0] = null;
            ArrayPool<string>.Shared.Return(a!);
        }
        """)]
    [InlineData("""
        void M(int n)
        {
            object[] a = ArrayPool<string>.Shared.Rent(n);
            a[0] = a;
            ArrayPool<string>.Shared.Return((string[])a, true);
        }
        """)]
    public Task SamePoolOrOneThatMayBeTheSame_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M()
        {
            byte[] a = s_own.Rent(5);
            [|Shared.Return(a)|];
        }
        """);
}
