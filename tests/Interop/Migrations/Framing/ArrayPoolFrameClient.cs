using System.Buffers;
using System.IO.Pipelines;

namespace PooledGen.Interop.Tests.Migrations.Framing;

/// <summary>Before: sends and receives frames through arrays of <see cref="ArrayPool{T}"/>.</summary>
public sealed class ArrayPoolFrameClient(Stream stream) : IFrameClient<ArrayPoolFrame>
{
    private readonly PipeReader _input = PipeReader.Create(stream);

    public async ValueTask SendAsync(string subject, ReadOnlyMemory<byte> payload)
    {
        int length = FrameFormat.Length(subject, payload.Length);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            FrameFormat.Write(buffer.AsSpan(0, length), subject, payload.Span);
            await stream.WriteAsync(buffer.AsMemory(0, length));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public async ValueTask<ArrayPoolFrame> ReceiveAsync()
    {
        while (true)
        {
            ReadResult result = await _input.ReadAsync();
            ReadOnlySequence<byte> input = result.Buffer;
            if (FrameFormat.TryRead(ref input, out ReadOnlySequence<byte> payload))
            {
                ArrayPoolFrame frame = Copy(payload);
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

    private static ArrayPoolFrame Copy(in ReadOnlySequence<byte> payload)
    {
        var frame = new ArrayPoolFrame((int)payload.Length);
        payload.CopyTo(frame.Memory.Span);
        return frame;
    }
}
