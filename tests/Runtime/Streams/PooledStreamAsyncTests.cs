namespace PooledGen.Runtime.Tests.Streams;

/// <summary>The asynchronous members complete at once and heed cancellation.</summary>
public sealed partial class PooledStreamAsyncTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    [Fact]
    public async Task EveryMember_CompletesAtOnce()
    {
        using PooledStream stream = Bytes.Pool.CreateStream();
        using var copy = new MemoryStream();

        Assert.True(stream.WriteAsync(new byte[] { 1, 2, 3, 4 }, 1, 2).IsCompletedSuccessfully);
        Assert.True(stream.WriteAsync(new byte[] { 5 }.AsMemory()).IsCompletedSuccessfully);
        Assert.True(stream.FlushAsync().IsCompletedSuccessfully);
        stream.Position = 0;
        byte[] buffer = new byte[4];
        Task<int> one = stream.ReadAsync(buffer, 1, 1);
        ValueTask<int> rest = stream.ReadAsync(buffer.AsMemory(2));
        Assert.True(one.IsCompletedSuccessfully && rest.IsCompletedSuccessfully);
        Assert.Equal((1, 2), (await one, await rest));
        Assert.Equal([0, 2, 3, 5], buffer);
        stream.Position = 1;
        Assert.True(stream.CopyToAsync(copy).IsCompletedSuccessfully);
        Assert.Equal([3, 5], copy.ToArray());
        Assert.Equal(3, stream.Position);
    }

    [Fact]
    public void WhatStreamBuildsOnThem_Works()
    {
        using PooledStream stream = Bytes.Pool.CreateStream();
        byte[] buffer = new byte[4];

        stream.EndWrite(stream.BeginWrite([1, 2, 3, 4], 1, 3, callback: null, state: null));
        stream.Position = 0;
        Assert.Equal(2, stream.EndRead(stream.BeginRead(buffer, 1, 2, callback: null, state: null)));
        Assert.Equal([0, 2, 3, 0], buffer);
        stream.Position = 0;
        stream.ReadExactly(buffer, 0, 3);
        Assert.Equal([2, 3, 4, 0], buffer);
        Assert.Throws<EndOfStreamException>(() => stream.ReadExactly(buffer, 0, 1));
    }

    [Fact]
    public void Cancelled_DoesNothingAndSaysSo()
    {
        using PooledStream stream = Bytes.Pool.CreateStream();
        stream.Write([1, 2, 3]);
        stream.Position = 1;
        var cancelled = new CancellationToken(canceled: true);

        Assert.True(stream.WriteAsync(new byte[4], 0, 4, cancelled).IsCanceled);
        Assert.True(stream.WriteAsync(new byte[4].AsMemory(), cancelled).IsCanceled);
        Assert.True(stream.ReadAsync(new byte[4], 0, 4, cancelled).IsCanceled);
        Assert.True(stream.ReadAsync(new byte[4].AsMemory(), cancelled).IsCanceled);
        Assert.True(stream.CopyToAsync(Stream.Null, cancelled).IsCanceled);
        Assert.True(stream.FlushAsync(cancelled).IsCanceled);
        Assert.Equal((1, 3), (stream.Position, stream.Length));
    }

    [Fact]
    public void Disposed_IsReportedByTheTask()
    {
        PooledStream stream = Bytes.Pool.CreateStream();
        stream.Write([1]);
        stream.Dispose();

        Task[] tasks =
        [
            stream.WriteAsync(new byte[4], 0, 4), stream.WriteAsync(new byte[4].AsMemory()).AsTask(),
            stream.ReadAsync(new byte[4], 0, 4), stream.ReadAsync(new byte[4].AsMemory()).AsTask(),
        ];
        Assert.All(tasks, static task => Assert.IsType<ObjectDisposedException>(task.Exception?.InnerException));
        Assert.Throws<ObjectDisposedException>(() => { _ = stream.CopyToAsync(Stream.Null); });
        Assert.True(stream.FlushAsync().IsCompletedSuccessfully);
    }

    [Fact]
    public void ReadAsync_OfEqualBlocks_GivesOneTask()
    {
        using PooledStream stream = Bytes.Pool.CreateStream();
        stream.SetLength(1000);
        stream.Position = 0;

        Assert.Same(stream.ReadAsync(new byte[100], 0, 100), stream.ReadAsync(new byte[100], 0, 100));
    }

    [Fact]
    public async Task CopyToAsync_ToASlowStream_WritesEverySegment()
    {
        using var stream = new PooledStream(Bytes.Pool, 16);
        byte[] bytes = [.. Enumerable.Range(0, 200).Select(static i => (byte)i)];
        await stream.WriteAsync(bytes);
        stream.Position = 10;
        using var slow = new SlowStream();

        Task copying = stream.CopyToAsync(slow);
        Assert.False(copying.IsCompleted);
        slow.Go.SetResult();
        await copying;

        Assert.Equal(bytes[10..], slow.ToArray());
    }

    private sealed class SlowStream : MemoryStream
    {
        public TaskCompletionSource Go { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            await Go.Task;
            Write(buffer, offset, count);
        }

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Go.Task;
            Write(buffer.Span);
        }
    }
}
