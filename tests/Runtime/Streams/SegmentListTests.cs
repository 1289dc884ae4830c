namespace PooledGen.Runtime.Tests.Streams;

/// <summary>Positions beyond 2^31, for which no test wants to rent the memory.</summary>
public sealed partial class SegmentListTests() : PoolTests<byte>(Bytes.Pool)
{
    private const long Far = int.MaxValue + 10_000L;

    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    // Two segments leapfrog: each is put behind the other one until they are far from the start.
    [Fact]
    public void Link_FarFromTheStart_CountsIn64Bits()
    {
        var front = new Segment();
        var back = new Segment();
        front.Rent(Bytes.Pool, 1024);
        back.Rent(Bytes.Pool, 1024);
        while (front.Start <= Far)
        {
            front.Link(back);
            (front, back) = (back, front);
        }

        Assert.InRange(front.Start, Far + 1, Far + 1024);
        Assert.Equal((front.Start - 1024, front.Start + 1024), (back.Start, front.End));
        Assert.Equal(front, back.Next);
        front.Return();
        back.Return();
    }

    [Fact]
    public void MaxCapacity_IsFarBeyondTwoGigabytes()
        => Assert.Equal(1024L * 1024 * 1024 * 1024, new SegmentList(Bytes.Pool, 1024).MaxCapacity);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(7)]
    [InlineData(64)]
    public void IndexOf_FindsTheSegmentOfEveryPosition(int count)
    {
        var list = new SegmentList(Bytes.Pool, 16);
        for (int i = 0; i < count; i++)
            list.Append();

        for (long position = 0; position < list.Capacity; position++)
            Assert.Equal(position / 16, list.IndexOf(position));

        list.Truncate(0);
        Assert.Equal((0, 0L), (list.Count, list.Capacity));
    }
}
