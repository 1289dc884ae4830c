using System.Buffers;

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>What IBufferWriter's documentation says, sentence by sentence, of both that implement it.</summary>
public sealed partial class WriterContractTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Bytes;

    private static readonly string[] s_kinds = ["buffer writer", "stream", "stream beyond its end"];

    public static TheoryData<string> Writers => new(s_kinds);

    public static IEnumerable<object[]> WritersAndHints
        => from kind in s_kinds
           from hint in new[] { 0, 1, 15, 16, 17, 300, 1024, 1025, 5000 }
           select new object[] { kind, hint };

    [Theory]
    [MemberData(nameof(WritersAndHints))]
    public void GetSpan_IsAtLeastTheHintAndNeverEmpty(string kind, int sizeHint)
    {
        using Writer writer = Create(kind);
        for (int i = 0; i < 50; i++)
        {
            Assert.InRange(writer.Buffer.GetSpan(sizeHint).Length, Math.Max(sizeHint, 1), int.MaxValue);
            Assert.InRange(writer.Buffer.GetMemory(sizeHint).Length, Math.Max(sizeHint, 1), int.MaxValue);
            writer.Buffer.Advance(Math.Max(sizeHint, 1));
        }
    }

    [Theory]
    [MemberData(nameof(WritersAndHints))]
    public void Advance_AddsWhatWasWrittenAndNothingElse(string kind, int sizeHint)
    {
        using Writer writer = Create(kind);
        byte[] start = writer.Written();
        var expected = new List<byte>(start);
        for (int i = 0; i < 50; i++)
        {
            Span<byte> span = writer.Buffer.GetSpan(sizeHint);
            span.Fill(0xEE); // more than is advanced over: it must not show
            span[..Math.Max(sizeHint, 1)].Fill((byte)i);
            writer.Buffer.Advance(sizeHint);
            expected.AddRange(Enumerable.Repeat((byte)i, sizeHint));
        }

        // The gap before the position shows once something is written behind it.
        if (kind == "stream beyond its end" && sizeHint > 0)
            expected.InsertRange(start.Length, new byte[Writer.Gap]);

        Assert.Equal(expected, writer.Written());
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void GetMemory_GivesWhatGetSpanGives(string kind)
    {
        using Writer writer = Create(kind);

        Assert.True(writer.Buffer.GetSpan(10) == writer.Buffer.GetMemory(10).Span);
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void GetSpan_Again_MayAskForMoreThanBefore(string kind)
    {
        using Writer writer = Create(kind);
        byte[] start = writer.Written();
        writer.Buffer.GetSpan(10);
        writer.Buffer.GetSpan(700).Fill(1);
        writer.Buffer.GetSpan(2000).Fill(2);
        writer.Buffer.GetSpan(3).Fill(3);
        writer.Buffer.Advance(3);

        Assert.Equal([3, 3, 3], writer.Written()[^3..]);
        Assert.InRange(writer.Written().Length, start.Length + 3, start.Length + 3 + Writer.Gap);
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void Advance_Negative_Throws(string kind)
    {
        using Writer writer = Create(kind);
        writer.Buffer.GetSpan(10);

        Assert.Throws<ArgumentOutOfRangeException>("count", () => writer.Buffer.Advance(-1));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => writer.Buffer.Advance(int.MinValue));
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void Advance_BeyondTheSpanHandedOut_ThrowsAndAddsNothing(string kind)
    {
        using Writer writer = Create(kind);
        byte[] before = writer.Written();
        int length = writer.Buffer.GetSpan(10).Length;

        Assert.Throws<InvalidOperationException>(() => writer.Buffer.Advance(length + 1));
        Assert.Throws<InvalidOperationException>(() => writer.Buffer.Advance(int.MaxValue));

        Assert.Equal(before, writer.Written());
        writer.Buffer.Advance(length);
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void Advance_ByNothing_ChangesNothing(string kind)
    {
        using Writer writer = Create(kind);
        byte[] before = writer.Written();

        writer.Buffer.Advance(0);
        writer.Buffer.GetSpan(10);
        writer.Buffer.Advance(0);

        Assert.Equal(before, writer.Written());
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void SizeHint_Negative_Throws(string kind)
    {
        using Writer writer = Create(kind);

        Assert.Throws<ArgumentOutOfRangeException>("sizeHint", () => writer.Buffer.GetMemory(-1));
        Assert.Throws<ArgumentOutOfRangeException>("sizeHint", () => writer.Buffer.GetSpan(int.MinValue));
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void SizeHint_BeyondTheLongestArray_ThrowsAndChangesNothing(string kind)
    {
        using Writer writer = Create(kind);
        writer.Buffer.Write<byte>([1, 2, 3]);
        byte[] before = writer.Written();

        Assert.Throws<OutOfMemoryException>(() => writer.Buffer.GetSpan(int.MaxValue));
        Assert.Throws<OutOfMemoryException>(() => writer.Buffer.GetMemory(Array.MaxLength + 1));

        Assert.Equal(before, writer.Written());
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void EveryMember_AfterDispose_ThrowsAndNamesTheType(string kind)
    {
        Writer writer = Create(kind);
        writer.Buffer.GetSpan(2000);
        writer.Dispose();
        writer.Dispose();

        foreach (Action use in (Action[])
            [() => writer.Buffer.GetSpan(), () => writer.Buffer.GetMemory(), () => writer.Buffer.Advance(0), () => writer.Buffer.Advance(1)])
            Assert.Contains(nameof(Bytes), Assert.Throws<ObjectDisposedException>(use).Message, StringComparison.Ordinal);
    }

    private static Writer Create(string kind)
    {
        switch (kind)
        {
            case "buffer writer":
                PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter(1);
                return new Writer(writer, writer, () => writer.WrittenSpan.ToArray());

            default:
                var stream = new PooledStream(Bytes.Pool, segmentLength: 16);
                stream.Write([9, 9, 9]);
                stream.Position += kind == "stream" ? 0 : Writer.Gap;
                return new Writer(stream, stream, stream.ToArray);
        }
    }

    private sealed record Writer(IBufferWriter<byte> Buffer, IDisposable Rental, Func<byte[]> Written) : IDisposable
    {
        public const int Gap = 40;

        public void Dispose() => Rental.Dispose();
    }
}
