using System.Buffers;
using CommunityToolkit.HighPerformance.Buffers;

namespace PooledGen.Interop.Tests;

/// <summary>CommunityToolkit.HighPerformance: everything there that takes an array pool.</summary>
public partial class CommunityToolkitTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct PacketBuffer;

    [Fact]
    public void MemoryOwner_RentsFromThePoolAndGivesItBack()
    {
        PoolStatistics before = PacketBuffer.Pool.GetStatistics();

        {
            ArrayPool<byte> pool = PacketBuffer.Pool.AsArrayPool();
            using MemoryOwner<byte> memory = MemoryOwner<byte>.Allocate(1000, pool);
            memory.Span.Fill(7);
            Assert.Equal(1000, memory.Memory.Length);
            Assert.Equal(before.InUse + 1, PacketBuffer.Pool.GetStatistics().InUse);
        }

        AssertReturned(before, rents: 1);
    }

    [Fact]
    public void SpanOwner_RentsFromThePoolAndGivesItBack()
    {
        PoolStatistics before = PacketBuffer.Pool.GetStatistics();

        {
            ArrayPool<byte> pool = PacketBuffer.Pool.AsArrayPool();
            using SpanOwner<byte> span = SpanOwner<byte>.Allocate(1000, pool);
            Assert.Equal(1000, span.Span.Length);
        }

        AssertReturned(before, rents: 1);
    }

    [Fact]
    public void ArrayPoolBufferWriter_GrowsInThePoolAndGivesAllBack()
    {
        PoolStatistics before = PacketBuffer.Pool.GetStatistics();

        {
            ArrayPool<byte> pool = PacketBuffer.Pool.AsArrayPool();
            using var writer = new ArrayPoolBufferWriter<byte>(pool);
            for (int i = 0; i < 100; i++)
            {
                writer.GetSpan(100)[..100].Fill((byte)i);
                writer.Advance(100);
            }

            Assert.Equal((10_000, 99), (writer.WrittenCount, writer.WrittenSpan[^1]));
        }

        AssertReturned(before, rents: 3);
    }

    private static void AssertReturned(PoolStatistics before, int rents)
    {
        PoolStatistics after = PacketBuffer.Pool.GetStatistics();
        Assert.True(after.Rents - before.Rents >= rents);
        Assert.Equal((0, 0), (after.InUse, after.MisuseCount));
    }
}
