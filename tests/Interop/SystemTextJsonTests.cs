using System.Text.Json;
using System.Text.Json.Nodes;

namespace PooledGen.Interop.Tests;

/// <summary>System.Text.Json: its writer takes whatever is an <see cref="System.Buffers.IBufferWriter{T}"/>.</summary>
public partial class SystemTextJsonTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct PacketBuffer;

    // Longer than the writer's first array, so that it has to grow.
    private static readonly JsonObject s_document = new() { ["name"] = new string('x', 5000), ["escaped"] = "\"\u0001", ["n"] = 42 };

    [Fact]
    public void Utf8JsonWriter_WritesIntoThePoolAndGivesAllBack()
    {
        PoolStatistics before = PacketBuffer.Pool.GetStatistics();

        using (PooledBufferWriter<byte> output = PacketBuffer.Pool.CreateBufferWriter())
        {
            using (var json = new Utf8JsonWriter(output))
                s_document.WriteTo(json);

            Assert.True(JsonNode.DeepEquals(s_document, JsonNode.Parse(output.WrittenSpan)));
            Assert.Equal(before.InUse + 1, PacketBuffer.Pool.GetStatistics().InUse);
        }

        PoolStatistics after = PacketBuffer.Pool.GetStatistics();
        Assert.True(after.Rents - before.Rents >= 2);
        Assert.Equal((0, 0), (after.InUse, after.MisuseCount));
    }

    [Fact]
    public void Utf8JsonWriter_UsedAgainAfterWarmUp_AllocatesNothing()
    {
        using PooledBufferWriter<byte> output = PacketBuffer.Pool.CreateBufferWriter();
        using var json = new Utf8JsonWriter(output);
        for (int i = 0; i < 100; i++)
            WriteAgain(output, json);

        long before = GC.GetAllocatedBytesForCurrentThread(), written = 0;
        for (int i = 0; i < 100; i++)
            written += WriteAgain(output, json);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.Equal(100 * """{"n":42}""".Length, written);
        Assert.Equal(0, allocated);
    }

    private static int WriteAgain(PooledBufferWriter<byte> output, Utf8JsonWriter json)
    {
        output.ResetWrittenCount();
        json.Reset();
        json.WriteStartObject();
        json.WriteNumber("n", 42);
        json.WriteEndObject();
        json.Flush();
        return output.WrittenCount;
    }
}
