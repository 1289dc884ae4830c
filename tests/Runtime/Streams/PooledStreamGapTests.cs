namespace PooledGen.Runtime.Tests.Streams;

/// <summary>
/// A gap is rented and filled, so one that the memory of the process cannot hold is refused before. Older frameworks do not say how much there is.
/// </summary>
public sealed partial class PooledStreamGapTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct Bytes;

    private static readonly long s_memory = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;

    // More than the memory, and more than a span can have.
    private static readonly long s_tooMuch = Math.Max(s_memory, 1L << 32) + 1;

    public static TheoryData<string, Action<PooledStream>> Writes => new()
    {
        { "a byte", static stream => stream.WriteByte(1) },
        { "a span", static stream => stream.Write([1, 2]) },
        { "an array", static stream => stream.Write(new byte[3], 0, 3) },
        { "room", static stream => { stream.GetSpan(4); stream.Advance(4); } },
        { "nothing", static stream => stream.Write([]) },
    };

    [Fact]
    public void SetLength_LongerThanTheMemory_ThrowsWithTheNumbersAndRentsNothing()
    {
        using var stream = Bytes.Pool.CreateStream();
        stream.Write([1, 2, 3]);
        long rents = Bytes.Pool.GetStatistics().Rents;

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>("value", () => stream.SetLength(s_tooMuch));

        Assert.Equal(s_tooMuch, exception.ActualValue);
        Assert.Contains($"must be 0 to {s_memory}.", exception.Message, StringComparison.Ordinal);
        Assert.Equal((rents, 3), (Bytes.Pool.GetStatistics().Rents, stream.Length));
    }

    [Theory]
    [MemberData(nameof(Writes))]
    public void Write_FartherBehindTheEndThanTheMemory_ThrowsAndRentsNoGap(string form, Action<PooledStream> write)
    {
        using var stream = Bytes.Pool.CreateStream();
        stream.Position = s_tooMuch;

        Assert.Throws<IOException>(() => write(stream));

        Assert.InRange(Bytes.Pool.GetStatistics().InUse, 0, 1); // the room
        Assert.True(stream.Length == 0, form);
    }

    [Fact]
    public void Seek_FartherThanTheMemory_ChangesNothing()
    {
        using var stream = Bytes.Pool.CreateStream();

        Assert.Equal(s_tooMuch, stream.Seek(s_tooMuch, SeekOrigin.Begin));

        Assert.Equal((0, -1), (stream.Length, stream.ReadByte()));
    }
}
