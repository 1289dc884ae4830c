namespace PooledGen.Runtime.Tests.Streams;

/// <summary>Room belongs to the position that it was asked for: Advance after a move would count other bytes than were written.</summary>
public sealed partial class PooledStreamRoomTests() : PoolTests<byte>(Bytes.Pool)
{
    // One that fits the segment, and one that is staged.
    private static readonly int[] s_hints = [5, 1000];

    private static readonly Dictionary<string, Action<PooledStream>> s_moves = new()
    {
        ["Seek"] = static stream => stream.Seek(1, SeekOrigin.Current),
        ["Position"] = static stream => stream.Position = 7,
        ["Position, there and back"] = static stream =>
        {
            stream.Position = 7;
            stream.Position = 10;
        },
        ["Write"] = static stream => stream.Write([1, 2]),
        ["Write, and back"] = static stream =>
        {
            stream.Write([1, 2]);
            stream.Position = 10;
        },
        ["WriteByte"] = static stream => stream.WriteByte(1),
        ["Read"] = static stream => stream.ReadExactly(new byte[2]),
        ["ReadByte"] = static stream => stream.ReadByte(),
        ["CopyTo"] = static stream => stream.CopyTo(Stream.Null),
        ["SetLength, shorter"] = static stream => stream.SetLength(20),
        ["SetLength, longer"] = static stream => stream.SetLength(200),
        ["SetLength, the same"] = static stream => stream.SetLength(100),
        ["SetLength, nothing"] = static stream => stream.SetLength(0),
    };

    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    public static TheoryData<string, int> Moves
    {
        get
        {
            var moves = new TheoryData<string, int>();
            foreach (string move in s_moves.Keys)
            {
                foreach (int hint in s_hints)
                    moves.Add(move, hint);
            }

            return moves;
        }
    }

    [Theory]
    [MemberData(nameof(Moves))]
    public void Advance_AfterAMove_ThrowsAndCountsNothing(string move, int hint)
    {
        using PooledStream stream = Filled();
        stream.GetSpan(hint)[..5].Fill(9);
        s_moves[move](stream);
        (byte[] bytes, long position) = (stream.ToArray(), stream.Position);

        var error = Assert.Throws<InvalidOperationException>(() => stream.Advance(5));

        Assert.Contains("handed out for position 10", error.Message, StringComparison.Ordinal);
        Assert.Contains($"the position is {position} now", error.Message, StringComparison.Ordinal);
        Assert.Equal(position, stream.Position);
        Assert.Equal(bytes, stream.ToArray());
    }

    [Theory]
    [MemberData(nameof(Moves))]
    public void GetSpan_AfterAMove_GivesRoomAtTheNewPosition(string move, int hint)
    {
        using PooledStream stream = Filled();
        stream.GetSpan(hint)[..5].Fill(9);
        s_moves[move](stream);
        byte[] expected = stream.ToArray();
        int position = (int)stream.Position;
        Array.Resize(ref expected, Math.Max(expected.Length, position + 5));
        expected.AsSpan(position, 5).Fill(8);

        stream.GetMemory(hint).Span[..5].Fill(8);
        stream.Advance(5);

        Assert.Equal(expected, stream.ToArray());
    }

    [Fact]
    public void Advance_WithoutRoom_Throws()
    {
        using PooledStream stream = Filled();

        var error = Assert.Throws<InvalidOperationException>(() => stream.Advance(5));

        Assert.Contains("no room was asked for", error.Message, StringComparison.Ordinal);
        Assert.Equal(10, stream.Position);
    }

    [Fact]
    public void Advance_ASecondTimeOverStagedRoom_Throws()
    {
        using PooledStream stream = Filled();
        stream.GetSpan(1000)[..10].Fill(9);
        stream.Advance(5);

        Assert.Throws<InvalidOperationException>(() => stream.Advance(5));

        Assert.Equal((15, 100), (stream.Position, stream.Length));
    }

    [Fact]
    public void Advance_OverRoomInTheSegmentInTwoSteps_CountsBoth()
    {
        using PooledStream stream = Filled();
        stream.GetSpan(10)[..10].Fill(9);
        stream.Advance(4);
        stream.Seek(0, SeekOrigin.Current); // asks for the position, and moves nothing

        stream.Advance(6);

        Assert.Equal(20, stream.Position);
        Assert.All(stream.ToArray()[10..20], static value => Assert.Equal(9, value));
    }

    // 100 bytes, the position at 10.
    private static PooledStream Filled()
    {
        var stream = new PooledStream(Bytes.Pool, segmentLength: 256);
        stream.Write([.. Enumerable.Range(0, 100).Select(static i => (byte)i)]);
        stream.Position = 10;
        return stream;
    }
}
