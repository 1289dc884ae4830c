using System.Buffers;
using System.IO.Pipelines;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace PooledGen.Interop.Tests;

/// <summary>Google.Protobuf: spans of a rental, sequences of a pipe's blocks, writers and streams.</summary>
public partial class ProtobufTests
{
    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct PacketBuffer;

    private static readonly Struct s_message = new()
    {
        Fields =
        {
            ["text"] = Value.ForString(new string('x', 20_000)),
            ["numbers"] = Value.ForList([.. Enumerable.Range(0, 1000).Select(static i => Value.ForNumber(i))]),
        },
    };

    [Fact]
    public void Message_ThroughARenter_ComesBackEqual()
    {
        using var packet = PacketBuffer.Rent(s_message.CalculateSize());
        s_message.WriteTo(packet.Span);
        Struct parsed = Struct.Parser.ParseFrom(packet.Span);

        Assert.Equal(s_message, parsed);
    }

    [Fact]
    public async Task Message_ThroughAnOwner_ComesBackEqual()
    {
        using PooledOwner<byte> owner = PacketBuffer.RentOwner(s_message.CalculateSize());
        s_message.WriteTo(owner.Span);
        await Task.Yield();

        Assert.Equal(s_message, Struct.Parser.ParseFrom(owner.Span));
    }

    [Fact]
    public async Task Message_ThroughAPipe_ComesBackEqualFromManyBlocks()
    {
        var pipe = new Pipe(new PipeOptions(PacketBuffer.Pool.DangerousAsMemoryPool()));

        s_message.WriteTo(pipe.Writer);
        await pipe.Writer.CompleteAsync();
        ReadResult result = await pipe.Reader.ReadAsync();
        Struct parsed = Struct.Parser.ParseFrom(result.Buffer);
        bool single = result.Buffer.IsSingleSegment;
        await pipe.Reader.CompleteAsync();

        Assert.False(single);
        Assert.Equal(s_message, parsed);
        Assert.Equal(0, PacketBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Fact]
    public void Message_ThroughTheWriterOfAStream_ComesBackEqualFromManySegments()
    {
        using PooledStream output = PacketBuffer.Pool.CreateStream();
        s_message.WriteTo((IBufferWriter<byte>)output);
        Struct parsed = Struct.Parser.ParseFrom(output.GetReadOnlySequence());

        Assert.False(output.GetReadOnlySequence().IsSingleSegment);
        Assert.Equal(s_message, parsed);
    }

    [Fact]
    public void Message_ThroughABufferWriter_ComesBackEqual()
    {
        using PooledBufferWriter<byte> output = PacketBuffer.Pool.CreateBufferWriter();
        s_message.WriteTo(output);

        Assert.Equal(s_message, Struct.Parser.ParseFrom(output.WrittenSpan));
    }

    [Fact]
    public void Message_ThroughAStream_ComesBackEqual()
    {
        using PooledStream stream = PacketBuffer.Pool.CreateStream();
        s_message.WriteTo((Stream)stream);
        stream.Position = 0;

        Assert.Equal(s_message, Struct.Parser.ParseFrom(stream));
    }
}
