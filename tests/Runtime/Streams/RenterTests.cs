using System.Reflection;

namespace PooledGen.Runtime.Tests.Streams;

/// <summary>Each renter offers its writers in one call, and a stream where its elements are bytes.</summary>
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
        using PooledBufferWriter<byte> contiguous = Bytes.CreateBufferWriter();
        using PooledStream stream = Bytes.CreateStream();
        stream.WriteByte(1);

        Assert.Equal(2, Bytes.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Create_InElementMode_HoldsElements()
    {
        using PooledBufferWriter<Particle> contiguous = Particle.Buffer.CreateBufferWriter(10);
        contiguous.Write([new Particle { X = 1 }]);

        Assert.Equal(1, contiguous.WrittenSpan[0].X);
    }

    [Fact]
    public void CreateStream_IsThereForBytesOnly()
    {
        Assert.NotNull(typeof(Bytes).GetMethod("CreateStream", BindingFlags.Public | BindingFlags.Static));
        Assert.Null(typeof(Particle.Buffer).GetMethod("CreateStream", BindingFlags.Public | BindingFlags.Static));
    }
}
