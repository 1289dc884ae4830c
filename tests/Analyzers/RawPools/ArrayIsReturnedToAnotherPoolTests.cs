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
        "'array' comes from 's_packets' and is returned to 'ArrayPool<byte>.Shared', which is another pool; return it only to the pool that it came from");

    [Fact]
    public Task Message_OfAnArrayOfTryRent_NamesBothPools() => Diagnosed(
        "void M() { if (s_keys.TryRent(5, out byte[]? array)) [|ArrayPool<byte>.Shared.Return(array)|]; }",
        "'array' comes from 's_keys' and is returned to 'ArrayPool<byte>.Shared', which is another pool; return it only to the pool that it came from");

    [Fact]
    public Task Message_NamesTheElementOfAnotherType() => Diagnosed(
        "void M(string[][] rows) { object[] array = rows; [|ArrayPool<object>.Shared.Return(array)|]; }",
        "'array' is an array of 'string[]' and is returned to 'ArrayPool<object>.Shared', which is another pool; return it only to the pool that it came from");

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
