using System.Buffers;
using System.IO.Pipelines;

namespace PooledGen.Interop.Tests;

/// <summary>System.IO.Pipelines: pipes, and readers and writers over streams.</summary>
public partial class PipeTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct PacketBuffer;

    [PooledBuffer<byte>(MaxLength = 4096, Oversize = OversizePolicy.Throw)]
    private partial struct SmallBuffer;

    [Fact]
    public async Task Pipe_CarriesMegabytesAndGivesEveryBlockBack()
    {
        var pipe = new Pipe(new PipeOptions(PacketBuffer.Pool.DangerousAsMemoryPool()));
        byte[] sent = Noise(8 * 1024 * 1024);
        long rents = PacketBuffer.Pool.GetStatistics().Rents;

        Task writing = Task.Run(async () =>
        {
            for (int i = 0; i < sent.Length; i += 5000)
                await pipe.Writer.WriteAsync(sent.AsMemory(i, Math.Min(5000, sent.Length - i)));
            await pipe.Writer.CompleteAsync();
        });
        var received = new MemoryStream();
        await pipe.Reader.CopyToAsync(received);
        await pipe.Reader.CompleteAsync();
        await writing;

        Assert.True(received.GetBuffer().AsSpan(0, (int)received.Length).SequenceEqual(sent));
        Assert.True(PacketBuffer.Pool.GetStatistics().Rents - rents >= sent.Length / 8192);
        Assert.Equal((0, 0), (PacketBuffer.Pool.GetStatistics().InUse, PacketBuffer.Pool.GetStatistics().MisuseCount));
    }

    [Fact]
    public async Task Pipe_CompletedWithUnreadData_GivesEveryBlockBack()
    {
        var pipe = new Pipe(new PipeOptions(PacketBuffer.Pool.AsMemoryPool()));
        await pipe.Writer.WriteAsync(new byte[50_000]);
        Assert.NotEqual(0, PacketBuffer.Pool.GetStatistics().InUse);

        await pipe.Writer.CompleteAsync();
        await pipe.Reader.CompleteAsync();

        Assert.Equal((0, 0), (PacketBuffer.Pool.GetStatistics().InUse, PacketBuffer.Pool.GetStatistics().MisuseCount));
    }

    [Fact]
    public async Task Pipe_BeyondABudget_ThrowsAtTheWriterAndKeepsWhatIsWritten()
    {
        var budget = new BufferBudget(16 * 1024);
        var pipe = new Pipe(new PipeOptions(PacketBuffer.Pool.DangerousAsMemoryPool(budget), pauseWriterThreshold: 0));
        for (int i = 0; i < 4; i++)
            await pipe.Writer.WriteAsync(new byte[4096]);

        Assert.Throws<InsufficientMemoryException>(() => pipe.Writer.GetMemory(4096));

        ReadResult read = await pipe.Reader.ReadAsync();
        Assert.Equal(16 * 1024, read.Buffer.Length);
        pipe.Reader.AdvanceTo(read.Buffer.End);
        await pipe.Writer.WriteAsync(new byte[4096]);
        await pipe.Writer.CompleteAsync();
        await pipe.Reader.CompleteAsync();
        Assert.Equal((0, 1), (budget.InUseBytes, budget.RefusedCount));
    }

    [Fact]
    public void Pipe_WithReusedOwnersAfterWarmUp_AllocatesNothingABlock()
    {
        var pipe = new Pipe(new PipeOptions(PacketBuffer.Pool.DangerousAsMemoryPool(), useSynchronizationContext: false));
        for (int i = 0; i < 100; i++)
            PassTenBlocks(pipe);

        long rents = PacketBuffer.Pool.GetStatistics().Rents;

        // A thread that moves to another core may be the first there, and makes what the tier of that core consists of.
        Assert.Contains(0, Enumerable.Range(0, 5).Select(_ => AllocatedBytes()));
        Assert.True(PacketBuffer.Pool.GetStatistics().Rents - rents >= 1000);
        pipe.Writer.Complete();
        pipe.Reader.Complete();

        long AllocatedBytes()
        {
            long passed = 0, before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
                passed += PassTenBlocks(pipe);
            long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

            Assert.Equal(1000 * 4096, passed);
            return allocated;
        }
    }

    [Fact]
    public async Task Pipe_WithInlineSchedulersAfterWarmUp_HandsOverWithoutAllocating()
    {
        var pipe = new Pipe(new PipeOptions(
            PacketBuffer.Pool.DangerousAsMemoryPool(),
            PipeScheduler.Inline, PipeScheduler.Inline, useSynchronizationContext: false));
        Task<long> reading = CountBytes(pipe.Reader);
        for (int i = 0; i < 100; i++)
            HandOver(pipe.Writer);

        long rents = PacketBuffer.Pool.GetStatistics().Rents, before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            HandOver(pipe.Writer);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.True(PacketBuffer.Pool.GetStatistics().Rents - rents >= 1000);
        Assert.Equal(0, allocated);
        await pipe.Writer.CompleteAsync();
        Assert.Equal(1100 * 4096, await reading);
    }

    [Fact]
    public async Task Pipe_AskedForMoreThanMaxBufferSize_TakesItFromElsewhere()
    {
        var pipe = new Pipe(new PipeOptions(SmallBuffer.Pool.DangerousAsMemoryPool()));

        Assert.True(pipe.Writer.GetMemory(10_000).Length >= 10_000);
        pipe.Writer.Advance(10_000);
        await pipe.Writer.CompleteAsync();
        await pipe.Reader.CompleteAsync();

        Assert.Equal(0, SmallBuffer.Pool.GetStatistics().Rents);
    }

    [Fact]
    public async Task PipeReader_OverAStream_ReadsItAllAndGivesEveryBlockBack()
    {
        byte[] sent = Noise(1024 * 1024);
        var stream = new MemoryStream(sent);
        long rents = PacketBuffer.Pool.GetStatistics().Rents;

        PipeReader reader = PipeReader.Create(
            stream, new StreamPipeReaderOptions(PacketBuffer.Pool.DangerousAsMemoryPool()));
        ReadResult result = await reader.ReadAtLeastAsync(sent.Length);
        bool same = result.Buffer.ToArray().AsSpan().SequenceEqual(sent);
        reader.AdvanceTo(result.Buffer.End);
        await reader.CompleteAsync();

        Assert.True(same);
        Assert.True(PacketBuffer.Pool.GetStatistics().Rents > rents);
        Assert.Equal((0, 0), (PacketBuffer.Pool.GetStatistics().InUse, PacketBuffer.Pool.GetStatistics().MisuseCount));
    }

    [Fact]
    public async Task PipeWriter_OverAStream_WritesItAllAndGivesEveryBlockBack()
    {
        byte[] sent = Noise(1024 * 1024);
        var stream = new MemoryStream();
        long rents = PacketBuffer.Pool.GetStatistics().Rents;

        PipeWriter writer = PipeWriter.Create(
            stream, new StreamPipeWriterOptions(PacketBuffer.Pool.DangerousAsMemoryPool()));
        writer.Write(sent);
        await writer.CompleteAsync();

        Assert.True(stream.ToArray().AsSpan().SequenceEqual(sent));
        Assert.True(PacketBuffer.Pool.GetStatistics().Rents > rents);
        Assert.Equal((0, 0), (PacketBuffer.Pool.GetStatistics().InUse, PacketBuffer.Pool.GetStatistics().MisuseCount));
    }

    // Everything completes at once, so that all of it happens, and is counted, on this thread.
    private static long PassTenBlocks(Pipe pipe)
    {
        for (int i = 0; i < 10; i++)
        {
            pipe.Writer.GetSpan(4096)[..4096].Clear();
            pipe.Writer.Advance(4096);
        }

        if (!pipe.Writer.FlushAsync().IsCompletedSuccessfully || !pipe.Reader.TryRead(out ReadResult result))
            return 0;

        long length = result.Buffer.Length;
        pipe.Reader.AdvanceTo(result.Buffer.End);
        return length;
    }

    // The reader waits; what it does with the block, it does inside of FlushAsync.
    private static void HandOver(PipeWriter writer)
    {
        writer.GetSpan(4096)[..4096].Clear();
        writer.Advance(4096);
        Assert.True(writer.FlushAsync().IsCompletedSuccessfully);
    }

    private static async Task<long> CountBytes(PipeReader reader)
    {
        long count = 0;
        ReadResult result;
        do
        {
            result = await reader.ReadAsync();
            count += result.Buffer.Length;
            reader.AdvanceTo(result.Buffer.End);
        }
        while (!result.IsCompleted);

        await reader.CompleteAsync();
        return count;
    }

    private static byte[] Noise(int length)
    {
        byte[] bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        return bytes;
    }
}
