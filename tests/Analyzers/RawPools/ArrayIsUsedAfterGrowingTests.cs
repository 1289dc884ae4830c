namespace PooledGen.Analyzers.Tests;

public class ArrayIsUsedAfterGrowingTests() : RawPoolTest("PG0202")
{
    private static readonly CaseFile s_returnOfTheNewArray = new("RawPools/ArrayIsUsedAfterGrowing.ReturnOfTheNewArray.txt");
    private static readonly CaseFile s_returnOfTheOldArray = new("RawPools/ArrayIsUsedAfterGrowing.ReturnOfTheOldArray.txt");

    private const string Fields = "byte[] _items = Pool.Rent(16); int _count; ";

    public static TheoryData<string> ReturnOfTheNewArray => s_returnOfTheNewArray.Names;

    public static TheoryData<string> ReturnOfTheOldArray => s_returnOfTheOldArray.Names;

    [Theory]
    [MemberData(nameof(ReturnOfTheNewArray))]
    public Task ReturnOfTheNewArray_IsDiagnosedAtTheReturn(string name) => Diagnosed(Fields + s_returnOfTheNewArray[name]);

    [Theory]
    [MemberData(nameof(ReturnOfTheOldArray))]
    public Task ReturnOfTheOldArray_IsSilent(string name) => Silent(Fields + s_returnOfTheOldArray[name]);

    [Fact]
    public Task Message_NamesTheNewArray() => Diagnosed(
        Fields + """
            void Grow()
            {
                byte[] next = Pool.Rent(99);
                Array.Copy(_items, next, _count);
                _items = next;
                [|Pool.Return(next)|];
            }
            """,
        "'next' is the new array, which is still in use; return the old one");

    [Fact]
    public Task Rule_CanBeSilenced()
        => Suppressible("""
            byte[] Grow(byte[] a)
            {
                byte[] next = Pool.Rent(a.Length * 2);
                a.CopyTo(next, 0);
                a = next;
                [|Pool.Return(next)|];
                return a;
            }
            """);
}
