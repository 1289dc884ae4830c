using PooledGen;

namespace AisReader;

/// <summary>The sentences of a message so far. Its buffer is an owner, because it outlives the block in which the sentence was read.</summary>
internal struct PartialMessage(in Sentence first)
{
    private readonly PooledOwner<byte> _buffer = PayloadBuffer.RentOwner(PayloadBuffer.Pool.MaxLength);
    private readonly int _fragmentCount = first.FragmentCount;
    private readonly byte _sequenceId = first.SequenceId;
    private readonly byte _channel = first.Channel;
    private int _length;

    public int Sentences { get; private set; }

    /// <summary>When the last one came, counted in sentences of any message.</summary>
    public long LastSentence { get; private set; }

    /// <summary>Whether the sentence says that it belongs here.</summary>
    public readonly bool IsOf(in Sentence sentence) => sentence.SequenceId == _sequenceId && sentence.Channel == _channel;

    /// <summary>Whether it is the one that is due; otherwise one went missing.</summary>
    public readonly bool Continues(in Sentence sentence) => sentence.FragmentNumber == Sentences + 1 && sentence.FragmentCount == _fragmentCount;

    public bool TryAppend(in Sentence sentence, long now)
    {
        if (!sentence.Payload.TryCopyTo(_buffer.Span[_length..]))
            return false;

        _length += sentence.Payload.Length;
        Sentences++;
        LastSentence = now;
        return true;
    }

    /// <summary>Hands over the buffer, as long as what is in it.</summary>
    public readonly PooledOwner<byte> Detach() => _buffer.DetachSlice(0, _length);
}
