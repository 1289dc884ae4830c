namespace PooledGen.Runtime.Tests.Writers;

/// <summary>A PooledBufferWriter that gives its array away, or shows it.</summary>
public sealed partial class BufferWriterHandOverTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct Bytes;

    [Fact]
    public void Detach_GivesTheArrayItself_AndTheWriterGoesOn()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        writer.Write([1, 2, 3]);
        byte[] array = writer.DangerousGetArray().Array!;

        using (PooledOwner<byte> owner = writer.Detach())
        {
            writer.Write([4]);
            Assert.Same(array, owner.DangerousGetArray().Array);
            Assert.Equal([1, 2, 3], owner.ToArray());
            Assert.Equal((1, 256, 2), (writer.WrittenCount, writer.Capacity, Bytes.Pool.GetStatistics().InUse));
            Assert.Equal([4], writer.WrittenSpan.ToArray());
        }
    }

    [Fact]
    public void DetachedWriter_HoldsNothingUntilItIsWrittenTo()
    {
        var writer = new PooledBufferWriter<byte>(Bytes.Pool, 1000);
        writer.Write([1]);
        writer.Detach().Dispose();

        Assert.Equal((0, 0, 0, 0), (writer.WrittenCount, writer.Capacity, writer.FreeCapacity, Bytes.Pool.GetStatistics().InUse));
        Assert.True(writer.WrittenSpan.IsEmpty && writer.DangerousGetArray().Count == 0);
        writer.Advance(0);
        writer.ResetWrittenCount();
        writer.Clear();
        writer.Write([]);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(1));
        Assert.Equal(1024, writer.GetSpan().Length);
        writer.Dispose();
    }

    [Fact]
    public void Detach_OfAnEmptyWriter_GivesAnOwnerThatCanGrowAndKeepsTheArray()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter(1000);

        using PooledOwner<byte> owner = writer.Detach().Resize(10);

        Assert.Equal((10, 1024), (owner.Length, writer.Capacity));
    }

    [Fact]
    public void Detach_OfADisposedWriter_Throws()
    {
        PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        writer.Write([1]);
        writer.Dispose();

        Assert.Equal(Bytes.Pool.Name, Assert.Throws<ObjectDisposedException>(() => writer.Detach()).ObjectName);
        Assert.Throws<ObjectDisposedException>(() => writer.DangerousGetArray());
    }

    [Fact]
    public void Dispose_OfADetachedWriter_LeavesTheOwnerAlone()
    {
        PooledOwner<byte> owner;
        using (PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter())
        {
            writer.Write([1, 2, 3]);
            owner = writer.Detach();
        }

        Assert.Equal([1, 2, 3], owner.ToArray());
        owner.Dispose();
    }

    [Fact]
    public async Task AsStream_AppendsToTheWriter()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter(1);
        writer.Write([1]);
        Stream stream = writer.AsStream();

        stream.Write([0, 2, 3, 0], 1, 2);
        stream.WriteByte(4);
        await stream.WriteAsync([0, 5], 1, 1);
        await stream.WriteAsync((byte[])[6, 7], CancellationToken.None);
        await stream.FlushAsync();
        await new MemoryStream(new byte[2000]).CopyToAsync(stream);

        Assert.Equal([1, 2, 3, 4, 5, 6, 7], writer.WrittenSpan.Slice(0, 7).ToArray());
        Assert.Equal(2007, writer.WrittenCount);
        await Assert.ThrowsAsync<TaskCanceledException>(() => stream.WriteAsync([1], 0, 1, new CancellationToken(canceled: true)));
        await Assert.ThrowsAsync<TaskCanceledException>(() => stream.FlushAsync(new CancellationToken(canceled: true)));
        Assert.Equal(2007, writer.WrittenCount);
    }

    [Fact]
    public void AsStream_OnlyAppends()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        using Stream stream = writer.AsStream();

        Assert.Equal((false, false, true), (stream.CanRead, stream.CanSeek, stream.CanWrite));
        Assert.All(
            (Action[])
            [
                () => _ = stream.Length, () => _ = stream.Position, () => stream.Position = 0, () => stream.SetLength(1),
                () => stream.Seek(0, SeekOrigin.Begin), () => stream.ReadExactly(new byte[1], 0, 1),
            ],
            static act => Assert.Contains("PooledStream", Assert.Throws<NotSupportedException>(act).Message, StringComparison.Ordinal));
        Assert.Throws<ArgumentNullException>(() => stream.Write(null!, 0, 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Write([1], -1, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Write([1], 1, 1));
        Assert.Throws<ArgumentNullException>("writer", static () => default(PooledBufferWriter<byte>)!.AsStream());
    }

    [Fact]
    public void AsStream_Disposed_LeavesTheWriterAlone()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        Stream stream = writer.AsStream();
        stream.WriteByte(1);
        stream.Dispose();

        Assert.False(stream.CanWrite);
        Assert.Throws<ObjectDisposedException>(() => stream.WriteByte(2));
        Assert.Equal([1], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public async Task AsStream_OfADisposedWriter_Throws()
    {
        PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        Stream stream = writer.AsStream();
        writer.Dispose();

        Assert.Equal(Bytes.Pool.Name, Assert.Throws<ObjectDisposedException>(() => stream.WriteByte(2)).ObjectName);
        Task write = stream.WriteAsync([1], 0, 1);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => write);
    }
}
