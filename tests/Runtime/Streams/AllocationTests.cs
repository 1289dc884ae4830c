using System.Buffers;

namespace PooledGen.Runtime.Tests.Streams;

/// <summary>After warm-up, what is cleared and used again allocates nothing.</summary>
public sealed partial class AllocationTests() : PoolTests<byte>(Bytes.Pool)
{
    private static readonly byte[] s_chunk = new byte[100];
    private static readonly byte[] s_block = new byte[3000];

    [PooledBuffer<byte>(MaxLength = 16 * 1024)]
    private partial struct Bytes;

    [Fact]
    public void BufferWriter_UsedAgain_AllocatesNothing()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        AllocatesNothing(() =>
        {
            writer.ResetWrittenCount();
            WriteChunks(writer);
        });
    }

    [Fact]
    public void BufferWriter_Growing_AllocatesOnlyItself()
    {
        long self = Allocations.Of(static () => Bytes.Pool.CreateBufferWriter(16 * 1024).Dispose());

        Assert.Equal(self, Allocations.Of(static () =>
        {
            using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter(16);
            WriteChunks(writer);
        }));
    }

    [Fact]
    public void Stream_UsedAgain_AllocatesNothing()
    {
        using PooledStream stream = Bytes.Pool.CreateStream();
        AllocatesNothing(() =>
        {
            stream.SetLength(0);
            for (int i = 0; i < 200; i++)
                stream.Write(s_chunk);

            for (int i = 0; i < 5000; i++)
                stream.WriteByte(1);

            stream.Position = 0;
            while (stream.Read(s_block) > 0)
            {
            }

            stream.Seek(-10, SeekOrigin.End);
            stream.GetSpan(15_000).Clear();
            stream.Advance(15_000);
        });
    }

    [Fact]
    public void Stream_Asynchronously_AllocatesNothing()
    {
        using PooledStream stream = Bytes.Pool.CreateStream();
        using PooledStream copy = Bytes.Pool.CreateStream();
        AllocatesNothing(() =>
        {
            stream.SetLength(0);
            copy.SetLength(0);
            for (int i = 0; i < 10; i++)
            {
                stream.WriteAsync(s_block, 0, s_block.Length).GetAwaiter().GetResult();
                stream.WriteAsync(s_block.AsMemory()).GetAwaiter().GetResult();
            }

            stream.Position = 0;
            for (int i = 0; i < 10; i++)
            {
                stream.ReadAsync(s_block, 0, s_block.Length).GetAwaiter().GetResult();
                stream.ReadAsync(s_block.AsMemory()).GetAwaiter().GetResult();
            }

            stream.Position = 0;
            stream.CopyTo(copy);
        });
    }

    private static void WriteChunks(IBufferWriter<byte> writer)
    {
        for (int i = 0; i < 100; i++)
        {
            s_chunk.CopyTo(writer.GetSpan(s_chunk.Length));
            writer.Advance(s_chunk.Length);
        }
    }

    private static void AllocatesNothing(Action action) => Assert.Equal(0, Allocations.Of(action));
}
