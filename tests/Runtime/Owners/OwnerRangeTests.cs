namespace PooledGen.Runtime.Tests.Owners;

/// <summary>A range of an owner is a look at it. Only where the framework has ranges: elsewhere it does not compile, and never ends the owner.</summary>
public partial class OwnerRangeTests
{
    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct IntBuffer;

    [Fact]
    public void Range_OfAnOwner_IsASpanOfItsPartAndLeavesItBe()
    {
        using PooledOwner<int> whole = IntBuffer.RentOwner(10);
        for (int i = 0; i < whole.Length; i++)
            whole[i] = i;

        using PooledOwner<int> owner = whole.DetachSlice(2, 5);
        owner[1..^1].Fill(9);
        owner[^1]++;

        Assert.Equal([2, 9, 9, 9, 7], owner.Span.ToArray());
        Assert.Equal([9, 7], owner[3..].ToArray());
        Assert.Throws<ArgumentOutOfRangeException>(() => owner[..6].Length);
        Assert.Equal(0, default(PooledOwner<int>)[..].Length);
    }
}
