namespace PooledGen.Runtime.Tests.Streams;

/// <summary>The end of a stream.</summary>
public sealed partial class PooledStreamDisposeTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    public static TheoryData<string, Action<PooledStream>> Uses => new()
    {
        { "Length", static stream => _ = stream.Length },
        { "Position", static stream => _ = stream.Position },
        { "Position =", static stream => stream.Position = 0 },
        { "Seek", static stream => stream.Seek(0, SeekOrigin.Begin) },
        { "SetLength(0)", static stream => stream.SetLength(0) },
        { "SetLength", static stream => stream.SetLength(100) },
        { "Read nothing", static stream => Assert.Equal(0, stream.Read([], 0, 0)) },
        { "Read", static stream => Assert.Equal(0, stream.Read(new byte[1].AsSpan())) },
        { "ReadByte", static stream => stream.ReadByte() },
        { "Write nothing", static stream => stream.Write([], 0, 0) },
        { "Write", static stream => stream.Write(new byte[1].AsSpan()) },
        { "WriteByte", static stream => stream.WriteByte(1) },
        { "WriteTo", static stream => stream.WriteTo(Stream.Null) },
        { "ToArray", static stream => stream.ToArray() },
        { "TryGetBuffer", static stream => stream.TryGetBuffer(out _) },
        { "GetReadOnlySequence", static stream => stream.GetReadOnlySequence() },
    };

    [Theory]
    [MemberData(nameof(Uses))]
    public void Use_AfterDispose_ThrowsAndNamesTheType(string member, Action<PooledStream> use)
    {
        foreach (int length in new[] { 0, 3, 1024, 5000 })
        {
            PooledStream stream = Bytes.Pool.CreateStream();
            stream.Write(new byte[length]);
            stream.Position = 0;
            stream.Dispose();

            var exception = Assert.Throws<ObjectDisposedException>(() => use(stream));
            Assert.EndsWith("PooledStreamDisposeTests.Bytes", Bytes.Pool.Name, StringComparison.Ordinal);
            Assert.True(exception.ObjectName == Bytes.Pool.Name, $"{member} named {exception.ObjectName}");
        }
    }

    // On netstandard2.0 it is the base class that throws, and it names the stream.
    [Fact]
    public void CopyTo_AfterDispose_Throws()
    {
        PooledStream stream = Bytes.Pool.CreateStream();
        stream.Write([1]);
        stream.Dispose();

        Assert.Throws<ObjectDisposedException>(() => stream.CopyTo(Stream.Null));
    }

    [Fact]
    public void CanDo_AfterDispose_IsNothing()
    {
        PooledStream stream = Bytes.Pool.CreateStream();
        stream.Dispose();

        Assert.False(stream.CanRead || stream.CanWrite || stream.CanSeek);
        stream.Flush();
    }

    [Fact]
    public async Task Dispose_Again_DoesNothing()
    {
        PooledStream stream = Bytes.Pool.CreateStream();
        stream.Write(new byte[5000]);
        stream.GetSpan(3000);

        stream.Dispose();
        stream.Close();
        await stream.DisposeAsync();

        Assert.Equal((0, 0), (Bytes.Pool.GetStatistics().InUse, Bytes.Pool.GetStatistics().MisuseCount));
    }

    [Fact]
    public void Dispose_OnAnotherThread_ReturnsEverything()
    {
        PooledStream stream = Bytes.Pool.CreateStream();
        stream.Write(new byte[5000]);
        var thread = new Thread(stream.Dispose);
        thread.Start();
        thread.Join();

        Assert.Equal(0, Bytes.Pool.GetStatistics().InUse);
    }
}
