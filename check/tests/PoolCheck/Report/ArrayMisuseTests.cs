namespace PooledGen.PoolCheck.Tests;

/// <summary>The texts of findings.</summary>
public class ArrayMisuseTests
{
    [Theory]
    [InlineData(ArrayPoolMisuseKind.DoubleReturn, "",
        "Returned twice: an array of 64 elements of ArrayPool<Byte>.Shared was returned already, so the pool gives it to two renters. "
        + "Let one place own the array and return it.")]
    [InlineData(ArrayPoolMisuseKind.WriteAfterReturn, "element 3 was written later",
        "Written after the return: an array of 64 elements of ArrayPool<Byte>.Shared was returned, and element 3 was written later. "
        + "Do not use an array, or a span or a Memory of it, after its return.")]
    [InlineData(ArrayPoolMisuseKind.ReturnedToAnotherPool, "an ArrayPool",
        "Returned to another pool: an array of 64 elements of ArrayPool<Byte>.Shared was returned to an ArrayPool, and not to its own pool. "
        + "Return an array to the pool that rented it.")]
    [InlineData(ArrayPoolMisuseKind.NotReturned, " within 10 s",
        "Not returned: an array of 64 elements of ArrayPool<Byte>.Shared was rented and not returned within 10 s. "
        + "Return it in a \"finally\", or where its owner is disposed.")]
    public void Message_OfAKind_SaysWhatHappenedAndWhatToDo(ArrayPoolMisuseKind kind, string addition, string expected)
    {
        var misuse = ArrayMisuse.Of(kind);

        Assert.Equal(expected, misuse.Message(misuse.Describe("ArrayPool<Byte>.Shared", 64, addition)));
    }

    [Fact]
    public void Describe_AnArrayOfAnUnknownPool_NamesNoPool()
        => Assert.StartsWith(
            "An array of 64 elements of an ArrayPool was returned already",
            ArrayMisuse.Of(ArrayPoolMisuseKind.DoubleReturn).Describe(ArrayMisuse.UnknownPool, 64));
}
