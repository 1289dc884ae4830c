using System.Buffers;

namespace PooledGen.Runtime.Tests.Streams;

/// <summary>The Stream contract, in the words of MemoryStream's documentation where it is more precise.</summary>
public sealed partial class PooledStreamTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    [Fact]
    public void NewStream_IsEmptyAndCanDoEverything()
    {
        using PooledStream stream = Bytes.Pool.CreateStream();

        Assert.Equal((0, 0), (stream.Length, stream.Position));
        Assert.True(stream.CanRead && stream.CanWrite && stream.CanSeek && !stream.CanTimeout);
        Assert.True(stream.GetReadOnlySequence().IsEmpty);
        Assert.Equal(0, Bytes.Pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(1025)]
    public void SegmentLength_OutOfRange_Throws(int length)
        => Assert.Throws<ArgumentOutOfRangeException>("segmentLength", () => new PooledStream(Bytes.Pool, length));

    [Fact]
    public void Pool_Null_Throws()
    {
        Assert.Throws<ArgumentNullException>("pool", () => new PooledStream(null!));
        Assert.Throws<ArgumentNullException>("pool", () => new PooledStream(null!, 10));
    }

    [Fact]
    public void Read_AtTheEnd_IsNothing()
    {
        using PooledStream stream = Filled(100);
        stream.Position = 100;

        Assert.Equal((0, -1), (stream.Read(new byte[10], 0, 10), stream.ReadByte()));
        stream.Position = 1_000_000_000_000;
        Assert.Equal((0, -1), (stream.Read(new byte[10]), stream.ReadByte()));
        Assert.Equal(1_000_000_000_000, stream.Position);
    }

    [Fact]
    public void Read_OverTheEnd_GivesWhatIsThere()
    {
        using PooledStream stream = Filled(100);
        stream.Position = 90;
        byte[] buffer = new byte[20];

        Assert.Equal(10, stream.Read(buffer, 5, 15));
        Assert.Equal([0, 0, 0, 0, 0, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 0, 0, 0, 0, 0], buffer);
        Assert.Equal(100, stream.Position);
    }

    [Fact]
    public void Write_BeyondTheEnd_FillsTheGapWithZeros()
    {
        Soil();
        using var stream = new PooledStream(Bytes.Pool, 16);
        stream.WriteByte(1);
        stream.Position = 100;
        stream.Write([2]);

        Assert.Equal([1, .. new byte[99], 2], stream.ToArray());
    }

    [Fact]
    public void SetLength_Grown_FillsWithZerosAndLeavesThePosition()
    {
        Soil();
        using PooledStream stream = Filled(10);
        stream.Position = 5;
        stream.SetLength(200);

        Assert.Equal([.. Numbers(10), .. new byte[190]], stream.ToArray());
        Assert.Equal((5, 5), (stream.Position, stream.ReadByte()));
    }

    [Fact]
    public void SetLength_Shrunk_ReturnsSegmentsAndMovesThePosition()
    {
        using PooledStream stream = Filled(200);
        stream.SetLength(33);
        Assert.Equal((33, 3), (stream.Position, Bytes.Pool.GetStatistics().InUse));

        stream.SetLength(32);
        Assert.Equal(2, Bytes.Pool.GetStatistics().InUse);

        stream.SetLength(40);
        Assert.Equal([.. Numbers(32), .. new byte[8]], stream.ToArray());

        stream.SetLength(0);
        Assert.Equal((0, 0, 0), (stream.Position, stream.Length, Bytes.Pool.GetStatistics().InUse));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(long.MinValue)]
    [InlineData((16L << 30) + 1)]
    [InlineData(long.MaxValue)]
    public void SetLength_NegativeOrOverTheLimit_ThrowsAndChangesNothing(long length)
    {
        using PooledStream stream = Filled(100);

        Assert.Throws<ArgumentOutOfRangeException>("value", () => stream.SetLength(length));

        Assert.Equal(Numbers(100), stream.ToArray());
    }

    [Fact]
    public void SetLength_ToNothing_ReturnsTheRoomThatWasHandedOut()
    {
        using PooledStream stream = Filled(10);
        stream.GetSpan(1000);

        stream.SetLength(0);

        Assert.Equal(0, Bytes.Pool.GetStatistics().InUse);
        Assert.Throws<InvalidOperationException>(() => stream.Advance(1));
    }

    [Fact]
    public void Seek_BeforeZero_ThrowsAndLeavesThePosition()
    {
        using PooledStream stream = Filled(100);
        stream.Position = 50;

        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        Assert.Throws<IOException>(() => stream.Seek(-51, SeekOrigin.Current));
        Assert.Throws<IOException>(() => stream.Seek(-101, SeekOrigin.End));
        Assert.Throws<IOException>(() => stream.Seek(long.MinValue, SeekOrigin.End));
        Assert.Throws<ArgumentOutOfRangeException>("value", () => stream.Position = -1);

        Assert.Equal(50, stream.Position);
    }

    [Fact]
    public void Seek_BeyondTwoGigabytes_CountsIn64Bits()
    {
        using PooledStream stream = Filled(100);

        Assert.Equal(5_000_000_000, stream.Seek(5_000_000_000, SeekOrigin.Begin));
        Assert.Equal(10_000_000_000, stream.Seek(5_000_000_000, SeekOrigin.Current));
        Assert.Equal(5_000_000_100, stream.Seek(5_000_000_000, SeekOrigin.End));
        Assert.Equal(long.MaxValue, stream.Seek(long.MaxValue, SeekOrigin.Begin));
        Assert.Throws<ArgumentOutOfRangeException>("offset", () => stream.Seek(1, SeekOrigin.Current));
        Assert.Equal(99, stream.Seek(-1, SeekOrigin.End));
        Assert.Equal((99, 100), (stream.ReadByte(), stream.Length));
    }

    [Fact]
    public void Seek_FromNowhere_Throws()
    {
        using PooledStream stream = Filled(100);

        Assert.Throws<ArgumentException>("origin", () => stream.Seek(0, (SeekOrigin)3));
    }

    [Fact]
    public void Write_OverTheLimit_ThrowsAndWritesNothing()
    {
        using PooledStream stream = Filled(100);
        stream.Position = 16L << 30;

        Assert.Throws<IOException>(() => stream.Write([1]));
        Assert.Throws<IOException>(() => stream.WriteByte(1));
        stream.Position = long.MaxValue;
        Assert.Throws<IOException>(() => stream.Write([1, 2], 0, 2));

        Assert.Equal(Numbers(100), stream.ToArray());
    }

    [Fact]
    public void TryGetBuffer_OfOneSegment_GivesItsArray()
    {
        using var stream = new PooledStream(Bytes.Pool, 16);
        Assert.True(stream.TryGetBuffer(out ArraySegment<byte> buffer));
        Assert.Equal(0, buffer.Count);

        stream.Write(Numbers(16));
        Assert.True(stream.TryGetBuffer(out buffer));
        Assert.Equal(Numbers(16), buffer.ToArray());
        buffer.Array![3] = 77;
        Assert.Equal(77, stream.ToArray()[3]);

        stream.WriteByte(16);
        Assert.False(stream.TryGetBuffer(out buffer));
        Assert.Null(buffer.Array);
    }

    [Fact]
    public void GetReadOnlySequence_IsEverythingAndNotCopied()
    {
        using PooledStream stream = Filled(100);
        stream.Position = 50;
        ReadOnlySequence<byte> sequence = stream.GetReadOnlySequence();
        stream.Position = 20;
        stream.WriteByte(99);

        Assert.Equal((100L, (byte)99), (sequence.Length, sequence.Slice(20).FirstSpan[0]));
    }

    /// <summary>A server begins its response with the first write, also with one of 0 bytes.</summary>
    [Theory]
    [InlineData(0, 0)] // never written
    [InlineData(10, 10)] // at the end
    [InlineData(10, 25)] // beyond it
    public async Task CopyTo_WithNothingLeft_WritesNothingAsMemoryStreamDoes(int length, int position)
    {
        using PooledStream pooled = Filled(length);
        foreach (Stream stream in new Stream[] { pooled, new MemoryStream(new byte[length]) })
        {
            using var destination = new CountingStream();
            stream.Position = position;
            stream.CopyTo(destination);
            await stream.CopyToAsync(destination);

            Assert.Equal((0, position), (destination.Writes, stream.Position));
        }
    }

    private sealed class CountingStream : MemoryStream
    {
        public int Writes { get; private set; }

        public override void Write(byte[] buffer, int offset, int count) => Writes++;

        public override void Write(ReadOnlySpan<byte> buffer) => Writes++;

        public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            Writes++;
            return Task.CompletedTask;
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Writes++;
            return default;
        }
    }

    [Fact]
    public void Copying_ToAStreamThatCannotBeWritten_Throws()
    {
        using PooledStream stream = Filled(10);
        stream.Position = 3;
        var closed = new MemoryStream();
        closed.Dispose();

        Assert.Throws<NotSupportedException>(() => stream.CopyTo(new MemoryStream([], writable: false)));
        Assert.Throws<ObjectDisposedException>(() => stream.CopyTo(closed));
        Assert.Throws<ArgumentNullException>("destination", () => stream.CopyTo(null!));
        Assert.Throws<ArgumentNullException>("stream", () => stream.WriteTo(null!));
        Assert.Throws<ArgumentOutOfRangeException>("bufferSize", () => stream.CopyTo(Stream.Null, 0));
        Assert.Equal(3, stream.Position);
    }

    public static TheoryData<byte[]?, int, int> BadRanges => new()
    {
        { null, 0, 0 }, { new byte[10], -1, 1 }, { new byte[10], 0, -1 }, { new byte[10], 11, 0 }, { new byte[10], 5, 6 },
        { new byte[10], int.MaxValue, 1 }, { new byte[10], 1, int.MaxValue },
    };

    [Theory]
    [MemberData(nameof(BadRanges))]
    public void ArrayRange_OutsideTheArray_ThrowsAsMemoryStreamDoes(byte[]? buffer, int offset, int count)
    {
        using PooledStream stream = Filled(100);
        using var model = new MemoryStream(Numbers(100));

        foreach (Func<Stream, object> use in (Func<Stream, object>[])[
            s => s.Read(buffer!, offset, count),
            s => { s.Write(buffer!, offset, count); return 0; },
            s => s.ReadAsync(buffer!, offset, count),
            s => s.WriteAsync(buffer!, offset, count)])
        {
            Exception expected = Assert.ThrowsAny<ArgumentException>(() => use(model));
            Assert.IsType(expected.GetType(), Record.Exception(() => use(stream)));
        }

        Assert.Equal(Numbers(100), stream.ToArray());
    }

    private static PooledStream Filled(int length)
    {
        var stream = new PooledStream(Bytes.Pool, segmentLength: 16);
        stream.Write(Numbers(length));
        return stream;
    }

    private static byte[] Numbers(int count) => [.. Enumerable.Range(0, count).Select(static i => (byte)i)];

    // What the pool hands out next is not zero.
    private static void Soil()
    {
        using var stream = new PooledStream(Bytes.Pool, 16);
        stream.Write([.. Enumerable.Repeat((byte)0xFF, 400)]);
    }
}
