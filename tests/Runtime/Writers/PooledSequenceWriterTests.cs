using System.Buffers;
using System.Runtime.InteropServices;
using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>Segments that become a sequence.</summary>
public sealed partial class PooledSequenceWriterTests(ITestOutputHelper output) : PoolTests<int>(Ints.Pool)
{
    [PooledBuffer<int>(MaxLength = 64 * 1024)]
    private partial struct Ints;

    [PooledBuffer<string>(MaxLength = 64)]
    private partial struct Strings;

    [Fact]
    public void NewWriter_IsEmptyAndHoldsNothing()
    {
        using PooledSequenceWriter<int> writer = Ints.CreateSequenceWriter();

        Assert.Equal((0, true), (writer.WrittenCount, writer.WrittenSequence.IsEmpty));
        Assert.Empty(writer.ToArray());
        Assert.Equal(0, Ints.Pool.Statistics.InUse);
    }

    [Fact]
    public void Segments_GrowTo64KB()
    {
        using PooledSequenceWriter<int> writer = Ints.CreateSequenceWriter();
        for (int i = 0; i < 60_000; i++)
            writer.Write([i]);

        var lengths = new List<int>();
        foreach (ReadOnlyMemory<int> memory in writer.WrittenSequence)
            lengths.Add(memory.Length);

        Assert.Equal([1024, 2048, 4096, 8192, 16384, 16384, 60_000 - 47 * 1024], lengths);
        Assert.Equal(Enumerable.Range(0, 60_000), writer.ToArray());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(64 * 1024 + 1)]
    public void SegmentLength_OutOfRange_Throws(int length)
        => Assert.Throws<ArgumentOutOfRangeException>("segmentLength", () => new PooledSequenceWriter<int>(Ints.Pool, length));

    [Fact]
    public void Pool_Null_Throws()
    {
        Assert.Throws<ArgumentNullException>("pool", () => new PooledSequenceWriter<int>(null!));
        Assert.Throws<ArgumentNullException>("pool", () => new PooledSequenceWriter<int>(null!, 10));
    }

    [Fact]
    public void WrittenSequence_IsNotCopied()
    {
        using var writer = new PooledSequenceWriter<int>(Ints.Pool, 16);
        Memory<int> room = writer.GetMemory(3);
        writer.Advance(3);

        Assert.True(writer.WrittenSequence.First.Equals(room[..3]));
    }

    [Fact]
    public void WrittenSequence_TakenBefore_DoesNotGrow()
    {
        using var writer = new PooledSequenceWriter<int>(Ints.Pool, 16);
        writer.Write([1, 2, 3]);
        ReadOnlySequence<int> before = writer.WrittenSequence;
        writer.Write(new int[100]);

        Assert.Equal([1, 2, 3], before.ToArray());
    }

    [Fact]
    public void GetSpan_RepeatedlyForMore_LeavesNoEmptySegments()
    {
        using var writer = new PooledSequenceWriter<int>(Ints.Pool, 16);
        for (int length = 1; length <= 64 * 1024; length *= 2)
            writer.GetSpan(length);

        Assert.Equal(1, Ints.Pool.Statistics.InUse);
        writer.Write([1]);
        Assert.True(writer.WrittenSequence.IsSingleSegment);
    }

    [Fact]
    public void CopyTo_AShorterDestination_ThrowsAndCopiesNothing()
    {
        using var writer = new PooledSequenceWriter<int>(Ints.Pool, 16);
        writer.Write(Enumerable.Range(1, 50).ToArray());
        int[] destination = new int[49];

        Assert.Throws<ArgumentException>("destination", () => writer.CopyTo(destination));

        Assert.All(destination, static element => Assert.Equal(0, element));
    }

    [Fact]
    public void CopyTo_ALongerDestination_LeavesTheRestAlone()
    {
        using var writer = new PooledSequenceWriter<int>(Ints.Pool, 16);
        writer.Write(Enumerable.Range(1, 50).ToArray());
        int[] destination = new int[51];
        destination[50] = -1;

        writer.CopyTo(destination);

        Assert.Equal([.. Enumerable.Range(1, 50), -1], destination);
    }

    [Fact]
    public void Clear_ReturnsEverySegmentAndBeginsAnew()
    {
        using var writer = new PooledSequenceWriter<int>(Ints.Pool, 16);
        writer.Write(new int[1000]);

        writer.Clear();

        Assert.Equal((0, 0), (writer.WrittenCount, Ints.Pool.Statistics.InUse));
        writer.Write([4, 5]);
        Assert.Equal([4, 5], writer.ToArray());
    }

    [Fact]
    public void EveryMember_AfterDispose_ThrowsAndNamesTheType()
    {
        PooledSequenceWriter<int> writer = Ints.CreateSequenceWriter();
        writer.Write([1]);
        writer.Dispose();
        writer.Dispose();

        Func<object>[] uses =
        [
            () => writer.WrittenSequence, () => writer.WrittenCount, writer.ToArray,
            () => { writer.CopyTo(new int[10]); return 0; }, () => { writer.Clear(); return 0; },
            () => { writer.Write([]); return 0; }, () => { writer.Write([1]); return 0; },
        ];
        foreach (Func<object> use in uses)
            Assert.Contains(nameof(Ints), Assert.Throws<ObjectDisposedException>(use).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Dispose_LeavesNoReferenceBehind()
    {
        var writer = new PooledSequenceWriter<string>(Strings.Pool, 16);
        writer.Write(Enumerable.Repeat("x", 40).ToArray());
        var arrays = new List<ReadOnlyMemory<string>>();
        foreach (ReadOnlyMemory<string> memory in writer.WrittenSequence)
            arrays.Add(memory);

        writer.Dispose();

        Assert.Equal(3, arrays.Count);
        Assert.All(arrays, static memory => Assert.All(memory.ToArray(), Assert.Null));
        Assert.Equal(0, Strings.Pool.Statistics.InUse);
    }

    [Theory]
    [InlineData(16, 20261121)]
    [InlineData(100, 20261122)]
    [InlineData(5000, 20261123)]
    public void RandomOperations_GiveWhatAListGives(int segmentLength, int seed)
    {
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        using var writer = new PooledSequenceWriter<int>(Ints.Pool, segmentLength);
        var list = new List<int>();
        for (int step = 0; step < 3000; step++)
        {
            int[] added = new int[random.Next(random.Next(2) == 0 ? 10 : 300)];
            random.NextBytes(MemoryMarshal.AsBytes(added.AsSpan()));
            switch (random.Next(50))
            {
                case 0:
                    writer.Clear();
                    list.Clear();
                    break;

                case < 25:
                    writer.Write(added);
                    list.AddRange(added);
                    break;

                default:
                    added.CopyTo(writer.GetSpan(added.Length));
                    writer.Advance(added.Length);
                    list.AddRange(added);
                    break;
            }

            Assert.Equal(list.Count, writer.WrittenCount);
            if (step % 20 == 0)
                Assert.Equal(list, writer.ToArray());
        }
    }
}
