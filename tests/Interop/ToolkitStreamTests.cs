using CommunityToolkit.HighPerformance;

namespace PooledGen.Interop.Tests;

/// <summary>Our writer beside CommunityToolkit.HighPerformance, whose AsStream takes an IBufferWriter or an IMemoryOwner. Our writer is both.</summary>
public partial class ToolkitStreamTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct PacketBuffer;

    [Fact]
    public void AsStream_OfOurWriter_CompilesAndIsOurs()
    {
        using PooledBufferWriter<byte> writer = PacketBuffer.Pool.CreateBufferWriter();
        using Stream stream = writer.AsStream();

        stream.WriteByte(7);

        Assert.Equal([7], writer.WrittenSpan.ToArray());
        Assert.Equal("PooledGen", stream.GetType().Namespace);
    }
}
