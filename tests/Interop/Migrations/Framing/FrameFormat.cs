using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace PooledGen.Interop.Tests.Migrations.Framing;

/// <summary>A frame on the wire: four bytes with the length of the rest, one byte with the length of the subject, the subject, the payload.</summary>
public static class FrameFormat
{
    private const int Prefix = sizeof(int);

    public static int Length(string subject, int payload) => Prefix + 1 + Encoding.UTF8.GetByteCount(subject) + payload;

    public static void Write(Span<byte> frame, string subject, ReadOnlySpan<byte> payload)
    {
        int length = Encoding.UTF8.GetBytes(subject, frame[(Prefix + 1)..]);
        BinaryPrimitives.WriteInt32BigEndian(frame, frame.Length - Prefix);
        frame[Prefix] = checked((byte)length);
        payload.CopyTo(frame[(Prefix + 1 + length)..]);
    }

    /// <summary>Takes the payload of the first frame, and moves on behind that frame.</summary>
    public static bool TryRead(ref ReadOnlySequence<byte> input, out ReadOnlySequence<byte> payload)
    {
        var reader = new SequenceReader<byte>(input);
        if (!reader.TryReadBigEndian(out int length) || !reader.TryReadExact(length, out ReadOnlySequence<byte> rest))
        {
            payload = default;
            return false;
        }

        payload = rest.Slice(1 + rest.FirstSpan[0]);
        input = reader.UnreadSequence;
        return true;
    }
}
