using System.Buffers;
using System.IO.Pipelines;

namespace AisReader;

/// <summary>Cuts what comes out of the pipe into lines. They stay in the pipe's memory; only one across two blocks is copied.</summary>
internal sealed class LineReader(Receiver receiver)
{
    // The rest of a line that was given up already.
    private bool _isSkipping;

    public async Task ReadFrom(PipeReader pipe)
    {
        ReadResult result;
        do
        {
            result = await pipe.ReadAsync();
            SequencePosition consumed = Read(result.Buffer, isLast: result.IsCompleted);
            pipe.AdvanceTo(consumed, result.Buffer.End);
        }
        while (!result.IsCompleted);

        await pipe.CompleteAsync();
    }

    private SequencePosition Read(ReadOnlySequence<byte> buffer, bool isLast)
    {
        var reader = new SequenceReader<byte>(buffer);
        while (reader.TryReadTo(out ReadOnlySequence<byte> line, (byte)'\n'))
            End(line);

        // A line without an end is kept until that comes, but not for ever: one that is too long already is passed on as it is.
        if (reader.Remaining > Sentence.MaxLength + 1 || (isLast && !reader.End))
        {
            End(reader.UnreadSequence);
            reader.AdvanceToEnd();
            _isSkipping = true;
        }

        return reader.Position;
    }

    private void End(ReadOnlySequence<byte> line)
    {
        if (!_isSkipping)
            Receive(line);

        _isSkipping = false;
    }

    private void Receive(ReadOnlySequence<byte> line)
    {
        if (line.IsSingleSegment)
        {
            receiver.Receive(line.FirstSpan.TrimEnd((byte)'\r'));
            return;
        }

        // On the stack where that is enough: for any line that keeps to the standard.
        using var whole = ReadBuffer.Rent((int)line.Length, stackalloc byte[128]);
        line.CopyTo(whole);
        receiver.Receive(whole.Span.TrimEnd((byte)'\r'));
    }
}
