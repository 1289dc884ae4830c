using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>One array that grows.</summary>
public sealed partial class PooledBufferWriterTests() : PoolTests<byte>(Bytes.Pool)
{
    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct Bytes;

    [PooledBuffer<byte>(MaxLength = 100, Oversize = OversizePolicy.Throw)]
    private partial struct Strict;

    [PooledBuffer<string>(MaxLength = 64)]
    private partial struct Strings;

    [Fact]
    public void NewWriter_IsEmptyWithTheCapacityAskedFor()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter(1000);

        Assert.Equal((0, 1024, 1024), (writer.WrittenCount, writer.Capacity, writer.FreeCapacity));
        Assert.True(writer.WrittenSpan.IsEmpty && writer.WrittenMemory.IsEmpty);
        Assert.Equal(1, Bytes.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void InitialCapacity_ByDefault_Is256OrTheMaximum()
    {
        using var writer = new PooledBufferWriter<byte>(Bytes.Pool, initialCapacity: 0);
        using var same = new PooledBufferWriter<byte>(Bytes.Pool);
        using var strict = new PooledBufferWriter<byte>(Strict.Pool);

        Assert.Equal((256, 256, 100), (writer.Capacity, same.Capacity, strict.Capacity));
    }

    [Fact]
    public void InitialCapacity_Negative_Throws()
        => Assert.Throws<ArgumentOutOfRangeException>("initialCapacity", () => Bytes.Pool.CreateBufferWriter(-1));

    [Fact]
    public void Pool_Null_Throws()
    {
        Assert.Throws<ArgumentNullException>("pool", () => new PooledBufferWriter<byte>(null!));
        Assert.Throws<ArgumentNullException>("pool", () => new PooledBufferWriter<byte>(null!, 10));
    }

    [Fact]
    public void Growth_QuadruplesToThePoolsMaximumAndDoublesBeyond()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter(1024);
        var capacities = new List<int>();
        while (writer.WrittenCount < 20_000)
        {
            writer.Write([7]);
            if (capacities.LastOrDefault() != writer.Capacity)
                capacities.Add(writer.Capacity);
        }

        Assert.Equal([1024, 4096, 8192, 16384, 32768], capacities);
        Assert.Equal(-1, writer.WrittenSpan.IndexOfAnyExcept((byte)7));
        Assert.Equal(1, Bytes.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Growth_OfAPoolThatRefusesOversize_GoesToItsMaximumAndThenThrows()
    {
        using PooledBufferWriter<byte> writer = Strict.Pool.CreateBufferWriter(64);
        writer.Write(new byte[65]);
        Assert.Equal(100, writer.Capacity);

        Assert.Throws<ArgumentOutOfRangeException>(() => writer.GetSpan(36));

        Assert.Equal((65, 100), (writer.WrittenCount, writer.Capacity));
        writer.Dispose();
        Assert.Equal(0, Strict.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Write_OfItsOwnElements_SurvivesTheGrowth()
    {
        using PooledBufferWriter<string> writer = Strings.Pool.CreateBufferWriter(4);
        writer.Write(["a", "b", "c"]);
        writer.Write(writer.WrittenSpan);
        writer.Write(writer.WrittenSpan);

        Assert.Equal("abcabcabcabc", string.Concat(writer.WrittenSpan.ToArray()));
    }

    [Fact]
    public void Write_OfNothing_DoesNotGrow()
    {
        using PooledBufferWriter<byte> writer = Strict.Pool.CreateBufferWriter(100);
        writer.Write(new byte[100]);
        writer.Write([]);

        Assert.Equal((100, 0), (writer.WrittenCount, writer.FreeCapacity));
    }

    [Fact]
    public void Clear_SetsWhatWasWrittenToDefaultAndKeepsTheArray()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter(100);
        writer.GetSpan().Fill(5);
        writer.Advance(10);
        Memory<byte> array = MemoryMarshal.AsMemory(writer.WrittenMemory);

        writer.Clear();

        Assert.Equal((0, 128), (writer.WrittenCount, writer.FreeCapacity));
        Assert.Equal(new byte[10], array.ToArray());
        Assert.True(writer.GetMemory()[..10].Equals(array));
        Assert.Equal(5, writer.GetSpan()[10]);
    }

    [Fact]
    public void ResetWrittenCount_KeepsTheElements()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter(100);
        writer.Write([1, 2, 3]);

        writer.ResetWrittenCount();

        Assert.Equal((0, 128), (writer.WrittenCount, writer.FreeCapacity));
        Assert.Equal([1, 2, 3], writer.GetSpan()[..3].ToArray());
    }

    [Fact]
    public void Memory_AsIMemoryOwner_IsWhatWasWritten()
    {
        using PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        writer.Write([1, 2, 3]);

        Assert.Equal([1, 2, 3], ((IMemoryOwner<byte>)writer).Memory.ToArray());
    }

    [Fact]
    public void EveryMember_AfterDispose_ThrowsAndNamesTheType()
    {
        PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        writer.Write([1]);
        writer.Dispose();

        Func<object>[] uses =
        [
            () => writer.WrittenSpan.Length, () => writer.WrittenMemory, () => writer.WrittenCount, () => writer.Capacity,
            () => writer.FreeCapacity, () => ((IMemoryOwner<byte>)writer).Memory,
            () => { writer.Clear(); return 0; }, () => { writer.ResetWrittenCount(); return 0; },
            () => { writer.Write([]); return 0; }, () => { writer.Write([1]); return 0; },
        ];
        foreach (Func<object> use in uses)
            Assert.Contains(nameof(Bytes), Assert.Throws<ObjectDisposedException>(use).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void GrowthAndDispose_LeaveNoReferenceBehind()
    {
        PooledBufferWriter<string> writer = Strings.Pool.CreateBufferWriter(4);
        Memory<string> small = writer.GetMemory(4);
        writer.Write(["a", "b", "c", "d"]);
        string?[] beforeGrowth = small.ToArray();
        writer.Write(new string[60]);
        Memory<string> large = MemoryMarshal.AsMemory(writer.WrittenMemory);
        writer.Dispose();

        Assert.Equal("a", beforeGrowth[0]);
        Assert.All(small.ToArray(), Assert.Null);
        Assert.All(large.ToArray(), Assert.Null);
        Assert.Equal(0, Strings.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Utf8JsonWriter_WritesIntoIt()
    {
        using PooledBufferWriter<byte> buffer = Bytes.Pool.CreateBufferWriter(16);
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartArray();
            for (int i = 0; i < 1000; i++)
                json.WriteNumberValue(i);

            json.WriteEndArray();
        }

        Assert.Equal($"[{string.Join(',', Enumerable.Range(0, 1000))}]", Encoding.UTF8.GetString(buffer.WrittenSpan));
    }

    [Fact]
    public async Task Dispose_OnAnotherThread_ReturnsOnce()
    {
        PooledBufferWriter<byte> writer = Bytes.Pool.CreateBufferWriter();
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(writer.Dispose)));

        Assert.Equal(0, Bytes.Pool.GetStatistics().InUse);
    }
}
