namespace PooledGen.Analyzers.Tests.RawPools;

public class ArrayIsReturnedToAnotherPoolTests() : PooledGenPoolTest("PG0214")
{
    private static readonly CaseFile s_arrayOfOnePoolInAnother = new("RawPools/ArrayIsReturnedToAnotherPool.ArrayOfOnePoolInAnother.txt");
    private static readonly CaseFile s_samePoolOrOneThatMayBeTheSame = new("RawPools/ArrayIsReturnedToAnotherPool.SamePoolOrOneThatMayBeTheSame.txt");

    public static TheoryData<string> ArrayOfOnePoolInAnother => s_arrayOfOnePoolInAnother.Names;

    public static TheoryData<string> SamePoolOrOneThatMayBeTheSame => s_samePoolOrOneThatMayBeTheSame.Names;

    [Theory]
    [MemberData(nameof(ArrayOfOnePoolInAnother))]
    public Task ArrayOfOnePoolInAnother_IsHinted(string name) => Diagnosed(s_arrayOfOnePoolInAnother[name]);

    [Fact]
    public Task Message_NamesBothPools() => Diagnosed(
        "void M() { byte[] array = s_packets.Rent(5); [|ArrayPool<byte>.Shared.Return(array)|]; }",
        "'array' comes from 's_packets' and is returned to 'ArrayPool<byte>.Shared', which is not its pool; return it only to the pool that it came from");

    [Fact]
    public Task Message_OfAnArrayOfTryRent_NamesBothPools() => Diagnosed(
        "void M() { if (s_keys.TryRent(5, out byte[]? array)) [|ArrayPool<byte>.Shared.Return(array)|]; }",
        "'array' comes from 's_keys' and is returned to 'ArrayPool<byte>.Shared', which is not its pool; return it only to the pool that it came from");

    [Fact]
    public Task Message_NamesTheElementOfAnotherType() => Diagnosed(
        "void M(string[][] rows) { object[] array = rows; [|ArrayPool<object>.Shared.Return(array)|]; }",
        "'array' is an array of 'string[]' and is returned to 'ArrayPool<object>.Shared', which is not its pool; return it only to the pool that it came from");

    [Theory]
    [InlineData("void M(int n) { byte[] array = new byte[n]; Fill(array); [|ArrayPool<byte>.Shared.Return(array)|]; }")]
    [InlineData("void M(int n) { byte[] array = new byte[n]; Fill(array); [|s_own.Return(array)|]; }")]
    [InlineData("void M() { byte[] array = new byte[100]; [|Shared.Return(array)|]; }")]
    [InlineData("void M() { byte[] array = { 1, 2, 3 }; [|Shared.Return(array)|]; }")]
    [InlineData("void M(List<byte> list) { byte[] array = list.ToArray(); [|Shared.Return(array)|]; }")]
    [InlineData("void M(bool b) { byte[] array = b ? new byte[5] : Array.Empty<byte>(); [|Shared.Return(array)|]; }")]
    [InlineData("void M(bool b, int n) { byte[] array; if (b) array = new byte[n]; else array = s_own.Rent(n); [|Shared.Return(array)|]; }")]
    [InlineData("""
        private byte[]? _data;
        public void Load(int n) => _data = new byte[n];
        public void Dispose()
        {
            if (_data != null)
                [|Shared.Return(_data)|];
            _data = null;
        }
        """)]
    [InlineData("""
        public byte[]? Data { get; private set; }
        public void Load(int n) => Data = new byte[n];
        public void Dispose()
        {
            if (Data != null)
                [|Shared.Return(Data)|];
        }
        """)]
    public Task NewArray_IsHinted(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_OfANewArray_SaysSo() => Diagnosed(
        "void M(int n) { byte[] array = new byte[n]; [|ArrayPool<byte>.Shared.Return(array)|]; }",
        "'array' is a new array and is returned to 'ArrayPool<byte>.Shared', which is not its pool; return it only to the pool that it came from");

    [Theory]
    [InlineData("void M(int n) => Shared.Return(new byte[n]);")] // given to the pool on purpose
    [InlineData("void M() { byte[] array = new byte[4096]; Shared.Return(array); }")]
    [InlineData("void M(ArrayPool<byte> pool, int n) { byte[] array = new byte[n]; pool.Return(array); }")]
    [InlineData("void M() { byte[] array = Array.Empty<byte>(); Shared.Return(array); }")]
    [InlineData("void M() { byte[] array = new byte[0]; Shared.Return(array); }")]
    [InlineData("void M(int n) { byte[] array = n < 100 ? new byte[n] : Shared.Rent(n); Shared.Return(array); }")]
    [InlineData("void M(int n) { byte[] array = new byte[n]; Grow(ref array); Shared.Return(array); } void Grow(ref byte[] a) => a = Shared.Rent(5);")]
    [InlineData("void M(int n) { byte[] array = new byte[n]; (array, n) = Grow(); Shared.Return(array); } (byte[], int) Grow() => (Shared.Rent(5), 5);")]
    [InlineData("void M(Source s) { byte[] array = s.ToArray(); Shared.Return(array); } class Source { public byte[] ToArray() => Shared.Rent(5); }")]
    [InlineData("""
        private byte[]? _data;
        public void Load(int n) => _data = new byte[n];
        public void Grow(int n) => _data = Shared.Rent(n);
        public void Dispose()
        {
            if (_data != null)
                Shared.Return(_data);
        }
        """)]
    public Task ArrayThatMayBeRented_IsSilent(string source) => Silent(source);

    [Theory]
    [MemberData(nameof(SamePoolOrOneThatMayBeTheSame))]
    public Task SamePoolOrOneThatMayBeTheSame_IsSilent(string name) => Silent(s_samePoolOrOneThatMayBeTheSame[name]);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M()
        {
            byte[] a = s_own.Rent(5);
            [|Shared.Return(a)|];
        }
        """);
}
