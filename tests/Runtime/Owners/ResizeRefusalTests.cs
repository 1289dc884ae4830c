namespace PooledGen.Runtime.Tests.Owners;

/// <summary>A Resize that throws leaves the owner as it was.</summary>
public partial class ResizeRefusalTests
{
    [PooledBuffer<int>(MaxLength = 1024)]
    private partial struct Numbers;

    [PooledBuffer<int>(MaxLength = 100, Oversize = OversizePolicy.Throw)]
    private partial struct Strict;

    [Fact]
    public void Resize_OfADefaultOwner_SaysWhatToDo()
    {
        InvalidOperationException error = Assert.Throws<InvalidOperationException>(static () => default(PooledOwner<int>).Resize(10));

        Assert.Contains("RentOwner(0)", error.Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(static () => default(PooledOwner<int>).Resize(-1));
    }

    [Fact]
    public void Resize_ToANegativeLength_ThrowsAndTheOwnerGoesOn()
    {
        using PooledOwner<int> owner = Numbered(Numbers.RentOwner(10));

        ArgumentOutOfRangeException error = Assert.Throws<ArgumentOutOfRangeException>(() => owner.Resize(-5));

        Assert.Equal(("length", -5), (error.ParamName, error.ActualValue));
        Assert.StartsWith($"Cannot resize this owner of {Numbers.Pool.Name} to -5 elements", error.Message, StringComparison.Ordinal);
        Assert.Equal(10, owner.Span[9]);
    }

    [Theory]
    [InlineData(101)]
    [InlineData(int.MaxValue)]
    public void Resize_ToAnOversizeLength_ThatThePoolRefuses_ThrowsAndTheOwnerGoesOn(int length)
    {
        PooledOwner<int> owner = Numbered(Strict.RentOwner(50));

        ArgumentOutOfRangeException error = Assert.Throws<ArgumentOutOfRangeException>(() => owner.Resize(length));

        Assert.Equal(length, error.ActualValue);
        Assert.Contains(Strict.Pool.Name, error.Message, StringComparison.Ordinal);
        owner = owner.Resize(100);
        Assert.Equal(50, owner[49]);
        owner.Dispose();
        Assert.Equal(0, Strict.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Resize_BeyondTheLongestArray_ThrowsAndTheOwnerGoesOn()
    {
        using PooledOwner<int> owner = Numbered(Numbers.RentOwner(10));

        Assert.Throws<OutOfMemoryException>(() => owner.Resize(int.MaxValue));

        Assert.Equal(10, owner.Span[9]);
    }

    [Fact]
    public void Resize_OfAnOwnerThatIsOver_Throws()
    {
        PooledOwner<int> disposed = Numbers.RentOwner(10);
        disposed.Dispose();
        PooledOwner<int> resized = Numbers.RentOwner(10);
        using PooledOwner<int> other = resized.Resize(20);

        foreach (PooledOwner<int> owner in new[] { disposed, resized })
        {
            foreach (int length in (int[])[5, 10, 1000, -1])
            {
                ObjectDisposedException error = Assert.Throws<ObjectDisposedException>(() => owner.Resize(length));
                Assert.Equal(Numbers.Pool.Name, error.ObjectName);
            }
        }
    }

    private static PooledOwner<int> Numbered(PooledOwner<int> owner)
    {
        for (int i = 0; i < owner.Length; i++)
            owner[i] = i + 1;

        return owner;
    }
}
