using System.Buffers;

namespace PooledGen.Diagnostics;

/// <summary>A segment of one byte.</summary>
internal sealed class ByteSegment : ReadOnlySequenceSegment<byte>
{
    /// <summary>A sequence of some bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="inBytes">Whether each byte is a segment.</param>
    public static ReadOnlySequence<byte> Sequence(ReadOnlyMemory<byte> bytes, bool inBytes)
    {
        if (!inBytes || bytes.Length < 2)
            return new ReadOnlySequence<byte>(bytes);

        var first = new ByteSegment { Memory = bytes[..1] };
        ByteSegment last = first;
        for (int i = 1; i < bytes.Length; i++)
        {
            var next = new ByteSegment { Memory = bytes.Slice(i, 1), RunningIndex = i };
            last.Next = next;
            last = next;
        }

        return new ReadOnlySequence<byte>(first, 0, last, 1);
    }
}
