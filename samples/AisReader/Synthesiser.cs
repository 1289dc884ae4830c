using System.IO.Pipelines;

namespace AisReader;

/// <summary>Makes up sentences: the same in each run, all of them valid. It writes into the pipe's memory and allocates nothing.</summary>
internal sealed class Synthesiser(long sentences)
{
    private const int FlushLength = 4096;

    private readonly SyntheticMessage _messages = new();
    private long _written;
    private int _sequenceId;

    public async Task CopyTo(PipeWriter pipe)
    {
        while (_written < sentences)
        {
            WriteMessage(pipe);
            if (pipe.UnflushedBytes >= FlushLength || _written == sentences)
                await pipe.FlushAsync();
        }

        await pipe.CompleteAsync();
    }

    private void WriteMessage(PipeWriter pipe)
    {
        Span<byte> payload = stackalloc byte[SyntheticMessage.MaxLength];
        int length = _messages.Next(payload, out int fillBits);
        payload = payload[..length];

        // As many sentences as the payload needs; of the last message perhaps not all.
        int count = (length + SentenceWriter.MaxPayload - 1) / SentenceWriter.MaxPayload;
        _sequenceId = (_sequenceId + 1) % 10;
        for (int number = 1; number <= count && _written < sentences; number++)
        {
            bool isLast = number == count;
            ReadOnlySpan<byte> part = isLast ? payload : payload[..SentenceWriter.MaxPayload];
            pipe.Advance(SentenceWriter.Write(pipe.GetSpan(SentenceWriter.MaxLength), count, number, _sequenceId, part, isLast ? fillBits : 0));
            payload = payload[part.Length..];
            _written++;
        }
    }
}
