using System.Buffers;
using System.IO.Pipelines;

namespace PooledGen.Interop.Tests.Migrations.Framing;

/// <summary>After: what is sent and what is received comes from one pool, and a frame is an owner. The pipe stays as it was.</summary>
public sealed class PooledFrameClient(Stream stream) : IFrameClient<PooledOwner<byte>>
{
    private readonly PipeReader _input = PipeReader.Create(stream);

    public async ValueTask SendAsync(string subject, ReadOnlyMemory<byte> payload)
    {
        using PooledOwner<byte> buffer = FrameBuffer.RentOwner(FrameFormat.Length(subject, payload.Length));
        Memory<byte> frame = buffer.Memory;
        FrameFormat.Write(frame.Span, subject, payload.Span);
        await stream.WriteAsync(frame);
    }

    public async ValueTask<PooledOwner<byte>> ReceiveAsync()
    {
        while (true)
        {
            ReadResult result = await _input.ReadAsync();
            ReadOnlySequence<byte> input = result.Buffer;
            if (FrameFormat.TryRead(ref input, out ReadOnlySequence<byte> payload))
            {
                PooledOwner<byte> frame = Copy(payload);
                _input.AdvanceTo(input.Start);
                return frame;
            }

            if (result.IsCompleted)
                throw new EndOfStreamException();

            _input.AdvanceTo(input.Start, input.End);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _input.CompleteAsync();
        await stream.DisposeAsync();
    }

    private static PooledOwner<byte> Copy(in ReadOnlySequence<byte> payload)
    {
        PooledOwner<byte> frame = FrameBuffer.RentOwner((int)payload.Length);
        payload.CopyTo(frame.Span);
        return frame;
    }
}
