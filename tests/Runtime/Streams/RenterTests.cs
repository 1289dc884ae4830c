namespace PooledGen.Runtime.Tests.Streams;

/// <summary>A pool creates the classes that rent from it: a writer, and a stream where its elements are bytes.</summary>
public sealed partial class RenterTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    internal partial struct Bytes;

    [PooledBuffer(MaxLength = 100)]
    internal partial struct Particle
    {
        public float X, Y;
    }

    [Fact]
    public void Create_RentsFromThisTypesPool()
    {
        using PooledBufferWriter<byte> contiguous = Bytes.Pool.CreateBufferWriter();
        using PooledStream stream = Bytes.Pool.CreateStream();
        stream.WriteByte(1);

        Assert.Equal(2, Bytes.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Create_InElementMode_HoldsElements()
    {
        using PooledBufferWriter<Particle> contiguous = Particle.Buffer.Pool.CreateBufferWriter(10);
        contiguous.Write([new Particle { X = 1 }]);

        Assert.Equal(1, contiguous.WrittenSpan[0].X);
    }

    [Fact]
    public void Create_WithABudget_CountsAgainstIt()
    {
        var budget = new BufferBudget(10_000);
        using PooledBufferWriter<byte> contiguous = Bytes.Pool.CreateBufferWriter(100, budget);
        using PooledStream stream = Bytes.Pool.CreateStream(segmentLength: 64, budget);
        stream.Write(new byte[100]);

        Assert.Equal(128 + 64 + 64, budget.InUseBytes);
    }
}
