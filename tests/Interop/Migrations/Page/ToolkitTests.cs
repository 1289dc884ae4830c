using System.Buffers;
using System.Text.Json;
using CommunityToolkit.HighPerformance.Buffers;
using Microsoft.IO;

namespace PooledGen.Interop.Tests.Migrations.Page;

/// <summary>The types of other libraries that stand for rentals.</summary>
[Collection("PacketBuffer")] // they share a pool, and one compares its figures
public class ToolkitTests
{
    private static readonly RecyclableMemoryStreamManager s_streams = new();

    [Fact]
    public async Task MemoryPool_GivesTheSame()
    {
        byte[] source = [1, 2, 3];

        Assert.Equal(source, await ReadBefore(new MemoryStream(source), 1000));
        Assert.Equal(source, await ReadAfter(new MemoryStream(source), 1000));
    }

    [Fact]
    public void SpanOwner_GivesTheSame() => Assert.Equal(SumBefore(1000), SumAfter(1000));

    [Fact]
    public async Task MemoryOwner_GivesTheSame()
    {
        using MemoryOwner<byte> before = await ReceiveBefore(new MemoryStream([1, 2, 3]), 1000);
        using PooledOwner<byte> after = await ReceiveAfter(new MemoryStream([1, 2, 3]), 1000);

        Assert.Equal(before.Memory.ToArray(), after.ToArray());
    }

    [Fact]
    public void ArrayPoolBufferWriter_GivesTheSame()
    {
        Assert.Equal("[1,2]"u8, WriteBefore([1, 2]));
        Assert.Equal("[1,2]"u8, WriteAfter([1, 2]));
    }

    [Fact]
    public void RecyclableMemoryStream_GivesTheSame()
    {
        byte[] large = new byte[300_000];

        Assert.Equal(CountBefore(large), CountAfter(large));
    }

    private static async Task<byte[]> ReadBefore(Stream stream, int length)
    {
        using IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(length);
        Memory<byte> packet = owner.Memory[..length];
        int read = await stream.ReadAsync(packet);
        return packet[..read].ToArray();
    }

    private static async Task<byte[]> ReadAfter(Stream stream, int length)
    {
        using PooledOwner<byte> packet = PacketBuffer.RentOwner(length);
        int read = await stream.ReadAsync(packet.Memory);
        return packet[..read].ToArray();
    }

    private static int SumBefore(int length)
    {
        using SpanOwner<int> indices = SpanOwner<int>.Allocate(length);
        indices.Span.Fill(1);
        return Sum(indices.Span);
    }

    private static int SumAfter(int length)
    {
        using var indices = IndexBuffer.Rent(length);
        indices.Span.Fill(1);
        return Sum(indices.Span);
    }

    private static int Sum(ReadOnlySpan<int> numbers)
    {
        int sum = 0;
        foreach (int number in numbers)
            sum += number;

        return sum;
    }

    private static async Task<MemoryOwner<byte>> ReceiveBefore(Stream stream, int length)
    {
        MemoryOwner<byte> packet = MemoryOwner<byte>.Allocate(length);
        return packet.Slice(0, await stream.ReadAsync(packet.Memory)); // an exception loses the array
    }

    private static async Task<PooledOwner<byte>> ReceiveAfter(Stream stream, int length)
    {
        using PooledOwner<byte> packet = PacketBuffer.RentOwner(length);
        return packet.DetachSlice(0, await stream.ReadAsync(packet.Memory)); // an exception returns it
    }

    private static byte[] WriteBefore(int[] numbers)
    {
        using var output = new ArrayPoolBufferWriter<byte>();
        using var json = new Utf8JsonWriter(output);
        JsonSerializer.Serialize(json, numbers);
        return output.WrittenSpan.ToArray();
    }

    private static byte[] WriteAfter(int[] numbers)
    {
        using PooledBufferWriter<byte> output = PacketBuffer.Pool.CreateBufferWriter();
        using var json = new Utf8JsonWriter(output);
        JsonSerializer.Serialize(json, numbers);
        return output.WrittenSpan.ToArray();
    }

    private static long CountBefore(byte[] message)
    {
        using RecyclableMemoryStream stream = s_streams.GetStream();
        JsonSerializer.Serialize(stream, message);
        ReadOnlySequence<byte> text = stream.GetReadOnlySequence();
        return text.Length;
    }

    private static long CountAfter(byte[] message)
    {
        using PooledStream stream = PacketBuffer.Pool.CreateStream();
        JsonSerializer.Serialize(stream, message);
        ReadOnlySequence<byte> text = stream.GetReadOnlySequence();
        return text.Length;
    }
}
